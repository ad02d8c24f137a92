// Validates and normalises the addresses in a programme's file.

import { readUrl } from '#lib/url/read-url.ts'
import { sitePath } from '#lib/url/site-path.ts'

/**
 * The characters that a URL may contain (RFC 3986); everything else is percent-encoded. URLs are written
 * into host configurations, where a line break, a space or a brace would begin something else.
 */
export const ADDRESS = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/
const LABEL = String.raw`[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?`
const HOST = new RegExp(String.raw`^(${LABEL}(\.${LABEL})*\.?|\[[0-9a-f:.]+\])$`)
/** The longest name in the DNS (RFC 1035). */
const MAX_HOST_LENGTH = 253

/** Scheme, host with port, and the rest. */
const URL_PARTS = /^(https?:\/\/)([^/?#\\@\s]*)(.*)$/is

/** Converts an internationalised host to its DNS form: `https://bücher.example` is `https://xn--bcher-kva.example`. */
export function asciiAddress(text: string): string {
  const [, scheme = '', authority = '', rest = ''] = URL_PARTS.exec(text) ?? []
  // Browsers convert full-width letters and dots to the plain ones that they resemble.
  const isForeign = /[^\0-\x7f]/.test(authority) && authority.normalize('NFKC') === authority
  const url = isForeign ? readUrl(text) : null
  return url === null ? text : `${scheme}${url.host}${rest}`
}

export function isHttpUrl(text: string): boolean {
  const url = readUrl(text)
  if (url === null || !ADDRESS.test(text)) return false
  const [, , authority = ''] = URL_PARTS.exec(text) ?? []
  const host = authority.replace(/:\d*$/, '').toLowerCase()
  // Browsers read a host such as 0177.0.0.1 as a different address from the one that is written.
  return (
    host === url.hostname &&
    HOST.test(host) &&
    host.length <= MAX_HOST_LENGTH &&
    url.port !== '0' &&
    url.username === '' &&
    url.password === ''
  )
}

export const isPath = (text: string): boolean => sitePath(text) !== null && ADDRESS.test(text)

export const isPlainPath = (text: string): boolean =>
  /^(\/|(\/[A-Za-z0-9\-._~]+)+\/?)$/.test(text) &&
  !text.split('/').some(part => part === '.' || part === '..')

/** As browsers send it: the host in lower case and DNS form, without the default port. */
export function plainOrigin(text: string): string {
  const any = text.endsWith(':*') ? ':*' : ''
  const one = text.slice(0, text.length - any.length)
  const ascii = asciiAddress(one)
  return /^https?:\/\/[^/?#\\@\s]+$/i.test(one) && isHttpUrl(ascii)
    ? `${readUrl(ascii)?.origin ?? one}${any}`
    : text
}

export function isOrigin(text: string): boolean {
  const one = text.replace(/:\*$/, '')
  return /^https?:\/\//.test(one) && isHttpUrl(one) && readUrl(one)?.origin === one
}
