// Answers as text, outside their cells.

import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { figureWithUnit } from '#domain/figures/figure-with-unit.ts'

/** '1,302', 'Yes', 'not applicable'; empty when nothing is answered. */
export function panelAnswer({ question }: CellModel, answer: CellAnswer): string {
  if (answer.is_not_applicable) return 'not applicable'
  return answer.is_not_available ? 'not available' : formatCellText(question, answer.value)
}

/** The content of the cell now, readable or not. */
export const presentText = (cell: CellModel, state: CellState): string =>
  panelAnswer(cell, state.answer) || state.text || 'blank'

/** '498 h'. Words get no unit. */
export function withCellUnit({ question }: CellModel, text: string): string {
  return /^[-−]?\d/.test(text) ? figureWithUnit(text, question.unit) : text
}
