import { pass, type Verdict } from './verdict.ts'

/** The second global guard (spec 2): a lookup by path. A target with a scheme is another site, any other a place in this one. */
export function redirectFor(path: string, table: Readonly<Record<string, string>>): Verdict {
  const target = Object.hasOwn(table, path) ? table[path] : undefined
  if (target === undefined || target === path) return pass
  if (isExternal(target)) return /^https?:/i.test(target) ? { is: 'leave', href: target } : pass
  return target.startsWith('/') ? { is: 'redirect', to: target } : pass
}

/** `https://…`, `mailto:…` or `//host`: what a browser would not resolve to this host. */
const isExternal = (target: string): boolean => /^([a-z][a-z\d+.-]*:|\/\/)/i.test(target)

/** The place to go after logging in: only one of this site is taken from the address, else the given one. */
export function safeNext(next: string | null, otherwise: string): string {
  if (!next?.startsWith('/')) return otherwise
  const target = URL.parse(next, location.origin)
  return target?.origin === location.origin ? target.pathname + target.search + target.hash : otherwise
}
