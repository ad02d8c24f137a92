// Finds the rows and totals of a table that must render after a cell has changed. A text field already
// shows what is typed, so most keys change nothing that a row shows.

import type { Question } from '#contract/questionnaires.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { errorOf, warningOf, type CellState } from './cell-state.ts'
import { cellStatus, changeText } from './cell-status.ts'
import { tableLineName, totalName, type CellModel, type SectionModel } from './model.ts'

type LineView = (state: CellState, cell: CellModel) => unknown

const SEEN_VIEWS: LineView[] = [
  errorOf,
  warningOf,
  (state, cell) => cellStatus(cell, state),
  state => state.conflict,
  state => state.isHidden,
  state => state.isUnusedRow,
  changeText,
  state => state.comments,
  state => state.answer.is_not_applicable,
  state => state.answer.is_not_available
]

/** What a total depends on (totals.ts). */
const COUNTED_VIEWS: LineView[] = [
  state => state.answer,
  state => state.check.errors.length > 0,
  state => state.isHidden,
  state => state.isUnusedRow
]

/** The field already shows what is typed. A date may change its field too (src/browser/section/table/text-field.tsx). */
const isTyped = (question: Question): boolean =>
  typeOf(question).entry === 'typed' && typeOf(question).holds !== 'date'

/** What to notify, by name: the cell's row if it looks different, and the totals that it counts in. */
export function changedLines(
  { cells }: SectionModel,
  key: string,
  before: CellState,
  after: CellState
): string[] {
  const cell = cells.get(key)
  if (cell === undefined) return []
  const { table, row, column, question } = cell
  const isOther = (looks: readonly LineView[]): boolean =>
    looks.some(look => look(before, cell) !== look(after, cell))
  const { show_row_totals: rowTotals, show_column_totals: columnTotals } = table.subSection
  const isCounted = (rowTotals || columnTotals) && typeOf(question).isSummed && isOther(COUNTED_VIEWS)
  const isSeen = !isTyped(question) || isOther(SEEN_VIEWS)
  return [
    ...(isSeen ? [tableLineName(table, { is: 'row', at: row })] : []),
    ...(rowTotals && isCounted ? [totalName(table, { is: 'row', at: row })] : []),
    ...(columnTotals && isCounted ? [totalName(table, { is: 'column', at: column })] : [])
  ]
}
