// The own value over the periods in front of the peers' middle half and median. A period without a value is a gap.
import type { Annotation, Data } from 'plotly.js'
import {
  baseLayout,
  plainText,
  plotHeight,
  shortened,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type Figure,
  type Margin,
  type Stop,
  type View
} from '../figure.ts'
import { spread } from '../labels.ts'
import { formatFigure, formatValue } from '../measure.ts'
import { pixelOf, scaleOf, tickDecimals, type Scale } from '../scale.ts'
import type { Moment, Reading } from '../reading.ts'

export function trend(reading: Reading, view: View): Figure {
  const { history, data } = reading
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
  const ends = endLabels(reading)
  const note = gapNote(reading)
  const widest = Math.max(0, ...ends.map(end => view.measureText(end.text, TEXT_SIZE, end.isOwn ? 600 : 400)))
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => view.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: widest + 22,
    t: 18,
    b: note === '' ? 34 : 54
  }
  return {
    data: [...middleHalf(history, view), medianTrace(history, view), ownTrace(reading, view)],
    layout: {
      ...baseLayout(view, margin),
      xaxis: {
        fixedrange: true,
        range: [-0.15, history.length - 0.85],
        tickmode: 'array',
        tickvals: history.map((_, at) => at),
        ticktext: history.map(({ period, isProvisional }) =>
          plainText(`${period.time_period_name}${isProvisional ? ' (provisional)' : ''}`)
        ),
        showgrid: false,
        zeroline: false,
        tickfont: { size: TEXT_SIZE, color: view.shades.ink2 }
      },
      yaxis: valueAxis(scale, tickTexts, view.shades),
      annotations: [
        ...placed(ends, history.length, scale, plotHeight(view, margin), view),
        ...gapLabel(note, view)
      ]
    },
    stops: history.map((moment, point): Stop => ({
      text: momentWords(moment, reading),
      curve: moment.own === null ? 2 : 3,
      point
    })),
    firstStop: Math.max(
      0,
      history.findIndex(moment => moment.period.time_period_id === reading.period.time_period_id)
    )
  }
}

interface EndLabel {
  value: number
  text: string
  isOwn: boolean
}

/** What each line ends at: the last period that it reaches, named where that is not the last of all. */
function endLabels({ history, own, measure }: Reading): EndLabel[] {
  const end = (name: string, valueIn: (moment: Moment) => number | null, isOwn = false): EndLabel[] => {
    const at = history.findLastIndex(moment => valueIn(moment) !== null)
    const moment = history[at]
    const value = moment ? valueIn(moment) : null
    if (!moment || value === null) return []
    const n = name === 'Median' ? `, n ${moment.averages?.n ?? 0}` : ''
    const when = at === history.length - 1 ? '' : ` (${moment.period.time_period_name})`
    return [{ value, text: `${name} ${formatValue(value, measure)}${n}${when}`, isOwn }]
  }
  return [
    ...end(shortened(own?.name ?? 'Own', 22), moment => moment.own, true),
    ...end('Median', moment => moment.averages?.Median ?? null),
    ...end('Q1', moment => moment.averages?.Q1 ?? null),
    ...end('Q3', moment => moment.averages?.Q3 ?? null)
  ]
}

/** Where the lines of the others have a gap, and why: they are of one set in every period. */
function gapNote({ history, comparison, minimumCount }: Reading): string {
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

function gapLabel(note: string, { shades }: View): Partial<Annotation>[] {
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
      text: plainText(note),
      font: { size: SMALL_SIZE, color: shades.ink3 }
    }
  ]
}

function placed(
  ends: readonly EndLabel[],
  periods: number,
  scale: Scale,
  height: number,
  { shades }: View
): Partial<Annotation>[] {
  const lines = ends.map(end => pixelOf(end.value, scale, height))
  const places = spread(lines, 17, 4, height - 4)
  return ends.map(({ value, text, isOwn }, index) => ({
    x: periods - 1,
    y: value,
    xanchor: 'left',
    yanchor: 'middle',
    xshift: 14,
    yshift: (lines[index] ?? 0) - (places[index] ?? 0),
    showarrow: false,
    borderpad: 0,
    text: plainText(text),
    font: { size: TEXT_SIZE, color: isOwn ? shades.ink : shades.ink2, weight: isOwn ? 600 : 400 }
  }))
}

function middleHalf(history: readonly Moment[], { shades }: View): Data[] {
  const edge = (values: (number | null)[], fill: 'none' | 'tonexty'): Data => ({
    type: 'scatter',
    mode: 'lines',
    x: history.map((_, at) => at),
    y: values,
    fill,
    fillcolor: 'rgba(128,138,155,0.14)',
    line: { color: shades.ink3, width: 1, dash: 'dot' },
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

function medianTrace(history: readonly Moment[], { shades }: View): Data {
  return {
    type: 'scatter',
    mode: 'lines+markers',
    x: history.map((_, at) => at),
    y: history.map(moment => moment.averages?.Median ?? null),
    line: { color: shades.ink2, width: 1.5, dash: 'dash' },
    marker: { color: shades.ink2, size: 4 },
    hoverinfo: 'skip',
    connectgaps: false
  }
}

function ownTrace(reading: Reading, { shades }: View): Data {
  const { history } = reading
  return {
    type: 'scatter',
    mode: 'lines+markers',
    x: history.map((_, at) => at),
    y: history.map(moment => moment.own),
    line: { color: shades.brand, width: 2.5 },
    marker: { color: shades.brand, size: 10, line: { color: shades.ink, width: 1.4 } },
    hoverinfo: 'text',
    hovertext: history.map(moment => plainText(momentWords(moment, reading))),
    cliponaxis: false,
    connectgaps: false
  }
}

function momentWords(
  { period, own, averages, isProvisional }: Moment,
  { measure, own: entry, comparison }: Reading
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
