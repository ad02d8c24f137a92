// The sentences of a briefing pack about one measure, which can be read aloud.

import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { directionText, formatValue } from '#browser/charts/labels/measure.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { leadText } from '#browser/charts/words/claims.ts'
import { denominatorName, perDenominator } from '#browser/charts/words/denominator-name.ts'
import { editionText } from '#browser/charts/words/edition-text.ts'
import { chanceGapText } from '#browser/charts/words/many-claims.ts'
import { figurePieces, seriesReferredTo } from '#browser/charts/words/sentence.ts'
import { provisionalText } from '#domain/figures/provisional.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import { formatCount } from '#lib/format.ts'
import { textOfHtml } from '#lib/text/markup.ts'

/** Longer texts define; they do not fit a sentence. */
const MAX_NAME_LETTERS = 60
/** Decimals beyond those of the measure that are tried to show a mean that gives the count. */
const EXTRA_DECIMALS = 6

/** The mean that verdicts refer to, which lies elsewhere than a chart's line of the mean; without it, that one. */
function meanOfPeers({ comparison: { averages } }: ChartView): { mean: number; name: string } | null {
  if (averages?.pooled) return { mean: averages.pooled.mean, name: 'the mean of all peers taken together' }
  const mean = averages?.Mean ?? null
  return mean === null ? null : { mean, name: 'the mean of peers' }
}

interface CountedThings {
  count: number
  of: number
}

/** Null if the figure is not a number of things out of others. */
function countedThings({ own, data: { chart } }: ChartView): CountedThings | null {
  const { numerator = null, denominator = null } = own ?? {}
  const isCount = chart.statistic === 'proportion' || chart.statistic === 'rate'
  return isCount && numerator !== null && denominator !== null && Number.isInteger(numerator)
    ? { count: numerator, of: denominator }
    : null
}

/** 'Falls with harm: 20 of 10,240 occupied bed days (2.0);' and 'at the mean of peers (1.1) it would have been 11.' */
export function talkText({ chartView, context }: ExportedChart): { happened: string; instead: string } {
  const { standing, measure, multiplier } = chartView
  if (standing === null) return { happened: '', instead: '' }
  const peers = meanOfPeers(chartView)
  const things = countedThings(chartView)
  const value = formatValue(standing.value, measure)
  if (things === null || peers === null)
    return {
      happened: `${value}${perDenominator(chartView)}${peers === null ? '.' : ';'}`,
      instead: peers === null ? '' : `${peers.name} is ${formatValue(peers.mean, measure)}.`
    }
  const { mean, name } = peers
  const expected = (at: number): number => Math.round((at * things.of) / multiplier)
  const decimal_places = decimalsOf(mean, measure.decimal_places, expected)
  return {
    happened: `${namedCount(things, chartView, context.metaData?.numerator_text ?? '')} (${value});`,
    instead: `at ${name} (${formatValue(mean, { ...measure, decimal_places })}) it would have been ${formatCount(expected(mean))}.`
  }
}

/** As many decimals as it takes for the shown mean to give the same count. */
function decimalsOf(mean: number, decimals: number, expected: (mean: number) => number): number {
  for (let places = decimals; places < decimals + EXTRA_DECIMALS; places += 1)
    if (expected(shownFigure(mean, places)) === expected(mean)) return places
  return decimals
}

function namedCount({ count, of }: CountedThings, chartView: ChartView, numeratorText: string): string {
  const name = numeratorText.length > MAX_NAME_LETTERS ? '' : numeratorText.trim()
  const others = denominatorName(chartView)
  return `${name === '' ? '' : `${name}: `}${formatCount(count)} of ${formatCount(of)}${others === '' || others.length > MAX_NAME_LETTERS ? '' : ` ${others}`}`
}

/** What a chart's own page says first: 'Worse than 127 of 130 peers (rank 128 of 131)'. Null without an own figure. */
export function briefingLead(chartView: ChartView): string | null {
  const { own, standing, measure } = chartView
  if (standing === null) return null
  const series = seriesReferredTo(chartView)
  return (
    (series === null ? '' : `${series}. `) + leadText({ ...standing, verdict: own?.verdict ?? null }, measure)
  )
}

/** The figure beside the mean that the verdict refers to, and whether chance explains the gap; else the sentence of the chart. */
export function briefingSentence(chartView: ChartView): string {
  const { own, standing, measure } = chartView
  const peers = meanOfPeers(chartView)
  const chance = own && chanceGapText(own, measure)
  if (!standing || !peers || !chance)
    return figurePieces(chartView)
      .map(({ text }) => text)
      .join('')
      .trim()
  const things = countedThings(chartView)
  const value = formatValue(standing.value, measure)
  const start =
    things === null ? value + perDenominator(chartView) : `${namedCount(things, chartView, '')} (${value})`
  return `${start}; ${peers.name} is ${formatValue(peers.mean, measure)}. ${chance}`
}

/** The first sentence of the definition, and which direction is better. */
export function definitionLine({ chartView, context: { metaData } }: ExportedChart): string {
  const text = textOfHtml(metaData?.definition_html ?? '')
  const [first = text] = /^.*?[.!?](?=\s|$)/.exec(text) ?? []
  return [first, directionText[chartView.measure.direction]].filter(Boolean).join(' ')
}

/** The state of the figures, at the top of every page. */
export function figureStatus(chartView: ChartView): string {
  const { provisional } = chartView
  // How many have a value differs from measure to measure.
  if (provisional !== null) return provisionalText({ ...provisional, value_count: null })
  return editionText(chartView)?.replace(/\.$/, '') ?? 'Published'
}
