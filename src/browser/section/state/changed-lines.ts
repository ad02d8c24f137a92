// Finds the rows and columns of a table that must render after a cell has changed. A text field already
// shows what is typed, so most keys change nothing that a row shows.

import type { Question } from '#contract/questionnaires.ts'
import { holdsNumber, typeOf } from '#domain/answers/question-types.ts'
import { errorOf, warningOf, type CellState } from './cell-state.ts'
import { shownSaving } from './cell-status.ts'
import { tableLineName, type SectionModel } from './model.ts'

type LineView = (state: CellState) => unknown

const SEEN_VIEWS: LineView[] = [
  shownSaving,
  errorOf,
  warningOf,
  state => state.text === '',
  state => state.conflict,
  state => state.isHidden,
  state => state.isUnusedRow,
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

/** The field already shows what is typed. */
const isTypedFigure = (question: Question): boolean =>
  typeOf(question).entry === 'typed' && holdsNumber(question)

/** The names of the lines to notify: the cell's row if it looks different, and the totals that it counts in. */
export function changedLines(
  { cells }: SectionModel,
  key: string,
  before: CellState,
  after: CellState
): string[] {
  const cell = cells.get(key)
  if (cell === undefined) return []
  const { table, row, column, question } = cell
  const isOther = (looks: readonly LineView[]): boolean => looks.some(look => look(before) !== look(after))
  const { show_row_totals: rowTotals, show_column_totals: columnTotals } = table.subSection
  const isCounted = (rowTotals || columnTotals) && isOther(COUNTED_VIEWS)
  const isSeen = !isTypedFigure(question) || isOther(SEEN_VIEWS)
  return [
    ...(isSeen || (rowTotals && isCounted) ? [tableLineName(table, { is: 'row', at: row })] : []),
    ...(columnTotals && isCounted ? [tableLineName(table, { is: 'column', at: column })] : [])
  ]
}
