// The pages a member visited last, stored on this device only (product 2).

import { atom } from 'nanostores'
import { sitePath } from '#lib/url/site-path.ts'
import { readStoredJson, writeStored } from '#lib/web-storage.ts'

export interface VisitedPage {
  path: string
  label: string
}

export type VisitedPageKind = 'section' | 'chart'

const LAST_VISITED_KEY = 'last-places'

export const $lastVisited = atom<Partial<Record<VisitedPageKind, VisitedPage>>>(readVisited())

function readVisited(): Partial<Record<VisitedPageKind, VisitedPage>> {
  const kept = readStoredJson('localStorage', LAST_VISITED_KEY)
  const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {})
  return Object.fromEntries(entries.filter(([, page]) => isVisitedPage(page)))
}

/** Storage can be edited: paths to other sites are dropped. */
function isVisitedPage(place: unknown): place is VisitedPage {
  if (typeof place !== 'object' || place === null || !('path' in place) || !('label' in place)) return false
  return typeof place.label === 'string' && typeof place.path === 'string' && sitePath(place.path) !== null
}

export function rememberVisitedPage(kind: VisitedPageKind, place: VisitedPage): void {
  $lastVisited.set({ ...$lastVisited.get(), [kind]: place })
  writeStored('localStorage', LAST_VISITED_KEY, JSON.stringify($lastVisited.get()))
}

/** On a shared computer the next user must not see where the last one was. */
export function forgetVisitedPages(): void {
  $lastVisited.set({})
  writeStored('localStorage', LAST_VISITED_KEY, null)
}
