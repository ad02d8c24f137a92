// Where a member left off, stored on this device only (product 2).
import { atom } from 'nanostores'
import { sitePath } from '#lib/site-path.ts'

export interface LastPlace {
  path: string
  label: string
}

export type LastPlaceKind = 'section' | 'chart'

const KEY = 'last-places'

export const $lastPlaces = atom<Partial<Record<LastPlaceKind, LastPlace>>>(read())

function read(): Partial<Record<LastPlaceKind, LastPlace>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {})
    return Object.fromEntries(entries.filter(([, place]) => isPlace(place)))
  } catch {
    // Storage is blocked or was edited by hand: one starts afresh.
    return {}
  }
}

/** Storage can be edited by hand: paths to other sites are dropped. */
function isPlace(place: unknown): place is LastPlace {
  if (typeof place !== 'object' || place === null || !('path' in place) || !('label' in place)) return false
  return typeof place.label === 'string' && typeof place.path === 'string' && sitePath(place.path) !== null
}

export function rememberPlace(kind: LastPlaceKind, place: LastPlace): void {
  $lastPlaces.set({ ...$lastPlaces.get(), [kind]: place })
  try {
    localStorage.setItem(KEY, JSON.stringify($lastPlaces.get()))
  } catch {
    // Without storage it is remembered as long as the page lives.
  }
}

/** A shared computer does not tell the next user where the last one was. */
export function forgetPlaces(): void {
  $lastPlaces.set({})
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Then nothing was stored either.
  }
}
