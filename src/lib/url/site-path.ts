import { readUrl } from './read-url.ts'
const BASE = 'http://site.invalid'

/**
 * A text as a path of this site, resolved as a browser would; null if it leads elsewhere. One such text is
 * `/.//host`: its path becomes `//host`, which is another site.
 */
export function sitePath(text: string): string | null {
  if (!text.startsWith('/')) return null
  const url = readUrl(text, BASE)
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
