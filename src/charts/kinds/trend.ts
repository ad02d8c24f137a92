// The own value over the periods in front of the peers' middle half and median. A period without a value is a gap.
import type { Annotation, Data } from 'plotly.js'
import {
  baseLayout,
  escapePlotlyText,
  plotHeight,
  truncateLabel,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type Figure,
  type Margin,
  type KeyboardStop,
  type DrawContext
} from '../figure.ts'
import { spreadApart } from '../label-layout.ts'
import { formatFigure, formatValue } from '../measure.ts'
import { pixelOf, scaleOf, tickDecimals, type Scale } from '../scale.ts'
import type { PeriodValue, ChartView } from '../chart-view.ts'

export function trend(chartView: ChartView, context: DrawContext): Figure {
  const { history, data } = chartView
  const scale = scaleOf({
    values: history.flatMap(moment => [
      moment.own,
      moment.averages?.Q1 ?? null,
      moment.averages?.Median ?? null,
      moment.averages?.Q3 ?? null
    ]),
    startsAtZero: false,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, tickDecimals(scale)))
  const ends = endLabels(chartView)
  const note = gapNote(chartView)
  const widest = Math.max(
    0,
    ...ends.map(end => context.measureText(end.text, TEXT_SIZE, end.isOwn ? 600 : 400))
  )
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: widest + 22,
    t: 18,
    b: note === '' ? 34 : 54
  }
  return {
    data: [...middleHalf(history, context), medianTrace(history, context), ownTrace(chartView, context)],
    layout: {
      ...baseLayout(context, margin),
      xaxis: {
        fixedrange: true,
        range: [-0.15, history.length - 0.85],
        tickmode: 'array',
        tickvals: history.map((_, at) => at),
        ticktext: history.map(({ period, isProvisional }) =>
          escapePlotlyText(`${period.time_period_name}${isProvisional ? ' (provisional)' : ''}`)
        ),
        showgrid: false,
        zeroline: false,
        tickfont: { size: TEXT_SIZE, color: context.theme.ink2 }
      },
      yaxis: valueAxis(scale, tickTexts, context.theme),
      annotations: [
        ...placed(ends, history.length, scale, plotHeight(context, margin), context),
        ...gapLabel(note, context)
      ]
    },
    stops: history.map((moment, point): KeyboardStop => ({
      text: momentText(moment, chartView),
      curve: moment.own === null ? 2 : 3,
      point
    })),
    firstStop: Math.max(
      0,
      history.findIndex(moment => moment.period.time_period_id === chartView.period.time_period_id)
    )
  }
}

interface EndLabel {
  value: number
  text: string
  isOwn: boolean
}

/** The end of each line: its last period, named if that is not the last of all. */
function endLabels({ history, own, measure }: ChartView): EndLabel[] {
  const end = (name: string, valueIn: (moment: PeriodValue) => number | null, isOwn = false): EndLabel[] => {
    const at = history.findLastIndex(moment => valueIn(moment) !== null)
    const moment = history[at]
    const value = moment ? valueIn(moment) : null
    if (!moment || value === null) return []
    const n = name === 'Median' ? `, n ${moment.averages?.n ?? 0}` : ''
    const when = at === history.length - 1 ? '' : ` (${moment.period.time_period_name})`
    return [{ value, text: `${name} ${formatValue(value, measure)}${n}${when}`, isOwn }]
  }
  return [
    ...end(truncateLabel(own?.name ?? 'Own', 22), moment => moment.own, true),
    ...end('Median', moment => moment.averages?.Median ?? null),
    ...end('Q1', moment => moment.averages?.Q1 ?? null),
    ...end('Q3', moment => moment.averages?.Q3 ?? null)
  ]
}

/** Where the lines of the others have a gap, and why: they are of one set in every period. */
function gapNote({ history, comparison, minimumCount }: ChartView): string {
  const gaps = history
    .filter(({ averages }) => (averages?.Median ?? null) === null)
    .map(({ period }) => period.time_period_name)
  if (gaps.length === 0) return ''
  const who =
    comparison.peerGroupName === null
      ? `others${comparison.isFiltered ? ' that match the filters' : ''}`
      : `in ${comparison.peerGroupName}`
  return `No lines in ${gaps.join(', ')}: fewer than ${minimumCount} ${who} can be shown`
}

function gapLabel(note: string, { theme }: DrawContext): Partial<Annotation>[] {
  if (note === '') return []
  const place = {
    xref: 'paper',
    x: 0,
    yref: 'paper',
    y: 0,
    xanchor: 'left',
    yanchor: 'top',
    yshift: -28
  } as const
  return [
    {
      ...place,
      showarrow: false,
      borderpad: 0,
      text: escapePlotlyText(note),
      font: { size: SMALL_SIZE, color: theme.ink3 }
    }
  ]
}

function placed(
  ends: readonly EndLabel[],
  periods: number,
  scale: Scale,
  height: number,
  { theme }: DrawContext
): Partial<Annotation>[] {
  const lines = ends.map(end => pixelOf(end.value, scale, height))
  const places = spreadApart(lines, 17, 4, height - 4)
  return ends.map(({ value, text, isOwn }, index) => ({
    x: periods - 1,
    y: value,
    xanchor: 'left',
    yanchor: 'middle',
    xshift: 14,
    yshift: (lines[index] ?? 0) - (places[index] ?? 0),
    showarrow: false,
    borderpad: 0,
    text: escapePlotlyText(text),
    font: { size: TEXT_SIZE, color: isOwn ? theme.ink : theme.ink2, weight: isOwn ? 600 : 400 }
  }))
}

function middleHalf(history: readonly PeriodValue[], { theme }: DrawContext): Data[] {
  const edge = (values: (number | null)[], fill: 'none' | 'tonexty'): Data => ({
    type: 'scatter',
    mode: 'lines',
    x: history.map((_, at) => at),
    y: values,
    fill,
    fillcolor: 'rgba(128,138,155,0.14)',
    line: { color: theme.ink3, width: 1, dash: 'dot' },
    hoverinfo: 'skip',
    connectgaps: false
  })
  return [
    edge(
      history.map(moment => moment.averages?.Q1 ?? null),
      'none'
    ),
    edge(
      history.map(moment => moment.averages?.Q3 ?? null),
      'tonexty'
    )
  ]
}

function medianTrace(history: readonly PeriodValue[], { theme }: DrawContext): Data {
  return {
    type: 'scatter',
    mode: 'lines+markers',
    x: history.map((_, at) => at),
    y: history.map(moment => moment.averages?.Median ?? null),
    line: { color: theme.ink2, width: 1.5, dash: 'dash' },
    marker: { color: theme.ink2, size: 4 },
    hoverinfo: 'skip',
    connectgaps: false
  }
}

function ownTrace(chartView: ChartView, { theme }: DrawContext): Data {
  const { history } = chartView
  return {
    type: 'scatter',
    mode: 'lines+markers',
    x: history.map((_, at) => at),
    y: history.map(moment => moment.own),
    line: { color: theme.brand, width: 2.5 },
    marker: { color: theme.brand, size: 10, line: { color: theme.ink, width: 1.4 } },
    hoverinfo: 'text',
    hovertext: history.map(moment => escapePlotlyText(momentText(moment, chartView))),
    cliponaxis: false,
    connectgaps: false
  }
}

function momentText(
  { period, own, averages, isProvisional }: PeriodValue,
  { measure, own: entry, comparison }: ChartView
): string {
  const mine = own === null ? 'no own value' : `${entry?.name ?? 'own'} ${formatValue(own, measure)}`
  const median = averages?.Median ?? null
  const group = comparison.peerGroupName === null ? '' : ` in ${comparison.peerGroupName}`
  const others =
    median === null
      ? `too few${group} to be shown`
      : `median ${formatValue(median, measure)}, n ${averages?.n ?? 0}${group}`
  return `${period.time_period_name}${isProvisional ? ' (provisional)' : ''}: ${mine}, ${others}`
}
