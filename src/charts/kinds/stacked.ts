// A measure in parts: the own parts beside the peers' mean parts (means add up to their whole, medians do not).
import type { Annotation, Data } from 'plotly.js'
import { countOf } from '#lib/format.ts'
import type { ChartAverages, ChartData, ChartSeries } from '#contract/chart-data.ts'
import { baseLayout, plainText, plotWidth, shortened, TEXT_SIZE, type Figure, type Margin, type View } from '../figure.ts'
import { formatValue } from '../measure.ts'
import { mixed, readableOn } from '../marks.ts'
import { comparisonOf, type Reading } from '../reading.ts'

interface Row {
  name: string
  isOwn: boolean
  /** One for each series; null where it is missing or held back. */
  parts: (number | null)[]
}

export function stacked(reading: Reading, view: View): Figure {
  const series = reading.data.series.toSorted((a, b) => a.display_order - b.display_order)
  const rows = rowsOf(reading, series)
  const names = Math.max(40, ...rows.map(row => view.measureText(shortened(row.name, 44), TEXT_SIZE, row.isOwn ? 600 : 400)))
  const margin: Margin = { l: Math.ceil(names) + 16, r: 20, t: 44, b: 16 }
  const longest = Math.max(1e-9, ...rows.map(row => row.parts.reduce<number>((sum, part) => sum + Math.max(0, part ?? 0), 0)))
  const width = plotWidth(view, margin)
  return {
    data: series.map((one, index) => segment(one, index, series.length, rows, reading, longest / width, view)),
    layout: {
      ...baseLayout(view, margin),
      barmode: 'relative',
      bargap: 0.45,
      xaxis: { visible: false, fixedrange: true, range: [0, longest] },
      yaxis: { visible: false, fixedrange: true, range: [rows.length - 0.4, -0.6] },
      annotations: [...rows.map((row, at) => rowLabel(row, at, view)), ...heads(series, rows, longest / width, view)]
    },
    stops: rows.flatMap((row, point) =>
      series.map((one, curve) => ({ text: partWords(row, one, row.parts[curve] ?? null, reading), curve, point }))
    ),
    firstStop: 0
  }
}

function rowsOf({ data, period, own }: Reading, series: readonly ChartSeries[]): Row[] {
  const mine = series.map(
    one => one.values.find(value => value.is_selected && value.time_period_id === period.time_period_id)?.value ?? null
  )
  const rows = own ? [{ name: own.name, isOwn: true, parts: mine }] : []
  return [...rows, ...setsOf(data, period.time_period_id).flatMap(set => rowOfMeans(set, series))]
}

interface SetOfMeans {
  name: string
  averagesOf: (series: ChartSeries) => ChartAverages | null
}

/** Each chosen peer group, and everyone that the filters let through. */
function setsOf(data: ChartData, timePeriodId: number): SetOfMeans[] {
  const groups = data.peer_groups.map(group => ({
    name: ` in ${group.peer_group_name}`,
    averagesOf: (series: ChartSeries) =>
      series.averages.find(set => set.time_period_id === timePeriodId && set.peer_group_id === group.peer_group_id) ?? null
  }))
  const everyone = {
    name: data.applied_filters.length > 0 ? ' that match' : '',
    averagesOf: (series: ChartSeries) => comparisonOf({ ...data, peer_groups: [] }, series, timePeriodId).averages
  }
  return [...groups, everyone]
}

/** A row of means, unless none of them may be shown. */
function rowOfMeans({ name, averagesOf }: SetOfMeans, series: readonly ChartSeries[]): Row[] {
  const averages = series.map(averagesOf)
  const parts = averages.map(set => set?.Mean ?? null)
  const n = Math.max(0, ...averages.map(set => set?.n ?? 0))
  return parts.every(part => part === null) ? [] : [{ name: `Mean of ${countOf(n, 'peer')}${name}`, isOwn: false, parts }]
}

/** Lightness falls from part to part, so that the parts differ without their hue. */
const partShade = (index: number, count: number, { shades }: View): string =>
  mixed(shades.brand, shades.surface, 1 - (0.78 * index) / Math.max(1, count - 1))

function segment(
  one: ChartSeries,
  index: number,
  count: number,
  rows: readonly Row[],
  reading: Reading,
  perPixel: number,
  view: View
): Data {
  const { shades } = view
  const values = rows.map(row => row.parts[index] ?? null)
  const texts = values.map(value => (value === null ? '' : formatValue(value, reading.measure)))
  const shade = partShade(index, count, view)
  return {
    type: 'bar',
    orientation: 'h',
    y: rows.map((_, at) => at),
    x: values,
    text: texts.map((text, at) => (view.measureText(text, TEXT_SIZE, 500) + 8 < (values[at] ?? 0) / perPixel ? text : '')),
    textposition: 'inside',
    insidetextanchor: 'middle',
    textangle: 0,
    constraintext: 'none',
    insidetextfont: { size: TEXT_SIZE, color: readableOn(shade, shades.ink, shades.surface), weight: 500 },
    hoverinfo: 'text',
    hovertext: rows.map(row => plainText(partWords(row, one, row.parts[index] ?? null, reading))),
    marker: {
      color: shade,
      line: { color: rows.map(row => (row.isOwn ? shades.ink : shades.surface)), width: rows.map(row => (row.isOwn ? 1.2 : 1)) }
    }
  }
}

function rowLabel(row: Row, at: number, { shades }: View): Partial<Annotation> {
  return {
    xref: 'paper',
    x: 0,
    y: at,
    xanchor: 'right',
    yanchor: 'middle',
    xshift: -10,
    showarrow: false,
    borderpad: 0,
    text: plainText(shortened(row.name, 44)),
    font: { size: TEXT_SIZE, color: row.isOwn ? shades.ink : shades.ink2, weight: row.isOwn ? 600 : 400 }
  }
}

/** The parts' names over the first row, each at its part, moved right where the one before needs the room. */
function heads(series: readonly ChartSeries[], rows: readonly Row[], perPixel: number, view: View): Partial<Annotation>[] {
  let from = 0
  let free = 0
  return series.flatMap((one, index) => {
    const start = Math.max(from / perPixel, free)
    const name = shortened(one.series_name, 20)
    from += Math.max(0, rows[0]?.parts[index] ?? 0)
    free = start + view.measureText(name, TEXT_SIZE, 400) + 32
    const place = {
      xref: 'paper',
      x: 0,
      yref: 'paper',
      y: 1,
      xanchor: 'left',
      yanchor: 'middle',
      yshift: 22,
      showarrow: false,
      borderpad: 0
    } as const
    return [
      { ...place, xshift: start, text: '■', font: { size: 14, color: partShade(index, series.length, view) } },
      { ...place, xshift: start + 15, text: plainText(name), font: { size: TEXT_SIZE, color: view.shades.ink2 } }
    ]
  })
}

const partWords = (row: Row, series: ChartSeries, part: number | null, { measure }: Reading): string =>
  `${row.name}, ${series.series_name}: ${part === null ? 'no value' : formatValue(part, measure)}`
