// A measure in parts. Parts of one whole are stacked; rates of different wholes cannot be added and stand side by side.
import type { Annotation, Data } from 'plotly.js'
import type { ChartSeries } from '#contract/chart-data.ts'
import {
  baseLayout,
  plainText,
  plotWidth,
  shortened,
  TEXT_SIZE,
  type Figure,
  type Margin,
  type View
} from '../figure.ts'
import { headsRow } from '../heads.ts'
import { mixed, readableOn } from '../marks.ts'
import { formatValue } from '../measure.ts'
import { partsOf, type Parts, type Row } from '../parts.ts'
import type { Reading } from '../reading.ts'
import { sideBySide } from './side-by-side.ts'

/** Longest name of a row and of a part. */
const ROW_NAME = 44
const PART_NAME = 20

export function stacked(reading: Reading, view: View): Figure {
  const parts = partsOf(reading)
  return parts.isAdditive ? stack(parts, reading, view) : sideBySide(parts, reading, view)
}

function stack({ series, rows }: Parts, reading: Reading, view: View): Figure {
  const names = Math.max(
    40,
    ...rows.map(row => view.measureText(shortened(row.name, ROW_NAME), TEXT_SIZE, row.isOwn ? 600 : 400))
  )
  const margin: Margin = { l: Math.ceil(names) + 16, r: 20, t: 44, b: 16 }
  const longest = Math.max(
    1e-9,
    ...rows.map(row => row.parts.reduce<number>((sum, part) => sum + Math.max(0, part ?? 0), 0))
  )
  const perPixel = longest / plotWidth(view, margin)
  const shades = series.map((_, index) => partShade(index, series.length, view))
  const starts = series.map((_, index) =>
    (rows[0]?.parts ?? []).slice(0, index).reduce<number>((sum, part) => sum + Math.max(0, part ?? 0), 0)
  )
  const heads = series.map((one, index) => ({
    name: shortened(one.series_name, PART_NAME),
    colour: shades[index] ?? view.shades.brand,
    wanted: (starts[index] ?? 0) / perPixel
  }))
  return {
    data: series.map((one, index) =>
      segment(one, index, shades[index] ?? view.shades.brand, rows, reading, perPixel, view)
    ),
    layout: {
      ...baseLayout(view, margin),
      barmode: 'relative',
      bargap: 0.45,
      xaxis: { visible: false, fixedrange: true, range: [0, longest] },
      yaxis: { visible: false, fixedrange: true, range: [rows.length - 0.4, -0.6] },
      annotations: [...rows.map((row, at) => rowLabel(row, at, view)), ...headsRow(heads, view)]
    },
    stops: rows.flatMap((row, point) =>
      series.map((one, curve) => ({
        text: partWords(row, one, row.parts[curve] ?? null, reading),
        curve,
        point
      }))
    ),
    firstStop: 0
  }
}

/** Lightness falls from part to part, so that the parts differ without their hue. */
const partShade = (index: number, count: number, { shades }: View): string =>
  mixed(shades.brand, shades.surface, 1 - (0.78 * index) / Math.max(1, count - 1))

function segment(
  one: ChartSeries,
  index: number,
  shade: string,
  rows: readonly Row[],
  reading: Reading,
  perPixel: number,
  view: View
): Data {
  const { shades } = view
  const values = rows.map(row => row.parts[index] ?? null)
  const texts = values.map(value => (value === null ? '' : formatValue(value, reading.measure)))
  return {
    type: 'bar',
    orientation: 'h',
    y: rows.map((_, at) => at),
    x: values,
    text: texts.map((text, at) =>
      view.measureText(text, TEXT_SIZE, 500) + 8 < (values[at] ?? 0) / perPixel ? text : ''
    ),
    textposition: 'inside',
    insidetextanchor: 'middle',
    textangle: 0,
    constraintext: 'none',
    insidetextfont: { size: TEXT_SIZE, color: readableOn(shade, shades.ink, shades.surface), weight: 500 },
    hoverinfo: 'text',
    hovertext: rows.map(row => plainText(partWords(row, one, row.parts[index] ?? null, reading))),
    marker: {
      color: shade,
      line: {
        color: rows.map(row => (row.isOwn ? shades.ink : shades.surface)),
        width: rows.map(row => (row.isOwn ? 1.2 : 1))
      }
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
    text: plainText(shortened(row.name, ROW_NAME)),
    font: { size: TEXT_SIZE, color: row.isOwn ? shades.ink : shades.ink2, weight: row.isOwn ? 600 : 400 }
  }
}

const partWords = (row: Row, series: ChartSeries, part: number | null, { measure }: Reading): string =>
  `${row.name}, ${series.series_name}: ${part === null ? 'no value' : formatValue(part, measure)}`
