// What this device remembers of the last visit, so that a page shows it before the server has answered: for one user of one programme and one
// build, until they log out or their token is gone. Remembered values are shown at once and refetched in the background.

import { tokenOwner } from '#browser/api/token.ts'
import { invariant } from '#lib/invariant.ts'
import { parseJson } from '#lib/text/direction-controls.ts'

// The inline script of the page reads these names as well (src/pages/_shell/first-calls.js).
const PREFIX = 'kept:'
const OWNER = 'kept-for'

/** Characters. A browser grants a site five million in all, and a page should not wait for reading them. */
const MAX_ENTRY = 300_000
const MAX_TOTAL = 1_500_000

interface CachedSite {
  programmeId: number
  buildId: string
}

let site: CachedSite | undefined

/** The site and build that this page keeps replies of; the configuration of the page says it before anything is read. */
export function setCachedSite({ programmeId, buildId }: CachedSite): void {
  site = { programmeId, buildId }
}

/** For whom this page shows and keeps what it has read. Nobody who is logged out shares anything with a user. */
export function cacheOwner(): string {
  invariant(site, 'The cache is used before its site is known')
  return `${site.programmeId}/${tokenOwner() ?? ''}/${site.buildId}`
}

/** What is remembered under a name; undefined where there is nothing, or storage is blocked. */
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

/** What is asked for first is asked for most, so which entries go matters little: as many as it takes. */
function makeRoomFor(length: number): void {
  const entries = names().map(name => ({ name, length: localStorage.getItem(name)?.length ?? 0 }))
  let total = entries.reduce((sum, entry) => sum + entry.length, length)
  for (const entry of entries) {
    if (total <= MAX_TOTAL) return
    localStorage.removeItem(entry.name)
    total -= entry.length
  }
}

/** A shared computer tells the next user nothing. */
export function clearCache(): void {
  try {
    for (const name of [...names(), OWNER]) localStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to forget.
  }
}
