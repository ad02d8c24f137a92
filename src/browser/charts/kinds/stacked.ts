// A measure in parts. Parts of one whole are stacked; rates of different wholes do not add up and are drawn side by side.

import type { Annotation, Data } from 'plotly.js'
import { legendRow } from '#browser/charts/labels/legend-row.ts'
import { formatValue } from '#browser/charts/labels/measure.ts'
import { rowLabel } from '#browser/charts/labels/row-label.ts'
import { mixColours, readableTextColour } from '#browser/charts/marks/value-roles.ts'
import { chartParts, type ChartParts, type PartRow } from '#browser/charts/parts.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  baseLayout,
  hoverCard,
  plotWidth,
  truncateLabel,
  TEXT_SIZE,
  type ChartFigure,
  type Margin,
  type DrawContext
} from '#browser/charts/view/figure.ts'
import type { ChartSeries } from '#contract/chart-data.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { drawSideBySide } from './side-by-side.ts'

const MAX_ROW_NAME_LENGTH = 44
const MAX_PART_NAME_LENGTH = 20

export function drawStackedBars(chartView: ChartView, context: DrawContext): ChartFigure {
  const parts = chartParts(chartView)
  return parts.isAdditive ? drawStack(parts, chartView, context) : drawSideBySide(parts, chartView, context)
}

function drawStack({ series, rows }: ChartParts, chartView: ChartView, context: DrawContext): ChartFigure {
  const names = Math.max(
    40,
    ...rows.map(row =>
      context.measureText(truncateLabel(row.name, MAX_ROW_NAME_LENGTH), TEXT_SIZE, row.isOwn ? 600 : 400)
    )
  )
  const margin: Margin = { l: Math.ceil(names) + 16, r: 20, t: 44, b: 16 }
  const longest = Math.max(
    1e-9,
    ...rows.map(row => row.parts.reduce<number>((sum, part) => sum + Math.max(0, part ?? 0), 0))
  )
  const perPixel = longest / plotWidth(context, margin)
  const theme = series.map((_, index) => partShade(index, series.length, context))
  const starts = series.map((_, index) =>
    (rows[0]?.parts ?? []).slice(0, index).reduce<number>((sum, part) => sum + Math.max(0, part ?? 0), 0)
  )
  const legendItems = series.map((one, index) => ({
    name: truncateLabel(one.series_name, MAX_PART_NAME_LENGTH),
    colour: theme[index] ?? context.theme.brand,
    wanted: (starts[index] ?? 0) / perPixel
  }))
  return {
    data: series.map((one, index) =>
      partTrace(one, index, theme[index] ?? context.theme.brand, rows, chartView, perPixel, context)
    ),
    layout: {
      ...baseLayout(context, margin),
      barmode: 'relative',
      bargap: 0.45,
      xaxis: { visible: false, fixedrange: true, range: [0, longest] },
      yaxis: { visible: false, fixedrange: true, range: [rows.length - 0.4, -0.6] },
      annotations: [
        ...rows.map((row, at) =>
          rowLabel(
            {
              name: row.name,
              maxLetters: MAX_ROW_NAME_LENGTH,
              at,
              weight: row.isOwn ? 600 : 400,
              colour: row.isOwn ? 'ink' : 'ink2'
            },
            context
          )
        ),
        ...rows.flatMap((row, at) => absentLabel(row, at, series, context)),
        ...legendRow(legendItems, context, margin)
      ]
    },
    stops: rows.flatMap((row, point) =>
      series.map((one, curve) => ({
        text: partText(row, one, row.parts[curve] ?? null, chartView),
        curve,
        point
      }))
    ),
    firstStop: 0
  }
}

/** Each part is lighter than the one before, so that they differ without hue. */
const partShade = (index: number, count: number, { theme }: DrawContext): string =>
  mixColours(theme.brand, theme.surface, 1 - (0.78 * index) / Math.max(1, count - 1))

function partTrace(
  one: ChartSeries,
  index: number,
  shade: string,
  rows: readonly PartRow[],
  chartView: ChartView,
  perPixel: number,
  context: DrawContext
): Data {
  const { theme } = context
  const values = rows.map(row => row.parts[index] ?? null)
  const texts = values.map(value => (value === null ? '' : formatValue(value, chartView.measure)))
  return {
    type: 'bar',
    orientation: 'h',
    y: rows.map((_, at) => at),
    x: values,
    text: texts.map((text, at) =>
      context.measureText(text, TEXT_SIZE, 500) + 8 < (values[at] ?? 0) / perPixel ? text : ''
    ),
    textposition: 'inside',
    insidetextanchor: 'middle',
    textangle: 0,
    constraintext: 'none',
    insidetextfont: {
      size: TEXT_SIZE,
      color: readableTextColour(shade, theme.ink, theme.surface),
      weight: 500
    },
    hoverinfo: 'text',
    hovertext: rows.map(row => hoverCard(row.name, partLine(one, row.parts[index] ?? null, chartView))),
    marker: {
      color: shade,
      line: {
        color: rows.map(row => (row.isOwn ? theme.ink : theme.lineField)),
        width: rows.map(row => (row.isOwn ? 1.2 : 1))
      }
    }
  }
}

/** Names the parts of a row without a value, which make its bar shorter. */
function absentLabel(
  row: PartRow,
  at: number,
  series: readonly ChartSeries[],
  { theme }: DrawContext
): Partial<Annotation>[] {
  const absent = series.filter((_, part) => (row.parts[part] ?? null) === null)
  if (absent.length === 0) return []
  return [
    {
      xref: 'paper',
      x: 0,
      y: at + 0.36,
      xanchor: 'left',
      yanchor: 'middle',
      showarrow: false,
      borderpad: 0,
      text: escapeMarkup(
        `No value: ${absent.map(one => truncateLabel(one.series_name, MAX_PART_NAME_LENGTH)).join(', ')}`
      ),
      font: { size: TEXT_SIZE, color: theme.ink2 }
    }
  ]
}

const partLine = (series: ChartSeries, part: number | null, { measure }: ChartView): string =>
  `${series.series_name}: ${part === null ? 'no value' : formatValue(part, measure)}`

const partText = (row: PartRow, series: ChartSeries, part: number | null, chartView: ChartView): string =>
  `${row.name}, ${partLine(series, part, chartView)}`
