// What can be done with a range. Each command is one step of undo, and enters values by the rules of typing and pasting.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import {
  cellsInRange,
  isSamePosition,
  positionsIn,
  rectangleOf,
  type CellPosition,
  type CellRange,
  type Rectangle
} from '#browser/section/state/cell-range.ts'
import { contentOfState, textContent, type EditContent } from '#browser/section/state/edit-content.ts'
import { cellAt, isOpenCell, type CellModel, type TableModel } from '#browser/section/state/model.ts'
import { applyChanges, type PlannedChanges } from '#browser/section/table/paste/apply-changes.ts'
import { fitValue } from '#browser/section/table/paste/fit-value.ts'
import type { PasteReport } from '#browser/section/table/paste/paste-report.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { ok } from '#lib/result.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { dayIn, timeZone } from '#lib/time/time-zone.ts'
import { copiedText } from './copy-range.ts'

/** The cells of a range that can be answered now. */
export const openCellsIn = ({ store }: SectionEngine, range: CellRange): CellModel[] =>
  cellsInRange(range).filter(cell => isOpenCell(cell) && !store.get(cell.key).isHidden)

export function clearRange(engine: SectionEngine, range: CellRange): void {
  engine.editing.clear(...openCellsIn(engine, range).map(({ key }) => key))
}

export type NoAnswer = 'isNotApplicable' | 'isNotAvailable'

/** Marks the cells of a range as not applicable or not available. */
export function markRange(engine: SectionEngine, range: CellRange, reason: NoAnswer): void {
  const content = { ...textContent(''), [reason]: true }
  engine.editing.fillCells(openCellsIn(engine, range).map(({ key }) => ({ key, content })))
}

/** Whether a fill goes down the columns or along the rows. */
export type FillDirection = 'down' | 'right'

/** Ctrl+D and Ctrl+R: the first row or column fills the others; a single one takes what is before it. */
export function fillRange(engine: SectionEngine, range: CellRange, direction: FillDirection): PasteReport {
  const to = rectangleOf(range)
  // A single row takes what is above it, a single column what is left of it.
  const top = to.top - (to.top === to.bottom ? 1 : 0)
  const left = to.left - (to.left === to.right ? 1 : 0)
  const source = direction === 'down' ? { ...to, top, bottom: top } : { ...to, left, right: left }
  return repeatInto(engine, range.table, source, to)
}

/** The fill handle: the cells of `source` are repeated over `target`, which contains it. */
export function repeatInto(
  engine: SectionEngine,
  table: TableModel,
  source: Rectangle,
  target: Rectangle
): PasteReport {
  const height = source.bottom - source.top + 1
  const width = source.right - source.left + 1
  const from = ({ row, column }: CellPosition): CellPosition => ({
    row: source.top + modulo(row - source.top, height),
    column: source.left + modulo(column - source.left, width)
  })
  return enterContents(
    engine,
    table,
    positionsIn(target)
      .flat()
      .filter(at => !isSamePosition(from(at), at))
      .map(at => [at, contentAt(engine, table, from(at))])
  )
}

const modulo = (value: number, size: number): number => ((value % size) + size) % size

/** Ctrl+Enter: what is in the active cell, typed a moment ago or not, goes into all cells of the range as one step. */
export function fillFromActive(engine: SectionEngine, range: CellRange, active: CellModel): PasteReport {
  const content = contentOfState(engine.store.get(active.key))
  // Otherwise the typing would be a step of its own.
  engine.editing.revert(active.key)
  return enterContents(
    engine,
    range.table,
    positionsIn(rectangleOf(range))
      .flat()
      .map(at => [at, content])
  )
}

/** Ctrl+': what is in the cell above. */
export const takeFromAbove = (engine: SectionEngine, { table, row, column }: CellModel): PasteReport =>
  enterContents(engine, table, [[{ row, column }, contentAt(engine, table, { row: row - 1, column })]])

/** Ctrl+;: today, in the programme's time zone. */
export const enterToday = (engine: SectionEngine, cell: CellModel): PasteReport =>
  enterContents(engine, cell.table, [[cell, textContent(todayText(cell))]])

export const todayText = ({ question }: CellModel): string =>
  formatCellText({ ...question, question_type: 'date' }, dayIn(presentTime(), timeZone()))

/** What a cell or total contains; null above and beside the table. */
function contentAt(engine: SectionEngine, table: TableModel, at: CellPosition): EditContent | null {
  if (at.row < 0 || at.column < 0) return null
  const cell = cellAt(table, at.row, at.column)
  return isOpenCell(cell)
    ? contentOfState(engine.store.get(cell.key))
    : textContent(copiedText(engine, table, at))
}

/** Enters contents into the cells that take them, as one step. The other cells keep theirs and are named. */
function enterContents(
  engine: SectionEngine,
  table: TableModel,
  contents: readonly (readonly [CellPosition, EditContent | null])[]
): PasteReport {
  const plan: PlannedChanges = { done: 'filled', changes: [], misfits: [], kept: [] }
  for (const [at, content] of contents) {
    const cell = cellAt(table, at.row, at.column)
    // Gaps in the table and its totals take nothing, and nobody expects them to.
    if (content === null || !isOpenCell(cell) || engine.store.get(cell.key).isHidden) continue
    const { key, name } = cell
    const isReason = content.isNotApplicable || content.isNotAvailable || content.text === ''
    const fitted = isReason ? ok(content) : fitValue(engine, cell, content.text)
    if (fitted.ok) plan.changes.push({ key, content: fitted.value })
    else plan.misfits.push({ key, place: name, text: content.text, reason: fitted.error })
  }
  return applyChanges(engine, plan, plan.changes[0]?.key)
}
