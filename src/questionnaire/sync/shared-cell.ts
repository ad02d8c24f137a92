// What one tab tells the others of a cell, when something was typed, kept or saved in it.
import type { CellAnswer } from '#domain/cell-rules.ts'
import type { CellState, Conflict } from '../state/cell-state.ts'
import type { CellStore } from '../state/cell-store.ts'
import type { Draft } from './draft-database.ts'

/** What a tab knows of a cell and of its newest edit. */
export interface SharedCell {
  key: string
  /** The newest edit of this person; it decides which tab is right. */
  lastEdit: string
  /** The same while the server does not have it; null once it has. */
  edit: string | null
  text: string
  answer: CellAnswer
  base: CellAnswer
  version: number
  ownVersion: number
  updatedAt: string | null
  updatedBy: string | null
  sent: CellAnswer[]
  conflict: Conflict | null
  refusal: string | null
}

/** Tells the other tabs of cells that were edited in this visit. */
export function shareCells(
  tabs: { share: (cells: SharedCell[]) => void },
  store: CellStore,
  keys: readonly string[]
): void {
  const cells = keys.map(key => sharedCell(key, store.get(key))).filter(({ lastEdit }) => lastEdit !== '')
  if (cells.length > 0) tabs.share(cells)
}

export function sharedCell(key: string, state: CellState): SharedCell {
  const {
    lastEdit,
    edit,
    text,
    answer,
    base,
    version,
    ownVersion,
    updatedAt,
    updatedBy,
    sent,
    conflict,
    refusal
  } = state
  return {
    key,
    lastEdit,
    edit,
    text,
    answer,
    base,
    version,
    ownVersion,
    updatedAt,
    updatedBy,
    sent,
    conflict,
    refusal
  }
}

/** A draft of another tab, as that tab would tell of it. */
export const sharedDraft = (
  { edit, base_version, own_version, ...draft }: Draft,
  { updatedAt, updatedBy }: CellState
): SharedCell => ({
  ...draft,
  lastEdit: edit,
  edit,
  version: base_version,
  ownVersion: own_version,
  updatedAt,
  updatedBy,
  conflict: null,
  refusal: null
})
