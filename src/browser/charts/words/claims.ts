// What charts, tables, exports and packs say of a figure beside others. All of them take their words from here (decision 0038).

import { formatDifference, formatFigure, formatValue, type Measure } from '#browser/charts/labels/measure.ts'
import type { ChartAverages, OwnSummary } from '#contract/chart-data.ts'
import type { ChartValue, Verdict } from '#contract/chart-values.ts'
import { POSITIONS } from '#contract/funnel-positions.ts'
import { quarterSide, type Quarter } from '#domain/figures/claims.ts'
import { certaintyOf, verdictOf } from '#domain/figures/pooled.ts'
import { isBetter, type RankCounts } from '#domain/figures/ranking.ts'
import { shownDifference, shownFigure } from '#domain/figures/shown-figures.ts'
import { formatCount } from '#lib/format.ts'

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

/** Decimals beyond those of the measure that are tried to tell an interval from a mean that it excludes. */
const MORE_DECIMALS = 6

/** As many decimals as it takes to show a mean outside the interval that excludes it. */
function decimalsToTell([lower, upper]: ValueInterval, mean: number | null, decimals: number): number {
  if (mean === null || (lower <= mean && mean <= upper)) return decimals
  const end = mean < lower ? lower : upper
  const isTold = (places: number): boolean => shownFigure(end, places) !== shownFigure(mean, places)
  for (let places = decimals; places < decimals + MORE_DECIMALS; places += 1)
    if (isTold(places)) return places
  return decimals
}

/** '5.6 to 9.1'. With more decimals if a mean that it excludes would seem to be in it. */
export function intervalText(
  interval: ValueInterval,
  { decimal_places, pooledMean = null }: Pick<Measure, 'decimal_places' | 'pooledMean'>
): string {
  const decimals = decimalsToTell(interval, pooledMean, decimal_places)
  return interval.map(end => formatFigure(end, decimals)).join(' to ')
}

export interface ComparedFigure {
  value: number
  verdict: GivenVerdict | null
  interval95: ValueInterval | null
  interval998: ValueInterval | null
}

/**
 * 'Its 95% interval, 5.6 to 9.1, includes the mean of all peers taken together (6.8): ' before the verdict; null if there is none.
 */
export function verdictReason(
  { value, verdict, interval95, interval998 }: ComparedFigure,
  pooled: Pick<NonNullable<ChartAverages['pooled']>, 'mean'> | null,
  measure: Measure
): string | null {
  const isPlain = verdict?.certainty === 'plainly'
  const interval = isPlain ? interval998 : interval95
  if (pooled === null || verdict === null || interval === null) return null
  const { mean } = pooled
  const decimal_places = decimalsToTell(interval, mean, measure.decimal_places)
  const start = `Its ${isPlain ? '99.8%' : '95%'} interval, ${intervalText(interval, { ...measure, pooledMean: mean })},`
  const of = `the mean of all peers taken together (${formatValue(mean, { ...measure, decimal_places })})`
  const isIncluded = interval[0] <= mean && mean <= interval[1]
  if (isIncluded) return `${start} includes ${of}: `
  if (verdict.certainty !== null) return `${start} excludes ${of}: `
  return shownDifference(value, mean, measure.decimal_places) === 0
    ? `It is equal to the mean of all peers taken together (${formatValue(mean, measure)}): `
    : `${start} excludes ${of}, but chance can explain the difference: `
}

const quarterNames = {
  1: 'lower quartile',
  2: 'lower middle',
  median: 'equal to the median',
  3: 'upper middle',
  4: 'upper quartile'
} as const

/** The names of Q1 and Q3, the keys of averages. */
export const QUARTILE_NAMES = { Q1: 'Lower quartile', Q3: 'Upper quartile' } as const

/** The averages beside their lines. */
export const AVERAGE_NAMES = { Mean: 'Mean', Median: 'Median', ...QUARTILE_NAMES } as const

export const LINE_NAMES = { ...AVERAGE_NAMES, Target: 'Target' } as const

/** What a value reaches with the quartile on the better side. */
export const BEST_QUARTER = 'Best quarter'

const quarterEnds = { better: ' (best)', worse: ' (worst)' } as const

/** Quarters are counted from the lowest values, so the ends say whether they are the better ones: 'lower quartile (best)'. */
export function quarterText(quarter: Quarter, { direction }: Pick<Measure, 'direction'>): string {
  const side = quarterSide(quarter, direction)
  return `${quarterNames[quarter]}${side === null ? '' : quarterEnds[side]}`
}

/** 'equal to 9.7%, ', '1.2 points above the median of 38 peers (9.7%)'. */
export function medianText(difference: number, median: number, others: string, measure: Measure): string {
  const size =
    difference === 0
      ? 'the same as'
      : `${formatDifference(difference, measure)} ${difference > 0 ? 'above' : 'below'}`
  return `${size} the median of ${others} (${formatValue(median, measure)})`
}

const rankWords = {
  higher: ['Better', 'Worse'],
  lower: ['Better', 'Worse'],
  neutral: ['Higher', 'Lower']
} as const

/** 'Better than 98 of 130 peers and equal to 1', by the figures as they are shown; 'Higher than' if neither side is better. */
export function rankClaim({ lower, equal, higher }: RankCounts, direction: Measure['direction']): string {
  const n = lower + equal + higher
  const [word, opposite] = rankWords[direction]
  const beaten = direction === 'lower' ? higher : lower
  const all = n === 1 ? 'the only peer' : `all ${formatCount(n)} peers`
  if (equal === n) return `Equal to ${all}`
  if (beaten === n) return `${word} than ${all}`
  if (n === 1) return `${opposite} than ${all}`
  const of = beaten === 0 ? 'none of the' : `${formatCount(beaten)} of`
  return `${word} than ${of} ${formatCount(n)} peers${equal === 0 ? '' : ` and equal to ${formatCount(equal)}`}`
}

interface PlacedFigure {
  verdict: GivenVerdict | null
  quarter: Quarter | null
  neighbours: RankCounts | null
  rank: number | null
  rankOf: number
}

/** 'Better than 98 of 130 peers (rank 32 of 131)'. A rank within chance is no praise or blame, so it counts no peers; nor does a count that says otherwise than the verdict. */
export function leadText(
  { verdict, quarter, neighbours, rank, rankOf }: PlacedFigure,
  measure: Measure
): string {
  const place = rank === null ? '' : `rank ${formatCount(rank)} of ${formatCount(rankOf)}`
  const start =
    verdict === null
      ? quarter && quarterText(quarter, measure)
      : verdict.verdict === 'similar'
        ? 'similar to peers'
        : sideLead(verdict.verdict, neighbours, measure)
  if (!start) return place === '' ? 'Not compared' : `${place.charAt(0).toUpperCase()}${place.slice(1)}`
  return `${start.charAt(0).toUpperCase()}${start.slice(1)}${place === '' ? '' : ` (${place})`}`
}

function sideLead(
  verdict: Exclude<Verdict, 'similar'>,
  neighbours: RankCounts | null,
  { direction }: Measure
): string {
  const isHigh =
    direction === 'neutral' ? verdict === 'higher' : (verdict === 'better') === (direction === 'higher')
  const n = neighbours ? neighbours.lower + neighbours.equal + neighbours.higher : 0
  const passed = neighbours ? (isHigh ? neighbours.lower : neighbours.higher) : 0
  return passed > n / 2
    ? `${verdict} than ${passed === n ? 'all' : `${formatCount(passed)} of`} ${formatCount(n)} peers`
    : `${verdict} than the mean of peers`
}

/** How far a value is from the median: the gap to close, by how much it is better, or on which side it is. */
export function medianGap(
  value: number,
  median: number,
  difference: number,
  measure: Measure
): { term: string; text: string } {
  if (difference === 0) return { term: 'Difference from the median', text: 'none' }
  const size = formatDifference(difference, measure)
  if (measure.direction === 'neutral')
    return { term: difference > 0 ? 'Above the median' : 'Below the median', text: size }
  if (isBetter(value, median, measure.direction)) return { term: 'Better than the median by', text: size }
  return { term: 'To reach the median', text: `${difference > 0 ? '−' : '+'}${size}` }
}

const trendLabels = { better: 'better', worse: 'worse', same: 'no change' } as const

/** Better or worse if the measure has a direction, otherwise higher or lower; empty without an earlier value. */
export function trendWord(summary: OwnSummary | undefined, change: number | null): string {
  if (!summary || change === null) return ''
  if (summary.trend !== 'unknown') return trendLabels[summary.trend]
  return change === 0 ? trendLabels.same : change > 0 ? 'higher' : 'lower'
}

/** 'plainly worse than the mean of 38 peers (85 %).' */
export const verdictAgainstMean = (
  given: GivenVerdict,
  mean: number,
  others: string,
  measure: Measure
): string => `${verdictText(given)} than the mean of ${others} (${formatValue(mean, measure)}).`

/** Why a side is claimed where the sums of the others are not disclosed. */
export const intervalReason = 'its 95% interval excludes their mean and median.'

type Pooled = NonNullable<ChartAverages['pooled']>

/**
 * How a set's spread compares with chance. The factor is one of variances, so its inverse is the share of the variation that chance explains. Limits
 * that most lie outside of judge nobody.
 */
export function spreadText(pooled: Pooled): string {
  const { dispersion, is_over_dispersed, n } = pooled
  if (!is_over_dispersed || dispersion === null) return 'Their spread is no more than chance explains.'
  const share = 100 / dispersion
  const explained = `Chance explains ${share < 1 ? 'less than 1%' : `about ${formatFigure(share, 0)}%`} of their variation (over-dispersion)`
  return countOutside(pooled) > n / 2
    ? `${explained}. Most lie outside limits that allow for chance alone, so compare with the median instead.`
    : `${explained}: read a point just outside as a question, not as a verdict.`
}

const countOutside = ({ positions }: Pooled): number =>
  POSITIONS.reduce((sum, position) => sum + (position === 'similar' ? 0 : (positions[position] ?? 0)), 0)

/** How many lie outside the limits, beside how many chance alone would put there. */
export function outsideText(pooled: Pooled, others: string): string {
  const outside = countOutside(pooled)
  const most = Math.max(1, Math.round(pooled.n * 0.05))
  return `${outside} of ${others} ${outside === 1 ? 'lies' : 'lie'} outside the 95% limits; chance alone would put at most about ${most} there.`
}

const limitsOutside = { plainly: 'outside the 99.8% limits', probably: 'outside the 95% limits' } as const

/** Where a figure lies in a funnel plot, and what chance alone gives. */
export const funnelPlaceText = (
  name: string,
  given: GivenVerdict,
  counted: string,
  [low, high]: readonly [string, string],
  mean: string
): string =>
  `${name} lies ${given.certainty === null ? 'inside the 95% limits' : limitsOutside[given.certainty]}, ${verdictText(given)}: with ${counted} chance alone gives ${low} to ${high} around the mean of ${mean}.`

export interface VerdictCount extends GivenVerdict {
  count: number
}

const BETTER_FIRST: readonly Verdict[] = ['better', 'lower', 'similar', 'higher', 'worse']
const SIMILAR = BETTER_FIRST.indexOf('similar')

/** The number of members with each verdict, the better end first, without verdicts that nobody has. */
export function verdictCounts(
  { positions }: NonNullable<ChartAverages['pooled']>,
  direction: Measure['direction']
): VerdictCount[] {
  const order = ({ verdict, certainty }: GivenVerdict): number =>
    BETTER_FIRST.indexOf(verdict) * 2 +
    (certainty === 'plainly' ? Math.sign(BETTER_FIRST.indexOf(verdict) - SIMILAR) : 0)
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

/** 'Of 130 peers, 24 are better than their mean, 80 similar to it and 26 worse.' */
export function verdictSummary(pooled: Pooled, direction: Measure['direction'], others: string): string {
  const counts = verdictCounts(pooled, direction)
  const count = (verdict: Verdict): number =>
    counts.reduce((sum, one) => sum + (one.verdict === verdict ? one.count : 0), 0)
  const [first, last] =
    direction === 'neutral' ? (['higher', 'lower'] as const) : (['better', 'worse'] as const)
  return `Of ${others}, ${count(first)} ${count(first) === 1 ? 'is' : 'are'} ${first} than their mean, ${count('similar')} similar to it and ${count(last)} ${last}.`
}

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
  'Better, worse, higher or lower means that the interval excludes the mean of all peers taken together, and that an exact test against all peers excludes chance: “probably” at the 95% level, “plainly” at the 99.8% level.'

/** What the terms beside a chart mean. */
export const TERM_MEANINGS: Readonly<Partial<Record<string, string>>> = {
  interval:
    'How far the figure may be from the truth by chance alone: in 95 of 100 such cases the interval includes the true figure.',
  verdict: `Compared with the mean of all peers taken together. ${VERDICT_METHOD}`,
  percentile:
    'The share of the compared values that are lower than this one, from 0 to 100. Equal values count as half.',
  quarter:
    'The compared values, split at the median and the quartiles into four groups of equal size. The <em>upper</em> quartile is not always the best.'
}

/** Worst first: worse, higher or lower, similar, better; plain verdicts are the outermost of each. */
export const VERDICT_ORDER: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['plainly worse'],
    ['probably worse'],
    ['plainly higher', 'plainly lower'],
    ['probably higher', 'probably lower'],
    ['similar'],
    ['probably better'],
    ['plainly better']
  ].flatMap((texts, order) => texts.map(text => [text, order]))
)

export const DISPERSION_TERM = 'Spread over chance'

export const FUNNEL_LIMITS_NOTE =
  'The limits are where a value would just differ from the mean by more than chance. They are not widened for over-dispersion.'

export const NO_SIGNAL = 'No clear change: the differences between periods may be due to chance.'
