// The sentences of tabs that show something else than ranked bars: what their own picture shows.

import { formatValue } from '#browser/charts/labels/measure.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { shownDifference } from '#domain/figures/shown-figures.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { verdictSummary } from './claims.ts'
import { ownCounts } from './denominator-name.ts'
import { comparedWithText, othersAbsenceText } from './disclosure-text.ts'
import { groupPieces, type SentencePart } from './sentence.ts'

/** 'The middle half of peers lies between 5.2 and 8.2. Ward 1A, at 5.1, is below it.' Null if the quartiles are not shown. */
export function distributionSentence(chartView: ChartView): SentencePart[] | null {
  const { measure, comparison } = chartView
  const { Q1 = null, Q3 = null } = comparison.averages ?? {}
  if (Q1 === null || Q3 === null || othersAbsenceText(chartView) !== null) return null
  return [
    {
      text: `The middle half of peers lies between ${formatValue(Q1, measure)} and ${formatValue(Q3, measure)}.`,
      isStrong: true
    },
    ...ownPlacePieces(chartView)
  ]
}

/** Where a value is beside the middle half, by the figures as they are shown. */
function middleHalfText(value: number, [Q1, Q3]: readonly [number, number], decimals: number): string {
  const aboveQ1 = shownDifference(value, Q1, decimals)
  const aboveQ3 = shownDifference(value, Q3, decimals)
  if (aboveQ1 < 0) return 'below it'
  if (aboveQ3 > 0) return 'above it'
  if (aboveQ1 > 0 && aboveQ3 < 0) return 'in it'
  if (aboveQ1 === aboveQ3) return 'equal to all of it'
  return aboveQ1 === 0 ? 'at its lower end' : 'at its upper end'
}

function ownPlacePieces({ own, standing, measure, comparison: { averages } }: ChartView): SentencePart[] {
  const { Q1 = null, Q3 = null } = averages ?? {}
  if (own === null || !standing || standing.quarter === null || Q1 === null || Q3 === null) return []
  const place = middleHalfText(standing.value, [Q1, Q3], measure.decimal_places)
  return [{ text: ` ${own.name}, at ${formatValue(standing.value, measure)}, is ${place}.` }]
}

/** The middle of the peers, and where the own value is beside it. */
export const spreadSentence = (chartView: ChartView): SentencePart[] => [
  ...groupPieces(chartView),
  ...ownPlacePieces(chartView)
]

/**
 * What the own figure counts, and how many of the peers differ from their mean: not where their sums are not disclosed, or if they are of fewer than
 * the averages. Null if neither can be said.
 */
export function tableSentence(chartView: ChartView): SentencePart[] | null {
  const { comparison, measure, listed } = chartView
  const counts = ownCounts(chartView)
  const averages = comparison.averages?.pooled ?? null
  const pooled = averages?.n === comparison.n ? averages : null
  if (counts === null && pooled === null) return null
  const summary = pooled && verdictSummary(pooled, measure.direction, comparedWithText(comparison))
  return [
    ...[counts, summary]
      .filter(text => text !== null)
      .map((text, at) => ({ text: at === 0 ? text : ` ${text}`, isStrong: at === 0 })),
    { text: ` ${countOfSubmissions(listed.total)} in total, with and without a value.` }
  ]
}

/** 'Down from 7.2 in 2023 to 5.1 in 2026.' Null with fewer than two own figures. */
export function trendSentence({ history, measure }: ChartView): SentencePart[] | null {
  const known = history.filter(({ own }) => own !== null)
  const first = known[0]
  const last = known.at(-1)
  if (!first || !last || first === last || first.own === null || last.own === null) return null
  const [from, to] = [formatValue(first.own, measure), formatValue(last.own, measure)]
  const way = from === to ? 'Unchanged' : last.own > first.own ? 'Up' : 'Down'
  const median = last.averages?.Median ?? null
  return [
    {
      text: `${way} from ${from} in ${first.period.time_period_name} to ${to} in ${last.period.time_period_name}.`,
      isStrong: true
    },
    ...(median === null
      ? []
      : [
          {
            text: ` The median of peers in ${last.period.time_period_name} is ${formatValue(median, measure)}.`
          }
        ])
  ]
}
