// Rows that the user adds: one blank row is always shown, and typing into it adds the next. The section
// contains all of them from the start (model.ts), so that drafts, paste and files find their cells; this
// module knows which are started and shown.

import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { lockOfSection } from '#domain/questionnaires/section-changes.ts'
import type { CellState } from './cell-state.ts'
import type { CellObserver, CellStore } from './cell-store.ts'
import { cellAt, isOpenCell, type CellModel, type SectionModel, type TableModel } from './model.ts'

export class RepeatingRows implements CellObserver {
  private readonly model: SectionModel
  private readonly store: CellStore
  private readonly shown: Map<TableModel, WritableAtom<number>>

  /** A locked section shows no blank row. */
  constructor(model: SectionModel, store: CellStore) {
    this.model = model
    this.store = store
    this.shown = new Map(model.tables.map(table => [table, atom(table.cells.length)]))
    // What is signed off can be reopened on the same page.
    this.showUsedRows(lockOfSection(model.section) === null ? 1 : 0)
    store.observe(this)
  }

  /**
   * The number of rows shown, all of them for a table without repeating rows. It never shrinks, so that no
   * row disappears from under the cursor.
   */
  shownOf(table: TableModel): ReadableAtom<number> {
    const $shown = this.shown.get(table)
    if ($shown === undefined) throw new Error(`The section has no table ${table.id}`)
    return $shown
  }

  /** Called when a cell has changed: its row may now be started or empty again. */
  cellChanged(key: string, before: CellState, after: CellState): void {
    const cell = this.model.cells.get(key)
    if (cell === undefined || !isRepeating(cell.table) || isFilled(before) === isFilled(after)) return
    const isTaken = isBegun(this.store, cell.table, cell.row)
    if (after.isUnusedRow === isTaken) this.markUnused(cell.table, cell.row, !isTaken)
    const $shown = this.shown.get(cell.table)
    if (isTaken) $shown?.set(Math.min(cell.table.cells.length, Math.max($shown.get(), cell.row + 2)))
  }

  private showUsedRows(blankRows: number): void {
    for (const [table, $shown] of this.shown) {
      if (!isRepeating(table)) continue
      let last = -1
      for (const row of table.cells.keys()) {
        if (isBegun(this.store, table, row)) last = row
        else this.markUnused(table, row, true)
      }
      $shown.set(Math.min(table.cells.length, last + 1 + blankRows))
    }
  }

  private markUnused(table: TableModel, row: number, isUnusedRow: boolean): void {
    for (const { key } of rowCells(table, row)) this.store.set(key, { isUnusedRow })
  }
}

export const isRepeating = ({ kind, subSection }: TableModel): boolean =>
  kind === 'grid' && subSection.is_repeating

/** The cells of a row that can be cleared together; none if the user did not add the row. */
export const clearableCells = (table: TableModel, row: number): CellModel[] =>
  isRepeating(table) ? rowCells(table, row).filter(isOpenCell) : []

/** Whether a row contains anything. */
export const isBegun = (store: CellStore, table: TableModel, row: number): boolean =>
  rowCells(table, row).some(cell => isOpenCell(cell) && isFilled(store.get(cell.key)))

const rowCells = (table: TableModel, row: number): CellModel[] =>
  table.columnNames.flatMap((_, column) => cellAt(table, row, column) ?? [])

const isFilled = ({ text, answer, conflict }: CellState): boolean =>
  text !== '' || answer.is_not_applicable || answer.is_not_available || conflict !== null
