// The own value over the periods between its control limits: what varies as it always does, and what is a signal.
import type { Annotation, Data } from 'plotly.js'
import { controlChart, MIN_CONTROL_POINTS, type ControlChart, type Signal } from '#domain/control-chart.ts'
import {
  baseLayout,
  escapePlotlyText,
  plotHeight,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type DrawContext,
  type Figure,
  type Margin
} from '../figure.ts'
import { spreadApart } from '../label-layout.ts'
import { formatFigure, formatValue } from '../measure.ts'
import { pixelOf, scaleOf, tickDecimals, type Scale } from '../scale.ts'
import type { ChartView, PeriodValue } from '../chart-view.ts'
import type { FigureTable } from '../figure-table.ts'

type Moment = PeriodValue & { own: number }

/** The periods with an own value, oldest first. */
const momentsIn = ({ history }: ChartView): Moment[] =>
  history.filter((moment): moment is Moment => moment.own !== null)

interface Control extends ControlChart {
  moments: readonly Moment[]
}

function controlIn(chartView: ChartView): Control | null {
  const moments = momentsIn(chartView)
  const figures = moments.map(({ own, numerator, denominator }) => ({ value: own, numerator, denominator }))
  const chart = controlChart(figures, chartView.data.chart.statistic, chartView.multiplier)
  return chart && { ...chart, moments }
}

export function controlAbsence(chartView: ChartView): string | null {
  const known = momentsIn(chartView).length
  if (known >= MIN_CONTROL_POINTS) return null
  return chartView.own === null
    ? 'A control chart follows one submission through the periods. Choose a submission above.'
    : `A control chart needs at least ${MIN_CONTROL_POINTS} periods with a value; ${chartView.own.name} has ${known}.`
}

const signalText: Record<Signal, string> = {
  above: 'above the upper limit',
  below: 'below the lower limit',
  shift: 'in a shift',
  trend: 'in a trend'
}

export function control(chartView: ChartView, context: DrawContext): Figure {
  const chart = controlIn(chartView)
  const { moments = [], points = [], mean = 0 } = chart ?? {}
  const scale = scaleOf({
    values: [...moments.map(moment => moment.own), ...points.flatMap(({ lower, upper }) => [lower, upper])],
    startsAtZero: false,
    axisMin: null,
    axisMax: null
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, tickDecimals(scale)))
  const ends = endsOf(chartView, chart)
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: Math.max(0, ...ends.map(({ text }) => context.measureText(text, TEXT_SIZE, 400))) + 22,
    t: 18,
    b: 34
  }
  const at = moments.map((_, index) => index)
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
        'dash',
        'hvh'
      ),
      edge(
        points.map(({ upper }) => upper),
        'dash',
        'hvh'
      ),
      edge(
        at.map(() => mean),
        'solid',
        'linear'
      ),
      pointsTrace(chartView, chart, context)
    ],
    layout: {
      ...baseLayout(context, margin),
      xaxis: {
        fixedrange: true,
        range: [-0.4, moments.length - 0.6],
        tickmode: 'array',
        tickvals: at,
        ticktext: moments.map(({ period, isProvisional }) =>
          escapePlotlyText(`${period.time_period_name}${isProvisional ? '*' : ''}`)
        ),
        showgrid: false,
        zeroline: false,
        tickfont: { size: TEXT_SIZE, color: context.theme.ink2 }
      },
      yaxis: valueAxis(scale, tickTexts, context.theme),
      annotations: endLabels(ends, scale, plotHeight(context, margin), context)
    },
    stops: moments.map((_, point) => ({ text: momentText(chartView, chart, point), curve: 3, point })),
    firstStop: Math.max(
      0,
      moments.findIndex(moment => moment.period.time_period_id === chartView.period.time_period_id)
    )
  }
}

interface LineEnd {
  value: number
  text: string
}

/** The limits of the last period, and the mean. */
function endsOf({ measure }: ChartView, chart: Control | null): LineEnd[] {
  const last = chart?.points.at(-1)
  if (!chart || !last) return []
  const end = (name: string, value: number): LineEnd => ({
    value,
    text: `${name} ${formatFigure(value, measure.decimal_places)}`
  })
  return [end('Upper limit', last.upper), end('Mean', chart.mean), end('Lower limit', last.lower)]
}

function momentText({ measure, own }: ChartView, chart: Control | null, at: number): string {
  const moment = chart?.moments[at]
  const point = chart?.points[at]
  if (!moment || !point) return ''
  const limits = `limits ${formatFigure(point.lower, measure.decimal_places)} to ${formatFigure(point.upper, measure.decimal_places)}`
  const signals = point.signals.map(signal => `, ${signalText[signal]}`).join('')
  return `${moment.period.time_period_name}${moment.isProvisional ? ' (provisional)' : ''}: ${own?.name ?? 'own'} ${formatValue(moment.own, measure)}, ${limits}${signals}`
}

/** Beyond a limit a diamond, in a run a square, both filled dark: found without colour. */
const symbolOf = (signals: readonly Signal[]) =>
  signals.includes('above') || signals.includes('below')
    ? 'diamond'
    : signals.length > 0
      ? 'square'
      : 'circle'

function pointsTrace(chartView: ChartView, chart: Control | null, { theme }: DrawContext): Data {
  const { moments = [], points = [] } = chart ?? {}
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
    x: moments.map((_, index) => index),
    y: moments.map(moment => moment.own),
    line: { color: theme.brand, width: 2 },
    marker: {
      symbol: points.map(({ signals }) => symbolOf(signals)),
      size: points.map(({ signals }) => (signals.length > 0 ? 12 : 9)),
      color: points.map(({ signals }) => colour(signals)),
      line: { color: theme.ink, width: 1.2 }
    },
    hoverinfo: 'text',
    hovertext: moments.map((_, at) => escapePlotlyText(momentText(chartView, chart, at))),
    cliponaxis: false
  }
}

function endLabels(
  ends: readonly LineEnd[],
  scale: Scale,
  height: number,
  { theme }: DrawContext
): Partial<Annotation>[] {
  const pixels = ends.map(({ value }) => pixelOf(value, scale, height))
  const places = spreadApart(pixels, 16, 4, height - 4)
  return ends.map(({ value, text }, index) => ({
    xref: 'paper',
    x: 1,
    y: value,
    xanchor: 'left',
    yanchor: 'middle',
    xshift: 8,
    yshift: pixels[index]! - places[index]!,
    showarrow: false,
    borderpad: 0,
    text,
    font: { size: TEXT_SIZE, color: theme.ink2 }
  }))
}

const methodText = {
  XmR: 'XmR chart (Wheeler 1993): limits from the mean moving range.',
  'p′': 'p′ chart (Laney 2002): limits follow the denominators and the spread between periods.',
  'u′': 'u′ chart (Laney 2002): limits follow the denominators and the spread between periods.'
} as const

/** The signals in words, and how the limits are worked out. */
export function controlNotes(chartView: ChartView): string[] {
  const chart = controlIn(chartView)
  if (chart === null) return []
  const named = (signal: Signal): string[] =>
    chart.moments
      .filter((_, at) => chart.points[at]!.signals.includes(signal))
      .map(moment => moment.period.time_period_name)
  const beyond = (['above', 'below'] as const).flatMap(signal => {
    const names = named(signal)
    return names.length === 0 ? [] : [`${names.join(', ')}: ${signalText[signal]} (diamond).`]
  })
  const [shift, trend] = [named('shift'), named('trend')]
  const runs = [
    ...(shift.length === 0
      ? []
      : [`${shift.join(', ')}: eight or more in a row on one side of the mean, a shift (square).`]),
    ...(trend.length === 0
      ? []
      : [`${trend.join(', ')}: six or more in a row that rise or fall, a trend (square).`])
  ]
  const signals = [...beyond, ...runs]
  const provisional = chart.moments.some(moment => moment.isProvisional) ? ' * provisional.' : ''
  return [
    signals.length === 0
      ? 'No signal: every period lies within the limits, without a shift or a trend. The differences between periods can be chance.'
      : signals.join(' '),
    `${methodText[chart.method]} Limits lie three standard deviations from the mean.${provisional}`
  ]
}

export function controlTable(chartView: ChartView): FigureTable {
  const chart = controlIn(chartView)
  const { moments = [], points = [], mean = 0 } = chart ?? {}
  const number = (name: string) => ({ name, isNumber: true })
  const text = (name: string) => ({ name, isNumber: false })
  return {
    columns: [
      text('Period'),
      number('Value'),
      number('Mean'),
      number('Lower limit'),
      number('Upper limit'),
      text('Signal')
    ],
    rows: moments.map(({ period, own }, at) => [
      period.time_period_name,
      own,
      mean,
      points[at]!.lower,
      points[at]!.upper,
      points[at]!.signals.map(signal => signalText[signal]).join(', ')
    ])
  }
}
