// Formats a measure's figures: value, unit, difference.

import type { ChartData } from '#contract/chart-data.ts'
import { figureWithUnit } from '#domain/figures/figure-with-unit.ts'
import { figureText } from '#domain/figures/shown-figures.ts'

export type Measure = Pick<
  ChartData['chart'],
  'chart_name' | 'unit' | 'decimal_places' | 'direction' | 'denominator_text'
>

type MeasureFormat = Pick<Measure, 'decimal_places' | 'unit'>

/** '14.8', '1,204', '−0.3': the figure alone with the measure's decimals. */
export const formatFigure = figureText

/** Keeps a figure and its unit on one line. */
const NO_BREAK = '\u00a0'

/** '14.8%', '£12.40', '1.31 WTE', '46' where there is no unit. Currency signs come first. */
export function formatValue(value: number, { decimal_places, unit }: MeasureFormat): string {
  return figureWithUnit(formatFigure(value, decimal_places), unit, NO_BREAK)
}

/** The size of a difference: '0.09 WTE'. Shares differ by points, not by per cent: '5.5 points'. */
export function formatDifference(difference: number, measure: MeasureFormat): string {
  const size = Math.abs(difference)
  return measure.unit === '%'
    ? `${formatFigure(size, measure.decimal_places)} points`
    : formatValue(size, measure)
}

export const directionText = { higher: 'Higher is better.', lower: 'Lower is better.', neutral: '' } as const

const quarterNames = {
  1: 'lowest quarter',
  2: '2nd quarter',
  3: '3rd quarter',
  4: 'highest quarter'
} as const

/** Quarters are counted from the lowest values, so the ends say whether they are the better ones: 'lowest quarter (best)'. */
export function quarterText(quartile: 1 | 2 | 3 | 4, measure: Pick<Measure, 'direction'>): string {
  const end = isBestQuarter(quartile, measure)
    ? ' (best)'
    : isWorstQuarter(quartile, measure)
      ? ' (worst)'
      : ''
  return `${quarterNames[quartile]}${end}`
}

export const isBestQuarter = (quartile: 1 | 2 | 3 | 4, { direction }: Pick<Measure, 'direction'>): boolean =>
  direction !== 'neutral' && quartile === (direction === 'higher' ? 4 : 1)

export const isWorstQuarter = (quartile: 1 | 2 | 3 | 4, { direction }: Pick<Measure, 'direction'>): boolean =>
  direction !== 'neutral' && quartile === (direction === 'higher' ? 1 : 4)
