import { FILES_ONLY, NOT_FOUND_TEXT, SHELL } from '#programme/reserved-paths.ts'
import type { SiteConfig } from '#programme/site-config.ts'
import { DEEP_LINKS } from './deep-links.ts'
import { CACHE_CONTROL } from './file-kinds.ts'
import { HEADER_POLICY, PICTURE_POLICY } from './policy.ts'

// How a host serves a site, for the usual hosts. The same rules everywhere: a file is a file; a static
// address is its HTML file; below the deep links the shell is served with 200; everything else without an
// extension is 404.html with status 404; what has an extension, and everything below /assets/, /fonts/ and
// /builds/, is never answered with a page.

export interface Hosting {
  staticPaths: readonly string[]
  redirects: SiteConfig['redirects']
}

export const htmlFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** A literal in a configuration of Caddy or nginx. In Caddy's, braces would be placeholders: a redirect's target contains none. */
export const quoteWord = (value: string): string =>
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

/** `_headers`, as Netlify and Cloudflare Pages read it. The rules for Cache-Control do not overlap, because hosts join what does. */
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
    // Hosts join the two policies, and a browser keeps to both.
    rule('/images/*', {
      'Cache-Control': CACHE_CONTROL.revalidate,
      'Content-Security-Policy': PICTURE_POLICY
    })
  ].join('\n')}\n`
}

/**
 * `_redirects`: the programme's own table, then the shell's paths, then what it never answers. Files take
 * precedence.
 */
export function redirectsFile({ redirects }: Hosting): string {
  return `${[
    ...Object.entries(redirects).map(([from, to]) => `${from} ${to} 302`),
    ...DEEP_LINKS.map(prefix => `${prefix}/* ${SHELL} 200`),
    ...FILES_ONLY.map(prefix => `${prefix}/* ${NOT_FOUND_TEXT} 404`)
  ].join('\n')}\n`
}
