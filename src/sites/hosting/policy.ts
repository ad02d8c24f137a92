import { policyHash } from '#sites/digest.ts'

/** The hash of no text at all: plotly puts an empty style element into the page and fills it by script. */
const EMPTY_STYLE = policyHash('')

export interface InlineHashes {
  scripts: readonly string[]
  styles: readonly string[]
}

const inline = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}((?:\\s[^>]*)?)>([^]*?)</${element}>`, 'g'))]
    .filter(([, attributes = '']) => !/\ssrc=|type="application\/json"/.test(attributes))
    .map(([, , content = '']) => content)

/** Hashes of what the pages run and style inline; a text with a place in it differs between programmes and is left out. */
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
 * The Content-Security-Policy of a site: only its own files, only the inline pieces that were there at build, calls only to its
 * API, and no script text made at run time except by the one cleaner (quality 4).
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
 * What the host sends with every answer: only what no release will ever loosen, because a host reads its configuration when it is reloaded, which may be
 * long before or after the pages change. Only the page's own policy names scripts, styles and the API.
 */
export const HEADER_POLICY = `object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** For a picture that is opened by its own address: it shows itself and can do nothing. */
export const PICTURE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'`

export const policyMeta = (policy: string): string =>
  `<meta http-equiv="content-security-policy" content="${policy}">`
