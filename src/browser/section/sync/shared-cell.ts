// The message that tabs exchange about a cell when something was typed, stored or saved in it.

import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import { pickFields } from '#lib/pick-fields.ts'
import type { CellDraft } from './draft-database.ts'

const SHARED_FIELDS = [
  'asked',
  'lastEdit',
  'edit',
  'text',
  'answer',
  'base',
  'version',
  'ownVersion',
  'written',
  'sent',
  'conflict',
  'refusal'
] as const

/** What a tab knows about a cell and its newest edit. Of two tabs the one with the newer `lastEdit` is right. */
export interface SharedCell extends Pick<CellState, (typeof SHARED_FIELDS)[number]> {
  key: string
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

export const sharedCell = (key: string, state: CellState): SharedCell => ({
  key,
  ...pickFields(state, SHARED_FIELDS)
})

/** Another tab's draft, in the form of its message. */
export const sharedDraft = (
  { edit, base_version, own_version, name: _name, ...draft }: CellDraft,
  { asked, written }: CellState
): SharedCell => ({
  asked,
  ...draft,
  lastEdit: edit,
  edit,
  version: base_version,
  ownVersion: own_version,
  written,
  conflict: null,
  refusal: null
})
