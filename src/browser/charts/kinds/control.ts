// The own values over the periods between their control limits, with signals marked.

import type { Data } from 'plotly.js'
import { endLabels, type LineEnd } from '#browser/charts/labels/end-labels.ts'
import { formatFigure, formatValue } from '#browser/charts/labels/measure.ts'
import { LIMIT_DASHED } from '#browser/charts/marks/line-styles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { controlIn, signalText, type Control } from '#browser/charts/view/control-view.ts'
import {
  AXIS_NAME_HEIGHT,
  axisName,
  baseLayout,
  hoverCard,
  plotHeight,
  plotWidth,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type DrawContext,
  type ChartFigure,
  type Margin
} from '#browser/charts/view/figure.ts'
import { periodAxis } from '#browser/charts/view/period-axis.ts'
import { chartScale, tickDecimals } from '#browser/charts/view/scale.ts'
import type { Signal } from '#domain/figures/control-chart.ts'

export function drawControlChart(chartView: ChartView, context: DrawContext): ChartFigure {
  const chart = controlIn(chartView)
  const { moments = [], points = [], slots = [], mean = 0 } = chart ?? {}
  const scale = chartScale({
    values: [...moments.map(moment => moment.own), ...points.flatMap(({ lower, upper }) => [lower, upper])],
    startsAtZero: false,
    axisMin: null,
    axisMax: null
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, tickDecimals(scale)))
  const ends = controlEnds(chartView, chart)
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: Math.max(0, ...ends.map(({ text }) => context.measureText(text, TEXT_SIZE, 400))) + 22,
    t: 18 + (chartView.measure.unit === '' ? 0 : AXIS_NAME_HEIGHT),
    b: 34
  }
  const at = moments.map(moment => slots.indexOf(moment))
  const edge = (values: number[], dash: 'solid' | 'dash', shape: 'hvh' | 'linear'): Data => ({
    type: 'scatter',
    mode: 'lines',
    x: at,
    y: values,
    hoverinfo: 'skip',
    cliponaxis: false,
    line: { color: context.theme.ink2, width: 1.2, dash, shape }
  })
  return {
    data: [
      edge(
        points.map(({ lower }) => lower),
        LIMIT_DASHED,
        'hvh'
      ),
      edge(
        points.map(({ upper }) => upper),
        LIMIT_DASHED,
        'hvh'
      ),
      edge(
        at.map(() => mean),
        'solid',
        'linear'
      ),
      controlPointsTrace(chartView, chart, context)
    ],
    layout: {
      ...baseLayout(context, margin),
      xaxis: periodAxis(slots, [-0.4, slots.length - 0.6], plotWidth(context, margin), context),
      yaxis: valueAxis(scale, tickTexts, context.theme),
      annotations: [
        ...endLabels(ends, scale, plotHeight(context, margin), context),
        ...axisName(chartView.measure.unit, context, margin)
      ]
    },
    stops: moments.map((_, point) => ({
      text: controlMomentText(chartView, chart, point),
      curve: 3,
      point: at[point]!
    })),
    firstStop: Math.max(
      0,
      moments.findIndex(moment => moment.period.time_period_id === chartView.period.time_period_id)
    )
  }
}

/** The limits of the last period, and the mean. */
function controlEnds({ measure }: ChartView, chart: Control | null): LineEnd[] {
  const last = chart?.points.at(-1)
  if (!chart || !last) return []
  const end = (name: string, value: number): LineEnd => ({
    value,
    text: `${name} ${formatFigure(value, measure.decimal_places)}`
  })
  return [end('Upper limit', last.upper), end('Mean', chart.mean), end('Lower limit', last.lower)]
}

function momentLines(
  { measure, own }: ChartView,
  chart: Control | null,
  at: number
): [title: string, ...lines: string[]] {
  const moment = chart?.moments[at]
  const point = chart?.points[at]
  if (!moment || !point) return ['']
  return [
    `${moment.period.time_period_name}${moment.isProvisional ? ' (provisional)' : ''}`,
    `${own?.name ?? 'own'} ${formatValue(moment.own, measure)}`,
    `limits ${formatFigure(point.lower, measure.decimal_places)} to ${formatFigure(point.upper, measure.decimal_places)}`,
    ...point.signals.map(signal => signalText[signal])
  ]
}

function controlMomentText(chartView: ChartView, chart: Control | null, at: number): string {
  const [title, ...lines] = momentLines(chartView, chart, at)
  return lines.length === 0 ? title : `${title}: ${lines.join(', ')}`
}

/** A diamond beyond a limit, a square in a run: the shapes differ without colour. */
const signalSymbol = (signals: readonly Signal[]) =>
  signals.includes('above') || signals.includes('below')
    ? 'diamond'
    : signals.length > 0
      ? 'square'
      : 'circle'

function controlPointsTrace(chartView: ChartView, chart: Control | null, { theme }: DrawContext): Data {
  const { moments = [], points = [], slots = [] } = chart ?? {}
  const signalsIn = slots.map(slot => points[moments.findIndex(moment => moment === slot)]?.signals ?? [])
  const { direction } = chartView.measure
  const colour = (signals: readonly Signal[]): string => {
    if (signals.length === 0) return theme.brand
    const side = signals.includes('above') ? 'higher' : signals.includes('below') ? 'lower' : null
    if (side === null || direction === 'neutral') return theme.ink
    return side === direction ? theme.ok : theme.bad
  }
  return {
    type: 'scatter',
    mode: 'lines+markers',
    x: slots.map((_, slot) => slot),
    y: slots.map(slot => slot.own),
    line: { color: theme.brand, width: 2 },
    marker: {
      opacity: 1,
      symbol: signalsIn.map(signalSymbol),
      size: signalsIn.map(signals => (signals.length > 0 ? 12 : 9)),
      color: signalsIn.map(colour),
      line: { color: theme.ink, width: 1.2 }
    },
    hoverinfo: 'text',
    hovertext: slots.map(slot =>
      hoverCard(
        ...momentLines(
          chartView,
          chart,
          moments.findIndex(moment => moment === slot)
        )
      )
    ),
    connectgaps: false,
    cliponaxis: false
  }
}
