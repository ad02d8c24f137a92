// The message that tabs exchange about a cell when something was typed, stored or saved in it.

import type { Authorship, CellState, Conflict } from '#browser/section/state/cell-state.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import type { CellDraft } from './draft-database.ts'

/** What a tab knows about a cell and its newest edit. */
export interface SharedCell {
  key: string
  /** This user's newest edit; it decides which tab is right. */
  lastEdit: string
  /** The same edit while the server does not have it; null afterwards. */
  edit: string | null
  text: string
  answer: CellAnswer
  base: CellAnswer
  version: number
  ownVersion: number
  written: Authorship
  sent: CellAnswer[]
  conflict: Conflict | null
  refusal: string | null
}

/** Tells the other tabs about cells that were edited in this visit. */
export function shareCells(
  tabs: { share: (cells: SharedCell[]) => void },
  store: CellStore,
  keys: readonly string[]
): void {
  const cells = keys.map(key => sharedCell(key, store.get(key))).filter(({ lastEdit }) => lastEdit !== '')
  if (cells.length > 0) tabs.share(cells)
}

export function sharedCell(key: string, state: CellState): SharedCell {
  const { lastEdit, edit, text, answer, base, version, ownVersion, written, sent, conflict, refusal } = state
  return {
    key,
    lastEdit,
    edit,
    text,
    answer,
    base,
    version,
    ownVersion,
    written,
    sent,
    conflict,
    refusal
  }
}

/** Another tab's draft, in the form of its message. */
export const sharedDraft = (
  { edit, base_version, own_version, name: _name, ...draft }: CellDraft,
  { written }: CellState
): SharedCell => ({
  ...draft,
  lastEdit: edit,
  edit,
  version: base_version,
  ownVersion: own_version,
  written,
  conflict: null,
  refusal: null
})
