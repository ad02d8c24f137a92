import { parse } from 'regexparam'
import type { ScreenRoute, RouteParams } from './route.ts'
import { routes } from './routes.ts'

// regexparam ignores case; addresses of this site do not (/LOGIN is none of them).
const matchers = routes.map(route => {
  const { keys, pattern } = parse(route.pattern)
  return { route, keys, pattern: new RegExp(pattern.source) }
})

/** The first matching route with its decoded parameters; null for an unknown path. */
export function matchPath(path: string): { route: ScreenRoute; params: RouteParams } | null {
  for (const { route, keys, pattern } of matchers) {
    const found = pattern.exec(path)
    if (found) return readParams(route, keys, found.slice(1))
  }
  return null
}

function readParams(route: ScreenRoute, keys: readonly string[], parts: readonly (string | undefined)[]) {
  const params: Record<string, string> = {}
  try {
    for (const [index, key] of keys.entries()) {
      const part = parts[index]
      if (part !== undefined) params[key] = decodeURIComponent(part)
    }
  } catch {
    // An invalid percent-encoding cannot be one of our addresses.
    return null
  }
  return { route, params }
}
