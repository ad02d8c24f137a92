// Verdicts in words and numbers.

import { formatFigure, type Measure } from '#browser/charts/labels/measure.ts'
import { POSITIONS, type ChartAverages } from '#contract/chart-data.ts'
import type { ChartValue, Verdict } from '#contract/chart-values.ts'
import { certaintyOf, verdictOf } from '#domain/figures/pooled.ts'

export type VerdictCertainty = NonNullable<ChartValue['certainty']>

/** `certainty` is null if the verdict is 'similar'. */
export interface GivenVerdict {
  verdict: Verdict
  certainty: VerdictCertainty | null
}

export type ValueInterval = NonNullable<ChartValue['interval_95']>

export const givenVerdict = ({ verdict, certainty }: Pick<ChartValue, 'verdict' | 'certainty'>) =>
  verdict === null ? null : { verdict, certainty }

/** 'plainly worse', 'probably better', 'similar'. */
export const verdictText = ({ verdict, certainty }: GivenVerdict): string =>
  certainty === null ? verdict : `${certainty} ${verdict}`

/** '5.6 to 9.1'. */
export const intervalText = (
  [lower, upper]: ValueInterval,
  { decimal_places }: Pick<Measure, 'decimal_places'>
): string => `${formatFigure(lower, decimal_places)} to ${formatFigure(upper, decimal_places)}`

export interface VerdictCount extends GivenVerdict {
  count: number
}

const VERDICT_ORDER: readonly Verdict[] = ['better', 'lower', 'similar', 'higher', 'worse']
const SIMILAR = VERDICT_ORDER.indexOf('similar')

/** The number of members with each verdict, the better end first, without verdicts that nobody has. */
export function verdictCounts(
  { positions }: NonNullable<ChartAverages['pooled']>,
  direction: Measure['direction']
): VerdictCount[] {
  const order = ({ verdict, certainty }: GivenVerdict): number =>
    VERDICT_ORDER.indexOf(verdict) * 2 +
    (certainty === 'plainly' ? Math.sign(VERDICT_ORDER.indexOf(verdict) - SIMILAR) : 0)
  return POSITIONS.map(position => ({
    verdict: verdictOf(position, direction),
    certainty: certaintyOf(position),
    count: positions[position] ?? 0
  }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => order(a) - order(b))
}

export const verdictCountText = (counts: readonly VerdictCount[]): string =>
  counts.map(one => `${one.count} ${verdictText(one)}`).join(', ')

/** The method of the intervals by statistic; null if there are none. */
export const intervalMethods = {
  none: null,
  proportion: 'Wilson’s score interval for proportions (Wilson 1927)',
  rate: 'Byar’s interval for rates (Breslow and Day 1987)',
  mean: 'Student’s t interval, where the chart has a standard deviation of the cases'
} as const

export const NO_FUNNEL_OF_MEANS =
  'Means have no funnel plot. Each has its own standard deviation, so the number of cases gives no common limits. The ranked bars show the intervals.'

export const VERDICT_METHOD =
  'Better, worse, higher or lower means that the interval excludes the mean of all peers taken together: “probably” for the 95% interval, “plainly” for the 99.8% interval.'
