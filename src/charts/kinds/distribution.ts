// How many submissions lie where: equal steps of the measure, the step with the own value in the programme's colour.
import { bin } from 'd3-array'
import type { Annotation, Data, Shape } from 'plotly.js'
import { countOf } from '#lib/format.ts'
import {
  baseLayout,
  escapePlotlyText,
  plotHeight,
  truncateLabel,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type Figure,
  type DrawContext
} from '../figure.ts'
import { formatFigure, formatValue } from '../measure.ts'
import { scaleOf } from '../scale.ts'
import { isTruncated, type ChartView } from '../chart-view.ts'

interface Step {
  from: number
  to: number
  count: number
  hasOwn: boolean
}

export function distribution(chartView: ChartView, context: DrawContext): Figure {
  const steps = stepsOf(chartView)
  const most = Math.max(1, ...steps.map(step => step.count))
  const scale = scaleOf({
    values: [most * 1.12],
    startsAtZero: true,
    axisMin: null,
    axisMax: null,
    count: Math.min(5, most)
  })
  const whole = { ...scale, ticks: scale.ticks.filter(Number.isInteger) }
  const margin = { l: 34, r: 16, t: 30, b: 44 }
  const [first, last] = [steps[0]?.from ?? 0, steps.at(-1)?.to ?? 1]
  return {
    data: [bars(steps, chartView, context)],
    layout: {
      ...baseLayout(context, margin),
      bargap: 0.06,
      xaxis: {
        range: [first, last],
        fixedrange: true,
        tickmode: 'array',
        tickvals: edges(steps),
        ticktext: edges(steps).map(edge => formatFigure(edge, edgeDecimals(steps, chartView))),
        showgrid: false,
        zeroline: false,
        showline: true,
        linecolor: context.theme.lineStrong,
        tickfont: { size: SMALL_SIZE, color: context.theme.ink3 },
        title: {
          text: escapePlotlyText(axisText(chartView)),
          font: { size: SMALL_SIZE, color: context.theme.ink3 },
          standoff: 4
        }
      },
      yaxis: valueAxis(whole, whole.ticks.map(String), context.theme),
      shapes: medianLine(chartView, context),
      annotations: medianLabel(chartView, plotHeight(context, margin), context)
    },
    stops: steps.map((step, point) => ({ text: stepText(step, chartView), curve: 0, point })),
    firstStop: Math.max(
      0,
      steps.findIndex(step => step.hasOwn)
    )
  }
}

/** Bins of equal, round width that cover every value. */
function stepsOf({ compared, own }: ChartView): Step[] {
  const values = compared.flatMap(entry => (entry.value === null ? [] : [entry.value]))
  const count = Math.min(16, Math.max(4, Math.ceil(Math.sqrt(values.length))))
  const scale = scaleOf({ values, startsAtZero: false, axisMin: null, axisMax: null, count })
  const inner = scale.ticks.filter(tick => tick > scale.from && tick < scale.to)
  const mine = own?.value ?? null
  const bins = bin().domain([scale.from, scale.to]).thresholds(inner)(values)
  return bins.map(({ x0: from = 0, x1: to = 0, length }, index) => {
    const isLast = index === bins.length - 1
    return {
      from,
      to,
      count: length,
      hasOwn: mine !== null && mine >= from && (isLast ? mine <= to : mine < to)
    }
  })
}

function bars(steps: readonly Step[], chartView: ChartView, { theme }: DrawContext): Data {
  return {
    type: 'bar',
    x: steps.map(step => (step.from + step.to) / 2),
    y: steps.map(step => step.count),
    width: steps.map(step => (step.to - step.from) * 0.94),
    hoverinfo: 'text',
    hovertext: steps.map(step => escapePlotlyText(stepText(step, chartView))),
    text: steps.map(step =>
      step.hasOwn && chartView.own ? escapePlotlyText(truncateLabel(chartView.own.name, 24)) : ''
    ),
    textposition: 'outside',
    cliponaxis: false,
    textangle: 0,
    constraintext: 'none',
    textfont: { size: TEXT_SIZE, color: theme.ink, weight: 600 },
    marker: {
      color: steps.map(step => (step.hasOwn ? theme.brand : theme.brandLine)),
      line: {
        color: steps.map(step => (step.hasOwn ? theme.ink : theme.brandLine)),
        width: steps.map(step => (step.hasOwn ? 1.4 : 0))
      },
      cornerradius: 2
    }
  }
}

/** The unit, and who is counted: those that the median is of, and the own one. */
function axisText({ measure, comparison, own, compared, listed }: ChartView): string {
  const isDrawn = own !== null && own.value !== null
  const counted = countOf(compared.length - (isDrawn ? 1 : 0), isTruncated(listed) ? 'shown peer' : 'peer')
  const who = `${counted}${comparison.peerGroupName === null ? '' : ` in ${comparison.peerGroupName}`}${isDrawn ? ` and ${own.name}` : ''}`
  return measure.unit === '' ? who : `${measure.unit} · ${who}`
}

const edges = (steps: readonly Step[]): number[] => [
  ...steps.map(step => step.from),
  ...steps.slice(-1).map(step => step.to)
]

/** As many decimals as the steps need, no more than the measure has plus one. */
function edgeDecimals(steps: readonly Step[], { measure }: ChartView): number {
  const width = steps[0] ? steps[0].to - steps[0].from : 1
  return Math.min(
    measure.decimal_places + 1,
    width >= 1 && Number.isInteger(width) ? 0 : Math.max(0, Math.ceil(-Math.log10(width) + 0.3))
  )
}

function medianLine({ comparison }: ChartView, context: DrawContext): Partial<Shape>[] {
  const median = comparison.averages?.Median ?? null
  if (median === null || !context.averages.includes('Median')) return []
  return [
    {
      type: 'line',
      x0: median,
      x1: median,
      yref: 'paper',
      y0: 0,
      y1: 1,
      layer: 'above',
      line: { color: context.theme.ink2, width: 1.5, dash: 'dash' }
    }
  ]
}

function medianLabel(
  { comparison, measure }: ChartView,
  height: number,
  context: DrawContext
): Partial<Annotation>[] {
  const median = comparison.averages?.Median ?? null
  if (median === null || !context.averages.includes('Median')) return []
  return [
    {
      x: median,
      yref: 'paper',
      y: 1,
      yanchor: 'bottom',
      yshift: height > 0 ? 4 : 0,
      xanchor: 'center',
      showarrow: false,
      borderpad: 0,
      text: `Median ${formatFigure(median, measure.decimal_places)}, n ${comparison.n}`,
      font: { size: TEXT_SIZE, color: context.theme.ink2 }
    }
  ]
}

function stepText({ from, to, count, hasOwn }: Step, { measure, own, listed }: ChartView): string {
  const what = isTruncated(listed) ? 'shown submission' : 'submission'
  const who = hasOwn && own ? `, ${own.name} among them` : ''
  return `${formatFigure(from, measure.decimal_places)} to ${formatValue(to, measure)}: ${countOf(count, what)}${who}`
}
