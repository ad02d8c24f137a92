// What a row of a grid shows of a cell. A text field holds what is typed in it already, so most keys change nothing that a row renders.
import { isNumeric } from '#domain/cell-rules.ts'
import { savingClass } from './cell-marks.tsx'
import { errorOf, warningOf, type CellState } from './cells.ts'
import { lineName, type SectionModel } from './model.ts'

const seen: ((state: CellState) => unknown)[] = [
  savingClass,
  errorOf,
  warningOf,
  state => state.text === '',
  state => state.conflict,
  state => state.isHidden,
  state => state.isSpare,
  state => state.comments,
  state => state.answer.is_not_applicable,
  state => state.answer.is_not_available
]

/** Names the row that has to render after a change of a cell; null when it looks the same and shows no total. */
export function rowToRender({ cells }: SectionModel, key: string, before: CellState, after: CellState): string | null {
  const cell = cells.get(key)
  if (cell === undefined) return null
  const isAlwaysSeen = cell.table.subSection.show_row_totals || !isNumeric(cell.question.question_type)
  const isOther = isAlwaysSeen || seen.some(look => look(before) !== look(after))
  return isOther ? lineName(cell.table, { is: 'row', at: cell.row }) : null
}
