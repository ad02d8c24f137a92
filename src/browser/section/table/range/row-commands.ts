// Inserts, removes, moves and sorts the rows of a table whose rows the user adds. Rows keep their numbers, so it is their answers that move:
// one step of undo each.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { rectangleOf, type CellRange } from '#browser/section/state/cell-range.ts'
import {
  contentOfState,
  isSameContent,
  textContent,
  type EditContent
} from '#browser/section/state/edit-content.ts'
import { cellAt, isOpenCell, type CellModel, type TableModel } from '#browser/section/state/model.ts'
import { isBegun } from '#browser/section/state/repeating-rows.ts'
import { compareForSort } from '#lib/compare.ts'
import { countOf } from '#lib/format.ts'

/** The contents of a row by column; null where nothing can be entered. */
type RowContent = readonly (EditContent | null)[]

/** What the user should know: why nothing was done, or what did not move along. Null if there is nothing. */
export type RowNotice = string | null

/** Blank rows before the range, as many as it has. */
export function insertBlankRows(engine: SectionEngine, { table, ...ends }: CellRange): RowNotice {
  const { top, bottom } = rectangleOf(ends)
  const count = bottom - top + 1
  const rows = usedRows(engine, table)
  if (Math.max(rows.length, top) + count > table.cells.length)
    return `Nothing was inserted. The table takes at most ${countOf(table.cells.length, 'row')}.`
  const blank = Array.from({ length: count }, () => blankRow(table))
  return writeRowContents(engine, table, [...rows.slice(0, top), ...blank, ...rows.slice(top)])
}

/** The rows below close the gap. */
export function removeRows(engine: SectionEngine, { table, ...ends }: CellRange): RowNotice {
  const { top, bottom } = rectangleOf(ends)
  return writeRowContents(
    engine,
    table,
    usedRows(engine, table).filter((_, row) => row < top || row > bottom)
  )
}

/** The rows of the range change places with the one above or below. Returns where they are; null if they cannot move. */
export function moveRows(engine: SectionEngine, range: CellRange, by: -1 | 1): CellRange | null {
  const { table, anchor, focus } = range
  const { top, bottom } = rectangleOf(range)
  const rows = [...usedRows(engine, table)]
  if (top + by < 0 || bottom + by >= rows.length) return null
  const [neighbour] = by < 0 ? rows.splice(top - 1, 1) : rows.splice(bottom + 1, 1)
  rows.splice(by < 0 ? bottom : top, 0, ...(neighbour === undefined ? [] : [neighbour]))
  writeRowContents(engine, table, rows)
  const moved = ({ row, column }: typeof anchor): typeof anchor => ({ row: row + by, column })
  return { table, anchor: moved(anchor), focus: moved(focus) }
}

/** By the answers in one column. Blank rows go, and blank answers are last in either direction. */
export function sortRowsBy(
  engine: SectionEngine,
  table: TableModel,
  column: number,
  direction: 'ascending' | 'descending'
): RowNotice {
  const rows = usedRows(engine, table).map((content, row) => ({
    content,
    value: sortValue(engine, cellAt(table, row, column))
  }))
  const sorted = rows
    .filter(({ content }) => content.some(cell => cell !== null && !isSameContent(cell, BLANK)))
    .toSorted((one, other) => compareForSort(one.value, other.value, direction === 'descending'))
  return writeRowContents(
    engine,
    table,
    sorted.map(({ content }) => content)
  )
}

const BLANK = textContent('')

const blankRow = (table: TableModel): RowContent => table.columnNames.map(() => BLANK)

/** Up to the last one that contains something. */
function usedRows(engine: SectionEngine, table: TableModel): RowContent[] {
  const last = table.cells.findLastIndex((_, row) => isBegun(engine.store, table, row))
  return table.cells
    .slice(0, last + 1)
    .map(cells => cells.map(cell => (isOpenCell(cell) ? contentOfState(engine.store.get(cell.key)) : null)))
}

function sortValue(engine: SectionEngine, cell: CellModel | null): number | string | null {
  if (cell === null) return null
  const { answer, text } = engine.store.get(cell.key)
  if (typeof answer.value === 'number' && cell.question.option_list.length === 0) return answer.value
  return text === '' ? null : text
}

/** Writes the rows from the first on; what was below them becomes blank. */
function writeRowContents(engine: SectionEngine, table: TableModel, rows: readonly RowContent[]): RowNotice {
  const changes = table.cells.flatMap((cells, row) =>
    cells.flatMap((cell, column) => {
      const content = rows[row] === undefined ? BLANK : rows[row][column]
      if (!isOpenCell(cell) || !content || isSameContent(content, contentOfState(engine.store.get(cell.key))))
        return []
      return [{ cell, content }]
    })
  )
  engine.editing.fillCells(changes.map(({ cell, content }) => ({ key: cell.key, content })))
  const commented = changes.find(({ cell }) => engine.store.get(cell.key).comments.length > 0)?.cell
  return commented === undefined
    ? null
    : `Comments stay where they were written. Check those of ${table.rowNames[commented.row]}.`
}
