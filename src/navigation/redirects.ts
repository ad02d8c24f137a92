import { sitePath } from '#lib/site-path.ts'
import { pass, type GuardResult } from './guard-result.ts'

/** The second global guard (spec 2): a lookup by path. A target with a scheme is another site, any other a path of this one. */
export function redirectFor(path: string, table: Readonly<Record<string, string>>): GuardResult {
  const target = Object.hasOwn(table, path) ? table[path] : undefined
  if (target === undefined || target === path) return pass
  if (/^https?:\/\//i.test(target)) return URL.canParse(target) ? { is: 'leave', href: target } : pass
  const to = sitePath(target)
  return to === null ? pass : { is: 'redirect', to }
}

/** The place to go after logging in: only one of this site is taken from the address, else the given one. */
export const safeNext = (next: string | null, otherwise: string): string =>
  (next === null ? null : sitePath(next)) ?? otherwise
