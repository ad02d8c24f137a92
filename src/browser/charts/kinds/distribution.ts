// A histogram of the submissions, with the bin of the own value in the programme's colour.

import type { Data } from 'plotly.js'
import { distributionLabels } from '#browser/charts/labels/distribution-labels.ts'
import { formatFigure, formatValue } from '#browser/charts/labels/measure.ts'
import { noteLines } from '#browser/charts/labels/note-below.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  axisName,
  baseLayout,
  hoverCard,
  paperOf,
  plotWidth,
  SMALL_SIZE,
  valueAxis,
  type ChartFigure,
  type DrawContext
} from '#browser/charts/view/figure.ts'
import { chartScale } from '#browser/charts/view/scale.ts'
import { binOf, binsOf } from '#domain/figures/bins.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import { escapeMarkup } from '#lib/text/markup.ts'

interface DistributionBin {
  from: number
  to: number
  count: number
  hasOwn: boolean
}

export function drawDistribution(chartView: ChartView, context: DrawContext): ChartFigure {
  const steps = distributionBins(chartView)
  const most = Math.max(1, ...steps.map(step => step.count))
  const scale = chartScale({
    values: [most],
    startsAtZero: true,
    axisMin: null,
    axisMax: null,
    count: Math.min(5, most)
  })
  const whole = { ...scale, ticks: scale.ticks.filter(Number.isInteger) }
  const margin = { l: 34, r: 16, t: 30, b: 44 }
  const axisLines = noteLines(axisText(chartView), context, margin)
  const [first, last] = [steps[0]?.from ?? 0, steps.at(-1)?.to ?? 1]
  // A value on an edge is between two bars.
  const countAt = (value: number): number =>
    Math.max(0, ...steps.filter(step => value >= step.from && value <= step.to).map(step => step.count))
  const labels = distributionLabels(
    chartView,
    { from: first, to: last, heightAt: value => paperOf(countAt(value), whole) },
    margin,
    context
  )
  margin.t = labels.top
  return {
    data: [binBars(steps, chartView, context)],
    layout: {
      ...baseLayout(context, margin),
      bargap: 0.06,
      xaxis: {
        range: [first, last],
        fixedrange: true,
        tickmode: 'array',
        ...edgeTicks(steps, chartView, plotWidth(context, margin), context),
        tickangle: 0,
        showgrid: false,
        zeroline: false,
        showline: true,
        linecolor: context.theme.lineStrong,
        tickfont: { size: SMALL_SIZE, color: context.theme.ink3 },
        title: {
          text: axisLines.map(escapeMarkup).join(' <br>'),
          font: { size: SMALL_SIZE, color: context.theme.ink3 },
          standoff: 4
        }
      },
      yaxis: valueAxis(whole, whole.ticks.map(String), context.theme),
      shapes: labels.shapes,
      annotations: [...labels.annotations, ...axisName(withTerms('{Submissions}'), context, margin)]
    },
    stops: steps.map((step, point) => ({ text: binText(step, chartView), curve: 0, point })),
    firstStop: Math.max(
      0,
      steps.findIndex(step => step.hasOwn)
    )
  }
}

/** The server's bins, which count every value, listed or not, plus the own value; the own value alone if others may not be shown. */
function distributionBins({ comparison, own }: ChartView): DistributionBin[] {
  const mine = own?.value ?? null
  const { edges: ends, counts } = comparison.averages?.bins ?? binsOf([], mine === null ? [] : [mine])
  const ownAt = mine === null ? -1 : binOf(mine, { edges: ends })
  return counts.map((count, at) => ({
    from: ends[at]!,
    to: ends[at + 1]!,
    count: count + (at === ownAt ? 1 : 0),
    hasOwn: at === ownAt
  }))
}

function binBars(steps: readonly DistributionBin[], chartView: ChartView, { theme }: DrawContext): Data {
  return {
    type: 'bar',
    x: steps.map(step => (step.from + step.to) / 2),
    y: steps.map(step => step.count),
    width: steps.map(step => (step.to - step.from) * 0.94),
    hoverinfo: 'text',
    hovertext: steps.map(step => hoverCard(...stepLines(step, chartView))),
    marker: {
      color: steps.map(step => (step.hasOwn ? theme.brand : theme.brandLine)),
      line: {
        color: steps.map(step => (step.hasOwn ? theme.ink : theme.lineField)),
        width: steps.map(step => (step.hasOwn ? 1.4 : 0.8))
      },
      cornerradius: 2
    }
  }
}

/** The unit, and who is counted. */
function axisText({ measure, comparison, own }: ChartView): string {
  const isDrawn = own !== null && own.value !== null
  const counted = countOf(comparison.absence === null ? comparison.n : 0, 'peer')
  const who = `${counted}${comparison.peerGroupName === null ? '' : ` in ${comparison.peerGroupName}`}${isDrawn ? ` and ${own.name}` : ''}`
  const name = measure.unit === '' ? measure.chart_name : `${measure.chart_name}, ${measure.unit}`
  return `${name} · ${who}`
}

const binEdges = (steps: readonly DistributionBin[]): number[] => [
  ...steps.map(step => step.from),
  ...steps.slice(-1).map(step => step.to)
]

/** Pixels between two figures of the axis. */
const AXIS_FIGURE_GAP = 10

/** Every edge, or every second or third if not all fit side by side. */
function edgeTicks(
  steps: readonly DistributionBin[],
  chartView: ChartView,
  width: number,
  context: DrawContext
): { tickvals: number[]; ticktext: string[] } {
  const texts = binEdges(steps).map(edge => formatFigure(edge, edgeDecimals(steps, chartView)))
  const widest = Math.max(0, ...texts.map(text => context.measureText(text, SMALL_SIZE, 400)))
  const every = Math.max(1, Math.ceil(((widest + AXIS_FIGURE_GAP) * steps.length) / width))
  const isShown = (_: unknown, at: number): boolean => at % every === 0
  return { tickvals: binEdges(steps).filter(isShown), ticktext: texts.filter(isShown) }
}

/** As many decimals as the bins need, but at most one more than the measure has. */
function edgeDecimals(steps: readonly DistributionBin[], { measure }: ChartView): number {
  const width = steps[0] ? steps[0].to - steps[0].from : 1
  return Math.min(
    measure.decimal_places + 1,
    width >= 1 && Number.isInteger(width) ? 0 : Math.max(0, Math.ceil(-Math.log10(width) + 0.3))
  )
}

function stepLines(
  { from, to, count, hasOwn }: DistributionBin,
  { measure, own }: ChartView
): [title: string, ...lines: string[]] {
  return [
    `${formatFigure(from, measure.decimal_places)} to ${formatValue(to, measure)}`,
    countOfSubmissions(count),
    ...(hasOwn && own ? [`${own.name} among them`] : [])
  ]
}

function binText(step: DistributionBin, chartView: ChartView): string {
  const [title, ...lines] = stepLines(step, chartView)
  return `${title}: ${lines.join(', ')}`
}
