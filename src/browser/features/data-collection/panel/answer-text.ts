// Answers as text, outside their cells.
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { figureWithUnit } from '#domain/figures/figure-with-unit.ts'
import { cellText } from '#domain/answers/cell-text.ts'
import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'

/** '1,302', 'Yes', 'not applicable'; empty when nothing is answered. */
export function answerText({ question }: CellModel, answer: CellAnswer): string {
  if (answer.is_not_applicable) return 'not applicable'
  return answer.is_not_available ? 'not available' : cellText(question, answer.value)
}

/** The content of the cell now, readable or not. */
export const presentText = (cell: CellModel, state: CellState): string =>
  answerText(cell, state.answer) || state.text || 'blank'

/** '498 h'. Words get no unit. */
export function withUnit({ question }: CellModel, text: string): string {
  return /^[-−]?\d/.test(text) ? figureWithUnit(text, question.unit) : text
}
