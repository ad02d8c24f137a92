const BASE = 'http://site.invalid'

/**
 * A text as a path of this site, written as the browser would go there; null when it leads anywhere else. `/.//host` is such a text: its
 * path becomes `//host`, which is another site as soon as somebody follows it.
 */
export function sitePath(text: string): string | null {
  if (!text.startsWith('/')) return null
  const url = URL.parse(text, BASE)
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}
