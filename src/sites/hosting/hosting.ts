import { FILES_ONLY, NOT_FOUND_TEXT, SHELL } from '#programme/reserved-paths.ts'
import type { SiteConfig } from '#programme/site-config.ts'
import { DEEP_LINKS } from './deep-links.ts'
import { CACHE_CONTROL } from './file-kinds.ts'
import { HEADER_POLICY, PICTURE_POLICY } from './policy.ts'

// How hosts serve a site. The rules are the same for every host: a file is served as it is; a static address
// gets its HTML file; deep links get the shell with status 200; any other address without an extension gets
// 404.html with status 404. An address with an extension, or below /assets/, /fonts/ or /builds/, never gets a
// page.

export interface Hosting {
  staticPaths: readonly string[]
  redirects: SiteConfig['redirects']
}

/** The part of a host's configuration that depends on the programme's rules alone, made once; returns it with the programme's code. */
export type HostSnippet = (code: string) => string

export const htmlFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** A quoted literal for the configuration of Caddy and nginx. */
export const quoteLiteral = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** Sent with every response. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': HEADER_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY'
}

/** `_headers`, as Netlify and Cloudflare Pages read it. Rules for Cache-Control do not overlap, because hosts would join their values. */
export function headersFile({ staticPaths }: Hosting): string {
  const rule = (path: string, headers: Record<string, string>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')
  const cache = (path: string, value: string) => rule(path, { 'Cache-Control': value })
  return `${[
    rule('/*', SECURITY_HEADERS),
    ...['/assets/*', '/fonts/*'].map(path => cache(path, CACHE_CONTROL.immutable)),
    ...['/builds/*', '/manifest.json'].map(path => cache(path, CACHE_CONTROL.never)),
    ...[...staticPaths, ...DEEP_LINKS.map(path => `${path}/*`), '/site-config.json']
      .filter(path => !DEEP_LINKS.some(prefix => path.startsWith(`${prefix}/`) && !path.endsWith('*')))
      .map(path => cache(path, CACHE_CONTROL.revalidate)),
    // Hosts join the two policies, and a browser enforces both.
    rule('/images/*', {
      'Cache-Control': CACHE_CONTROL.revalidate,
      'Content-Security-Policy': PICTURE_POLICY
    })
  ].join('\n')}\n`
}

/**
 * `_redirects`: the programme's own table, then the paths of the shell, then folders that never get it. Files take
 * precedence.
 */
export function redirectsFile({ redirects }: Hosting): string {
  return `${[
    ...Object.entries(redirects).map(([from, to]) => `${from} ${to} 302`),
    ...DEEP_LINKS.map(prefix => `${prefix}/* ${SHELL} 200`),
    ...FILES_ONLY.map(prefix => `${prefix}/* ${NOT_FOUND_TEXT} 404`)
  ].join('\n')}\n`
}
