// Answers as text, outside their cells.

import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import { percentChange, roundedPercent, type CellAnswer } from '#domain/answers/cell-rules.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { formatNumber } from '#domain/answers/number-input.ts'
import { takesPercent, typeOf } from '#domain/answers/question-types.ts'
import { plus } from '#domain/figures/decimals.ts'
import { figureWithUnit } from '#domain/figures/figure-with-unit.ts'

/** '1,302', 'Yes', 'not applicable'; empty when nothing is answered. */
export function panelAnswer({ question }: CellModel, answer: CellAnswer): string {
  if (answer.is_not_applicable) return 'not applicable'
  return answer.is_not_available ? 'not available' : formatCellText(question, answer.value)
}

/** The content of the cell now, readable or not. */
export const presentText = (cell: CellModel, state: CellState): string =>
  panelAnswer(cell, state.answer) || state.text || 'blank'

const MAX_PERCENT = 900

/**
 * 'up 4%', 'down 0.5 points': how a figure has changed since a former one; null where that says nothing. A change of a percentage in per cent
 * would be read as its difference.
 */
export function changeSince({ question }: CellModel, value: CellValue, former: CellValue): string | null {
  if (typeof value !== 'number' || typeof former !== 'number' || typeOf(question).options !== 'none')
    return null
  const difference = plus(value, -former)
  if (difference === 0) return 'no change'
  const way = difference > 0 ? 'up' : 'down'
  if (takesPercent(question)) return `${way} ${formatNumber(Math.abs(difference))} points`
  const percent = percentChange(value, former)
  if (percent === null) return null
  // 'up 52,288%' tells nobody anything.
  return percent < MAX_PERCENT ? `${way} ${roundedPercent(percent)}%` : 'more than 10 times as much'
}

/** '498 h'. Words get no unit. */
export function withCellUnit({ question }: CellModel, text: string): string {
  return /^[-−]?\d/.test(text) ? figureWithUnit(text, question.unit) : text
}
