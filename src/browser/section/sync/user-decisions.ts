// The user's decisions about answers that cannot be sent as they are. Loaded with the part that asks for them.

import { contentOfAnswer } from '#browser/section/state/edit-content.ts'
import type { CellDraft } from './draft-database.ts'
import { cellDraft } from './draft-writer.ts'
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

interface KeptAnswer {
  key: string
  /** The cell's name; null for a draft of an earlier version of the page. */
  name: string | null
  text: string
}

/** Answers on this device that are not sent: strays, and all of a locked section. */
function keptDrafts({ sync }: SyncedSection): CellDraft[] {
  const { model, store } = sync.parts
  const edited = sync.isLocked ? [...store.keys()].filter(key => store.get(key).edit !== null) : []
  const drafts = edited.map(key => cellDraft(key, store.get(key), model.cells.get(key)?.name))
  return [...sync.$status.get().strays, ...drafts]
}

export const keptAnswers = (section: SyncedSection): KeptAnswer[] =>
  keptDrafts(section).map(({ key, name, text, answer: { is_not_applicable, is_not_available } }) => {
    const reason = is_not_applicable ? 'Not applicable' : is_not_available ? 'Not available' : ''
    return {
      key,
      name: name ?? section.sync.parts.model.cells.get(key)?.name ?? null,
      text: text || reason || 'blank'
    }
  })

/** Deletes answers that are not sent. */
export async function discardKept(section: SyncedSection): Promise<void> {
  const { status, clock, parts } = section.sync
  const { store, model, cells, drafts, tabs } = parts
  const kept = keptDrafts(section)
  const deleted = await drafts.acknowledge(
    kept.map(({ key, edit, own_version }) => ({ key, edit, version: own_version }))
  )
  if (!deleted.ok) return status.update({ storageFault: deleted.error })
  for (const { key, edit } of kept) {
    const cell = model.cells.get(key)
    const state = store.find(key)
    if (cell === undefined || state?.edit !== edit) continue
    const { theirs: base, version, written } = state.conflict ?? { ...state, theirs: state.base }
    cells.replace(key, contentOfAnswer(cell, base))
    store.set(key, {
      base,
      version,
      written,
      edit: null,
      lastEdit: clock.next(),
      sent: [],
      conflict: null,
      refusal: null,
      saving: 'saved'
    })
    shareCells(tabs, store, [key])
  }
  status.update({ strays: [] })
}
