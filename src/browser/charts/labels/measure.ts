// Formats a measure's figures: value, unit, difference.

import type { ChartData } from '#contract/chart-data.ts'
import { figureWithUnit } from '#domain/figures/figure-with-unit.ts'
import { figureText } from '#domain/figures/shown-figures.ts'

export type Measure = Pick<
  ChartData['chart'],
  'chart_name' | 'unit' | 'decimal_places' | 'direction' | 'numerator_text' | 'denominator_text'
> & {
  /** The mean of all peers taken together, which intervals are compared with. */
  pooledMean?: number | null
}

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
