// What the user decides about answers that cannot be sent as they are. Loaded with what asks for the decision.

import { contentOfAnswer } from '#browser/section/state/edit-content.ts'
import type { SectionSync } from './section-sync.ts'
import { shareCells } from './shared-cell.ts'

interface SyncedSection {
  sync: SectionSync
}

/** Resolves a conflict as the user chose. */
export function chooseVersion({ sync }: SyncedSection, key: string, choice: 'mine' | 'theirs'): void {
  const { store, model, cells, drafts, tabs } = sync.parts
  const { conflict, ownVersion } = store.get(key)
  const cell = model.cells.get(key)
  if (conflict === null || cell === undefined) return
  // The choice is an edit of its own, later than the edits it decides between, in the other tabs too.
  const lastEdit = sync.clock.next()
  store.set(key, {
    lastEdit,
    conflict: null,
    base: conflict.theirs,
    version: conflict.version,
    sent: [],
    refusal: null
  })
  if (choice === 'mine') {
    store.set(key, { edit: lastEdit })
    sync.writer.schedule([key], true)
    return
  }
  cells.replace(key, contentOfAnswer(cell, conflict.theirs))
  store.set(key, {
    edit: null,
    saving: 'saved',
    written: conflict.written
  })
  void drafts.acknowledge([{ key, edit: lastEdit, version: ownVersion }])
  shareCells(tabs, store, [key])
}

/** Deletes answers that can no longer be sent. */
export async function discardStrays({ sync }: SyncedSection): Promise<void> {
  const strays = sync.$status.get().strays.map(({ draft }) => draft)
  const deleted = await sync.parts.drafts.acknowledge(
    strays.map(({ key, edit, own_version }) => ({ key, edit, version: own_version }))
  )
  sync.status.update(deleted.ok ? { strays: [] } : { storageFault: deleted.error })
}
