// What the panel says about a cell's figures.

import type { CellModel } from '#browser/section/state/model.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import { percentChange, roundedPercent } from '#domain/answers/cell-rules.ts'
import { formatNumber } from '#domain/answers/number-input.ts'
import { takesPercent, typeOf } from '#domain/answers/question-types.ts'
import { plus } from '#domain/figures/decimals.ts'

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
