// Marks cells that others have changed since this user last looked at them. What was seen is remembered on this device.

import type { ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { Authorship } from '#browser/section/state/cell-state.ts'
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

/** Who looks at the section. */
export interface SectionViewer {
  userId: number
  name: string
}

/** Starts a visit. Returns a function that ends it. */
export function watchNews(
  { store, $focused }: SectionVisit,
  seen: SeenStore,
  viewer: SectionViewer
): () => void {
  const former = readSeenRecord(seen)
  const unseen = new Set(former?.unseen.filter(key => store.find(key) !== undefined))
  const isOthers = (key: string): boolean => !isByViewer(store.get(key).written, viewer)
  // On the first visit everything is new, so nothing is marked.
  if (former !== null)
    for (const key of store.keys())
      if ((store.get(key).written.at ?? '') > former.until && isOthers(key)) unseen.add(key)
  const mark = (key: string): void =>
    void store.set(key, {
      news: `Changed by ${authorName(store.get(key).written, viewer)} since you last looked`
    })
  const write = (): void =>
    seen.write(JSON.stringify({ until: newestChange(store), unseen: [...unseen] } satisfies SeenRecord))
  unseen.forEach(mark)
  write()

  const stopStore = store.observe({
    cellChanged: (key, before, after) => {
      if (before.news !== null && after.news === null && unseen.delete(key)) write()
      const isNewer = after.version > before.version && after.written.at !== null
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
    if (here !== null) store.set(here, { news: null })
    here = key
    if (key !== null && unseen.delete(key)) write()
  })
  return () => {
    stopStore()
    stopFocus()
  }
}

/** Two people may have the same name; by it alone decides what an API says of nobody's number. */
const isByViewer = ({ by, userId }: Authorship, viewer: SectionViewer): boolean =>
  userId === null ? by === viewer.name : userId === viewer.userId

/** The name of whoever wrote an answer. Someone else with the viewer's own name is called another one. */
export function authorName(written: Authorship, viewer: SectionViewer): string {
  if (written.by === null) return 'someone else'
  return written.by === viewer.name && !isByViewer(written, viewer) ? `another ${written.by}` : written.by
}

const newestChange = (store: CellStore): string =>
  [...store.keys()].reduce((newest, key) => {
    const { at } = store.get(key).written
    return at !== null && at > newest ? at : newest
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
