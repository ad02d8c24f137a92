// What a chart says of a supposed figure: where it starts from, and what it changes, in words.

import { formatDifference, formatFigure, formatValue, type Measure } from '#browser/charts/labels/measure.ts'
import { isTruncated, type ChartView } from '#browser/charts/view/chart-view.ts'
import {
  BEST_QUARTER,
  intervalText,
  LINE_NAMES,
  quarterText,
  verdictText
} from '#browser/charts/words/claims.ts'
import { othersAbsenceText } from '#browser/charts/words/disclosure-text.ts'
import type { MetaData } from '#contract/charts.ts'
import { wholePercentile } from '#domain/figures/ranking.ts'
import { figureText } from '#domain/figures/shown-figures.ts'
import {
  numeratorDecimals,
  suppose,
  type Gap,
  type GapLine,
  type Supposed,
  type WhatIfBasis
} from '#domain/figures/what-if.ts'

/** Null without an own value. */
export function whatIfBasis(chartView: ChartView): WhatIfBasis | null {
  const { own, standing, measure, multiplier, data } = chartView
  if (own === null || standing === null) return null
  return {
    value: standing.value,
    numerator: own.numerator,
    denominator: own.denominator,
    multiplier,
    decimals: measure.decimal_places,
    direction: measure.direction,
    statistic: data.chart.statistic,
    target: data.chart.target_value,
    isRounded: data.suppression.is_restricted,
    ...knownOfOthers(chartView)
  }
}

function knownOfOthers(chartView: ChartView): Pick<WhatIfBasis, 'others' | 'lines' | 'pooled'> {
  const { Q1 = null, Median = null, Q3 = null, pooled = null } = chartView.comparison.averages ?? {}
  return {
    others: rankAbsence(chartView) === null ? chartView.others : null,
    lines: { Q1, Median, Q3 },
    pooled
  }
}

/** The saved figure in the form of a supposed one. */
export const savedFigure = (basis: WhatIfBasis): Supposed => ({
  ...suppose(basis, basis.numerator === null ? { value: basis.value } : { numerator: basis.numerator }),
  value: basis.value
})

/** Why a supposed value has no rank; null if it has one. */
export function rankAbsence(chartView: ChartView): string | null {
  const { data, listed } = chartView
  const absence = othersAbsenceText(chartView)
  if (absence !== null) return `${absence} So there is no rank or quarter.`
  if (data.suppression.is_restricted)
    return 'This project shows only averages of peers, so a different value has no rank.'
  return isTruncated(listed) ? 'Not all values are listed here, so a different value has no rank.' : null
}

const MAX_NOUN_WORDS = 3

/** What is counted, within a sentence: 'falls'. Empty if the chart has no short name for it. */
export function numeratorNoun({ unit }: Pick<Measure, 'unit'>, metaData: MetaData | null): string {
  const text = (metaData?.numerator_text ?? '').trim()
  if (text !== '' && text.split(/\s+/).length <= MAX_NOUN_WORDS)
    return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
  return /^\p{L}{3,}$/u.test(unit) && unit !== 'WTE' ? unit : ''
}

/** As a heading: 'Falls'. What a share or a rate counts has no fraction, so without a name it is a count. */
export const numeratorName = (noun: string, { statistic }: Pick<WhatIfBasis, 'statistic'>): string => {
  if (noun !== '') return noun.charAt(0).toUpperCase() + noun.slice(1)
  return statistic === 'proportion' || statistic === 'rate' ? 'Count' : 'Amount'
}

/** '14 fewer', '3 more', '2.5 less' of what has no name. */
export function numeratorChangeText(basis: WhatIfBasis, change: number, noun: string): string {
  const decimals = numeratorDecimals(basis)
  const size = figureText(Math.abs(change), decimals)
  if (change === 0) return 'no change'
  return `${size} ${change > 0 ? 'more' : decimals === 0 || noun !== '' ? 'fewer' : 'less'}`
}

/** '14 fewer', 'reached', 'out of reach'; without a numerator in the measure's unit: '1.5 points lower'. */
export function gapText(gap: Gap, basis: WhatIfBasis, measure: Measure, noun: string): string {
  if (gap.isReached) return basis.direction === 'neutral' ? 'the same' : 'reached'
  if (gap.numeratorChange !== null) return numeratorChangeText(basis, gap.numeratorChange, noun)
  if (basis.numerator !== null) return 'out of reach'
  return `${formatDifference(gap.difference, measure)} ${gap.difference > 0 ? 'lower' : 'higher'}`
}

/** How far the value is from the line, without the unit, which the line shows: '1.5 above'. Empty if it is on the line. */
export function distanceText({ difference }: Gap, { decimal_places }: Measure): string {
  if (difference === 0) return ''
  return `${formatFigure(Math.abs(difference), decimal_places)} ${difference > 0 ? 'above' : 'below'}`
}

/** 'Median', 'Best quarter', 'Lower quartile'. */
export const gapLineName = (line: GapLine, { direction }: Pick<Measure, 'direction'>): string =>
  (line === 'Q1' && direction === 'lower') || (line === 'Q3' && direction === 'higher')
    ? BEST_QUARTER
    : LINE_NAMES[line]

export interface WhatIfRow {
  term: string
  saved: string
  supposed: string
}

/** The saved and the supposed figures side by side, without rows that neither has. */
export function whatIfRows(
  saved: Supposed,
  supposed: Supposed,
  basis: WhatIfBasis,
  measure: Measure,
  noun: string
): WhatIfRow[] {
  const row = (term: string, textOf: (figure: Supposed) => string | null): WhatIfRow[] => {
    const [one, other] = [textOf(saved), textOf(supposed)]
    return one === null && other === null ? [] : [{ term, saved: one ?? '–', supposed: other ?? '–' }]
  }
  const decimals = numeratorDecimals(basis)
  const rankTerm = measure.direction === 'neutral' ? 'From the highest, of' : 'Rank of'
  return [
    ...row(numeratorName(noun, basis), ({ numerator }) =>
      numerator === null ? null : figureText(numerator, decimals)
    ),
    ...row('Value', ({ value }) => formatValue(value, measure)),
    ...row('95% interval', ({ interval95 }) => interval95 && intervalText([...interval95], measure)),
    ...row(`${rankTerm} ${saved.rankOf ?? ''}`, ({ rank }) => (rank === null ? null : String(rank))),
    ...row('Percentile', ({ percentile }) =>
      percentile === null ? null : String(wholePercentile(percentile))
    ),
    ...row('Position', ({ quarter }) => quarter && quarterText(quarter, measure)),
    ...row('Compared with the mean', ({ verdict }) => verdict && verdictText(verdict))
  ]
}

/** 'What if 5.7: 14 fewer falls, rank 10 of 39, lower quartile.' */
export function whatIfSentence(
  saved: Supposed,
  supposed: Supposed,
  basis: WhatIfBasis,
  measure: Measure,
  noun: string
): string {
  const { numerator, value, rank, rankOf, quarter, verdict } = supposed
  const change = numerator === null || saved.numerator === null ? null : numerator - saved.numerator
  const parts = [
    change === null
      ? formatValue(value, measure)
      : `${numeratorChangeText(basis, change, noun)}${change === 0 ? '' : ` ${noun}`.trimEnd()}: ${formatValue(value, measure)}`,
    ...(rank === null ? [] : [`rank ${rank} of ${rankOf}`]),
    ...(quarter === null ? [] : [quarterText(quarter, measure)]),
    ...(verdict === null ? [] : [`${verdictText(verdict)} compared with the mean`])
  ]
  return `${parts.join(', ')}.`
}
