// What may be claimed of a figure beside others: its quarter, and whether it is better or worse. No screen decides this itself.

import type { Verdict } from '#contract/chart-values.ts'
import type { ChartDirection, Statistic } from '#contract/charts.ts'
import { binomialCounts, countLimits, poissonCounts, type CountLimits } from './count-limits.ts'
import { hasParts, type FigureParts, type IntervalBounds } from './intervals.ts'
import type { Quartile } from './ranking.ts'
import { shownDifference } from './shown-figures.ts'
import type { Averages } from './statistics.ts'

/** A figure that is shown as equal to the median is in no quarter: where many are equal, the quartile lines may be, too. */
export type Quarter = Quartile | 'median'

/** A figure that is shown at a quartile line has reached it: the line belongs to its better side, and to the middle where neither is better. */
export function claimQuarter(
  value: number,
  quartile: Quartile | null,
  lines: Pick<Averages, 'Median' | 'Q1' | 'Q3'> | null,
  { decimal_places, direction }: { decimal_places: number; direction: ChartDirection }
): Quarter | null {
  const isShownAs = (line: number | null | undefined): boolean =>
    typeof line === 'number' && shownDifference(value, line, decimal_places) === 0
  if (quartile === null) return null
  if (isShownAs(lines?.Median)) return 'median'
  if (isShownAs(lines?.Q1)) return direction === 'lower' ? 1 : 2
  if (isShownAs(lines?.Q3)) return direction === 'higher' ? 4 : 3
  return quartile
}

export type ClaimSide = 'better' | 'worse'

/** The end of a quarter; null for the middle quarters, and if neither end is better. */
export function quarterSide(quarter: Quarter | null, direction: ChartDirection): ClaimSide | null {
  if (direction === 'neutral' || (quarter !== 1 && quarter !== 4)) return null
  return (quarter === 4) === (direction === 'higher') ? 'better' : 'worse'
}

export interface ClaimedFigure extends FigureParts {
  value: number
  multiplier: number
  direction: ChartDirection
  statistic: Statistic
  quarter: Quarter | null
  verdict: Verdict | null
  interval95: IntervalBounds | null
}

export type OthersLines = Pick<Averages, 'Mean' | 'Median' | 'Q1' | 'Q3'> & { n: number | null }

/**
 * Whether a figure is better or worse than the others. The verdict decides. Where sums of others are not disclosed there is none: then the
 * figure must be in an end quarter and differ from the others' middle by more than chance. The quarter alone never decides.
 */
export function claimSide(figure: ClaimedFigure, others: OthersLines | null): ClaimSide | null {
  const { verdict, direction, quarter } = figure
  if (verdict !== null) return verdict === 'better' || verdict === 'worse' ? verdict : null
  const side = quarterSide(quarter, direction)
  return side !== null && others !== null && excludesMiddle(figure, others, quarter === 4) ? side : null
}

/** What a measure shows of a figure at a glance. A place among the others alone does not rule out chance, so it is neither better nor worse. */
export type MeasureMark = ClaimSide | 'similar' | 'position' | 'none'

export interface JudgedMeasure {
  mark: MeasureMark
  /** Whether the figure could have been found better or worse, so that chance could have made it so. */
  isTested: boolean
}

export function judgeMeasure(figure: ClaimedFigure, others: OthersLines | null): JudgedMeasure {
  const { verdict, direction, statistic, interval95, quarter } = figure
  const isTested =
    direction !== 'neutral' &&
    (verdict !== null || (statistic !== 'none' && interval95 !== null && others !== null && quarter !== null))
  const side = claimSide(figure, others)
  if (side !== null) return { mark: side, isTested }
  if (verdict === 'similar' && isTested) return { mark: 'similar', isTested }
  return { mark: quarter === null ? 'none' : 'position', isTested }
}

/** The standard error of a median in interquartile ranges ÷ √n (McGill 1978), and how many of them the middle reaches to each side: three, because the range of twelve values is itself uncertain. */
const MEDIAN_ERROR = 0.93
const MIDDLE_REACH = 3

/**
 * Whether chance does not explain how far a figure is from the middle of the others: their mean, and their median with its own error. If half
 * of them are equal that error is not known, and nothing is claimed.
 */
function excludesMiddle(figure: ClaimedFigure, others: OthersLines, isHigher: boolean): boolean {
  const { interval95, statistic, multiplier } = figure
  const edge = middleEdge(others, isHigher)
  if (interval95 === null || edge === null || !hasParts(statistic, figure)) return false
  if (isHigher ? interval95[0] <= edge : interval95[1] >= edge) return false
  if (statistic === 'mean') return true
  const limits = limitsAround(statistic, edge / multiplier, figure.denominator)
  if (limits === null) return false
  return isHigher === multiplier >= 0 ? figure.numerator >= limits.high : figure.numerator <= limits.low
}

/** The end of the middle on one side; null if it is not known. */
function middleEdge({ n, Mean, Median, Q1, Q3 }: OthersLines, isHigher: boolean): number | null {
  if (n === null || Mean === null || Median === null || Q1 === null || Q3 === null || Q1 === Q3) return null
  const reach = (MIDDLE_REACH * MEDIAN_ERROR * (Q3 - Q1)) / Math.sqrt(n)
  return isHigher ? Math.max(Mean, Median + reach) : Math.min(Mean, Median - reach)
}

/** The limits of a count whose expected share or rate is known; null if there is no such share. */
function limitsAround(statistic: Statistic, expected: number, denominator: number): CountLimits | null {
  if (expected < 0 || (statistic === 'proportion' && expected > 1)) return null
  const chance =
    statistic === 'proportion'
      ? binomialCounts(Math.round(denominator), expected)
      : poissonCounts(denominator * expected)
  return countLimits(chance, '95')
}
