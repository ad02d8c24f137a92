// Caches replies on this device, so that a page shows them before the server has replied: for one user of one programme and one
// build, until they log out or their token is gone. Cached values are shown at once and refetched in the background.

import { tokenOwner } from '#browser/api/token.ts'
import { invariant } from '#lib/invariant.ts'
import { parseJson } from '#lib/text/direction-controls.ts'

// The inline script of the page reads these names as well (src/pages/_shell/first-calls.js).
const PREFIX = 'kept:'
const OWNER = 'kept-for'

/** In characters. A browser grants a site five million in all, and reading them must not delay a page. */
const MAX_ENTRY = 300_000
const MAX_TOTAL = 1_500_000

interface CachedSite {
  programmeId: number
  buildId: string
}

let site: CachedSite | undefined

/** The site and build whose replies are cached; the page's configuration sets it before anything is read. */
export function setCachedSite({ programmeId, buildId }: CachedSite): void {
  site = { programmeId, buildId }
}

/** The user whose replies are cached and shown. Logged-out visitors never share anything with a user. */
export function cacheOwner(): string {
  invariant(site, 'The cache is used before its site is known')
  return `${site.programmeId}/${tokenOwner() ?? ''}/${site.buildId}`
}

/** The value under a name; undefined if there is none, or storage is blocked. */
export function readCached(name: string): unknown {
  try {
    if (localStorage.getItem(OWNER) !== cacheOwner()) return undefined
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? undefined : parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * Remembers a value for its owner, the user who requested it: a reply that arrives after they log out is dropped, and nothing is kept for
 * visitors. Without storage, or if it is full, the next visit waits for the server like the first one.
 */
export function cacheValue(name: string, value: unknown, its = cacheOwner()): void {
  if (tokenOwner() === null || its !== cacheOwner()) return
  try {
    if (localStorage.getItem(OWNER) !== cacheOwner()) {
      clearCache()
      localStorage.setItem(OWNER, cacheOwner())
    }
    const text = JSON.stringify(value)
    localStorage.removeItem(PREFIX + name)
    if (text.length > MAX_ENTRY) return
    makeRoomFor(text.length)
    localStorage.setItem(PREFIX + name, text)
  } catch {
    clearCache()
  }
}

const names = (): string[] => Object.keys(localStorage).filter(name => name.startsWith(PREFIX))

/** The most frequent requests come first, so it hardly matters which entries are evicted: as many as necessary. */
function makeRoomFor(length: number): void {
  const entries = names().map(name => ({ name, length: localStorage.getItem(name)?.length ?? 0 }))
  let total = entries.reduce((sum, entry) => sum + entry.length, length)
  for (const entry of entries) {
    if (total <= MAX_TOTAL) return
    localStorage.removeItem(entry.name)
    total -= entry.length
  }
}

/** Clears the cache, so that the next user of a shared computer sees nothing. */
export function clearCache(): void {
  try {
    for (const name of [...names(), OWNER]) localStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to clear.
  }
}
