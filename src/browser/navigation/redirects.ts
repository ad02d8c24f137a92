import { readUrl } from '#lib/url/read-url.ts'
import { sitePath } from '#lib/url/site-path.ts'
import { pass, type GuardResult } from './guard-result.ts'

/**
 * The second global guard (spec 2): looks up redirects by path. A target with a scheme is another site, any
 * other a path of this one.
 */
export function redirectFor(path: string, table: Readonly<Record<string, string>>): GuardResult {
  const target = Object.hasOwn(table, path) ? table[path] : undefined
  if (target === undefined || target === path) return pass
  if (/^https?:\/\//i.test(target)) return readUrl(target) !== null ? { is: 'leave', href: target } : pass
  const to = sitePath(target)
  return to === null ? pass : { is: 'redirect', to }
}

/**
 * The path to open after login: taken from the address only if it belongs to this site, otherwise the
 * fallback.
 */
export const safeNext = (next: string | null, otherwise: string): string =>
  (next === null ? null : sitePath(next)) ?? otherwise
