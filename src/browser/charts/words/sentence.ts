// The sentence above a chart: what the chart says about the own value (product 23.9).

import { directionText, formatDifference, formatValue } from '#browser/charts/labels/measure.ts'
import {
  firstSeries,
  isTruncated,
  type ChartEntry,
  type ChartView,
  type ChartStanding
} from '#browser/charts/view/chart-view.ts'
import { provisionalText } from '#domain/figures/provisional.ts'
import { formatCount } from '#lib/format.ts'
import { rankClaim, verdictReason, verdictText } from './claims.ts'
import { perDenominator } from './denominator-name.ts'
import { othersAbsenceText, comparedWithText } from './disclosure-text.ts'

/** Strong parts are bold. */
export interface SentencePart {
  text: string
  isStrong?: boolean
}

/** Begins with a warning if the figures may still change. */
export const chartSentence = (chartView: ChartView): SentencePart[] => [
  ...provisionalPieces(chartView),
  ...figurePieces(chartView)
]

/** Of several series, the one that sentence, verdict and own figures refer to, because a part must not stand for the whole. Null if there is one. */
export const seriesReferredTo = ({ data }: Pick<ChartView, 'data'>): string | null =>
  data.series.length > 1 ? (firstSeries(data)?.series_name ?? null) : null

export function provisionalPieces({ provisional }: ChartView): SentencePart[] {
  return provisional === null ? [] : [{ text: `${provisionalText(provisional)}. ` }]
}

export function figurePieces(chartView: ChartView): SentencePart[] {
  const { own, standing } = chartView
  if (own && standing)
    return [
      ...ownPieces(chartView, own.name, standing),
      ...rankPieces(chartView, standing),
      ...verdictPieces(chartView, own)
    ]
  if (own?.isHeldBack)
    return [
      { text: `${own.name}’s value is not shown: ${own.reason ?? 'too few cases'}. ` },
      ...groupPieces(chartView)
    ]
  if (own)
    return [
      { text: `${own.name} has ` },
      { text: 'no value', isStrong: true },
      { text: ` for ${chartView.period.time_period_name}. ` },
      ...groupPieces(chartView)
    ]
  return groupPieces(chartView)
}

export const plainSentence = (chartView: ChartView): string =>
  chartSentence(chartView)
    .map(piece => piece.text)
    .join('')
    .trim()

function ownPieces(chartView: ChartView, name: string, standing: ChartStanding): SentencePart[] {
  const { measure, comparison } = chartView
  const start = [
    { text: `${name} has ` },
    { text: `${formatValue(standing.value, measure)}${perDenominator(chartView)}`, isStrong: true }
  ]
  const median = comparison.averages?.Median ?? null
  if (median === null || standing.differenceFromMedian === null) return [...start, { text: '. ' }]
  const of = ` the median of ${comparedWithText(comparison)} (${formatValue(median, measure)}). `
  if (standing.differenceFromMedian === 0)
    return [...start, { text: ', ' }, { text: 'the same', isStrong: true }, { text: ` as${of}` }]
  const side = standing.differenceFromMedian > 0 ? 'above' : 'below'
  return [
    ...start,
    { text: ', ' },
    { text: `${formatDifference(standing.differenceFromMedian, measure)} ${side}`, isStrong: true },
    { text: of }
  ]
}

function rankPieces(chartView: ChartView, standing: ChartStanding): SentencePart[] {
  const { measure, comparison } = chartView
  const absence = othersAbsenceText(chartView)
  if (absence !== null) return [{ text: absence }]
  const { rank, rankOf, neighbours } = standing
  if (rank === null) return [{ text: directionText[measure.direction] }]
  const place = `${rank} of ${rankOf}${measure.direction === 'neutral' ? ' from the highest' : ''}`
  return neighbours === null || comparison.n === 0
    ? [
        { text: 'Rank ' },
        { text: place, isStrong: true },
        { text: `. ${directionText[measure.direction]}`.trimEnd() }
      ]
    : [{ text: rankClaim(neighbours, measure.direction), isStrong: true }, { text: ` (rank ${place}).` }]
}

function verdictPieces({ measure, comparison }: ChartView, own: ChartEntry): SentencePart[] {
  if (own.value === null || own.verdict === null) return []
  const reason = verdictReason({ ...own, value: own.value }, comparison.averages?.pooled ?? null, measure)
  return reason === null
    ? []
    : [{ text: ` ${reason}` }, { text: verdictText(own.verdict), isStrong: true }, { text: '.' }]
}

export function groupPieces(chartView: ChartView): SentencePart[] {
  const { measure, comparison } = chartView
  const { averages } = comparison
  const absence = othersAbsenceText(chartView)
  if (absence !== null) return [{ text: absence }]
  if (averages === null || averages.Median === null) return []
  const start = [
    { text: `The median of ${comparedWithText(comparison)} is ` },
    { text: formatValue(averages.Median, measure), isStrong: true }
  ]
  if (averages.Q1 === null || averages.Q3 === null) return [...start, { text: '.' }]
  return [
    ...start,
    {
      text: `; the middle half is between ${formatValue(averages.Q1, measure)} and ${formatValue(averages.Q3, measure)}.`
    }
  ]
}

/** '2,000 of 100,000 shown' if the reply does not list every value, otherwise null. */
export function shownText({ listed }: ChartView): string | null {
  return isTruncated(listed) ? `${formatCount(listed.count)} of ${formatCount(listed.total)} shown` : null
}
