// Marks cells that others have changed since this user last looked at them. What was seen is remembered on this device.

import type { ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import { readStored, writeStored } from '#lib/web-storage.ts'

/** How far a user has seen a section. */
const SeenRecord = v.object({
  /** The newest change that was on the page. */
  until: v.string(),
  /** Cells with an earlier change that the user has not looked at. */
  unseen: v.array(v.string())
})
type SeenRecord = v.InferOutput<typeof SeenRecord>

/** Where the record is kept. */
export interface SeenStore {
  read: () => string | null
  write: (record: string) => void
}

interface SectionVisit {
  store: CellStore
  /** The cell with the cursor. */
  $focused: ReadableAtom<string | null>
}

/** Starts a visit. `ownName` is the author of this user's own answers. Returns a function that ends the visit. */
export function watchNews({ store, $focused }: SectionVisit, seen: SeenStore, ownName: string): () => void {
  const former = readSeenRecord(seen)
  const unseen = new Set(former?.unseen.filter(key => store.find(key) !== undefined))
  const isOthers = (key: string): boolean => store.get(key).updatedBy !== ownName
  // On the first visit everything is new, so nothing is marked.
  if (former !== null)
    for (const key of store.keys())
      if ((store.get(key).updatedAt ?? '') > former.until && isOthers(key)) unseen.add(key)
  const mark = (key: string): void => void store.set(key, { isNews: true })
  const write = (): void =>
    seen.write(JSON.stringify({ until: newestChange(store), unseen: [...unseen] } satisfies SeenRecord))
  unseen.forEach(mark)
  write()

  const stopStore = store.observe({
    cellChanged: (key, before, after) => {
      const isNewer = after.version > before.version && after.updatedAt !== null
      if (!isNewer) return
      if (isOthers(key)) {
        unseen.add(key)
        mark(key)
      }
      write()
    }
  })
  let here: string | null = null
  const stopFocus = $focused.subscribe(key => {
    if (key === here) return
    // The line in the panel stays until the cursor leaves the cell.
    if (here !== null) store.set(here, { isNews: false })
    here = key
    if (key !== null && unseen.delete(key)) write()
  })
  return () => {
    stopStore()
    stopFocus()
  }
}

const newestChange = (store: CellStore): string =>
  [...store.keys()].reduce((newest, key) => {
    const { updatedAt } = store.get(key)
    return updatedAt !== null && updatedAt > newest ? updatedAt : newest
  }, '')

/** Storage can be edited; what cannot be read counts as a first visit. */
function readSeenRecord(seen: SeenStore): SeenRecord | null {
  try {
    const record = v.safeParse(SeenRecord, JSON.parse(seen.read() ?? ''))
    return record.success ? record.output : null
  } catch {
    return null
  }
}

/** The record of one user and section on this device. Without storage, nothing is remembered. */
export const deviceSeenStore = (name: string): SeenStore => ({
  read: () => readStored('localStorage', name),
  write: record => writeStored('localStorage', name, record)
})
