import { policyHash } from '#sites/digest.ts'

/** The hash of an empty text: plotly adds an empty style element to the page and fills it by script. */
const EMPTY_STYLE = policyHash('')

export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

const inline = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}((?:\\s[^>]*)?)>([^]*?)</${element}>`, 'g'))]
    .filter(([, attributes = '']) => !/\ssrc=|type="application\/json"/.test(attributes))
    .map(([, , content = '']) => content)

/** Hashes of inline scripts and styles. Those with a placeholder differ between programmes and are left out. */
export function inlineHashes(pages: readonly string[]): InlineHashes {
  const hashes = (element: 'script' | 'style') =>
    [...new Set(pages.flatMap(page => inline(page, element)))]
      .filter(content => !content.includes('%%'))
      .map(policyHash)
  return { scripts: hashes('script'), styles: hashes('style') }
}

export interface PolicyInput extends InlineHashes {
  apiBase: string
}

/**
 * The Content-Security-Policy of a site: only its own files, only inline code that was there at build time, calls only to its API,
 * and no HTML from text except through DOMPurify (quality 4).
 */
export function contentPolicy({ apiBase, scripts, styles }: PolicyInput): string {
  return [
    `default-src 'self'`,
    ['script-src', `'self'`, ...scripts].join(' '),
    ['style-src', `'self'`, EMPTY_STYLE, ...styles].join(' '),
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self' ${new URL(apiBase).origin}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types dompurify`
  ].join('; ')
}

/**
 * Sent by the host with every response. It has only rules that no release will loosen, because hosts load their configuration long before or after
 * the pages change. The page's own policy covers scripts, styles and the API.
 */
export const HEADER_POLICY = `object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** For a picture that is opened by its own address: it may be shown, nothing else. */
export const PICTURE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'`

export const policyMeta = (policy: string): string =>
  `<meta http-equiv="content-security-policy" content="${policy}">`
