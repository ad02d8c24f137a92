// Series that do not add up: for each the own value beside the peers' means, every bar with its figure.

import type { Annotation, Data } from 'plotly.js'
import { legendRow } from '#browser/charts/labels/legend-row.ts'
import { formatValue } from '#browser/charts/labels/measure.ts'
import { rowLabel } from '#browser/charts/labels/row-label.ts'
import { mixColours } from '#browser/charts/marks/value-roles.ts'
import type { ChartParts, PartRow } from '#browser/charts/parts.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  baseLayout,
  hoverCard,
  truncateLabel,
  TEXT_SIZE,
  type ChartFigure,
  type Margin,
  type DrawContext
} from '#browser/charts/view/figure.ts'
import { chartScale } from '#browser/charts/view/scale.ts'

const MAX_BAR_NAME_LENGTH = 30
const BAR_GAP = 0.3

export function drawSideBySide(
  { series, rows }: ChartParts,
  chartView: ChartView,
  context: DrawContext
): ChartFigure {
  const names = Math.max(
    40,
    ...series.map(one =>
      context.measureText(truncateLabel(one.series_name, MAX_BAR_NAME_LENGTH), TEXT_SIZE, 400)
    )
  )
  const margin: Margin = { l: Math.ceil(names) + 16, r: 76, t: 44, b: 12 }
  const scale = chartScale({
    values: rows.flatMap(row => row.parts),
    startsAtZero: true,
    axisMin: null,
    axisMax: null
  })
  const legendItems = rows.map((row, at) => ({
    name: truncateLabel(row.name, 44),
    colour: rowShade(row, at, rows.length, context),
    isStrong: row.isOwn,
    wanted: 0
  }))
  const figure = (row: PartRow, at: number): string => {
    const part = row.parts[at] ?? null
    return part === null ? 'no value' : formatValue(part, chartView.measure)
  }
  const text = (row: PartRow, at: number): string =>
    `${series[at]?.series_name ?? ''}, ${row.name}: ${figure(row, at)}`
  return {
    data: rows.map((row, at): Data => ({
      type: 'bar',
      orientation: 'h',
      y: series.map((_, part) => part),
      x: row.parts,
      text: row.parts.map(part => (part === null ? '' : formatValue(part, chartView.measure))),
      textposition: 'outside',
      cliponaxis: false,
      textangle: 0,
      constraintext: 'none',
      outsidetextfont: {
        size: TEXT_SIZE,
        color: row.isOwn ? context.theme.ink : context.theme.ink2,
        weight: row.isOwn ? 600 : 400
      },
      hoverinfo: 'text',
      hovertext: series.map((one, part) => hoverCard(one.series_name, `${row.name}: ${figure(row, part)}`)),
      marker: {
        color: rowShade(row, at, rows.length, context),
        line: {
          color: row.isOwn ? context.theme.ink : context.theme.lineField,
          width: row.isOwn ? 1.2 : 1
        },
        cornerradius: 2
      }
    })),
    layout: {
      ...baseLayout(context, margin),
      barmode: 'group',
      bargap: BAR_GAP,
      bargroupgap: 0.1,
      xaxis: { visible: false, fixedrange: true, range: [scale.from, scale.to] },
      yaxis: { visible: false, fixedrange: true, range: [series.length - 0.5, -0.5] },
      annotations: [
        ...series.map((one, at) =>
          rowLabel({ name: one.series_name, maxLetters: MAX_BAR_NAME_LENGTH, at, colour: 'ink' }, context)
        ),
        ...rows.flatMap((row, at) => absentParts(row, at, rows.length, context)),
        ...legendRow(legendItems, context, margin)
      ]
    },
    stops: series.flatMap((_, point) => rows.map((row, curve) => ({ text: text(row, point), curve, point }))),
    firstStop: 0
  }
}

/** The own bars in the programme's colour, the others paler and paler. */
const rowShade = (row: PartRow, at: number, count: number, { theme }: DrawContext): string =>
  row.isOwn
    ? theme.brand
    : mixColours(theme.brandLine, theme.brand, count < 3 ? 1 : 0.55 + (0.45 * at) / (count - 1))

/** A part without a value has no bar, so a text says so. */
function absentParts(
  row: PartRow,
  at: number,
  rowCount: number,
  { theme }: DrawContext
): Partial<Annotation>[] {
  const offset = (1 - BAR_GAP) * ((at + 0.5) / rowCount - 0.5)
  return row.parts.flatMap((value, part) =>
    value !== null
      ? []
      : [
          {
            xref: 'paper',
            x: 0,
            y: part + offset,
            xanchor: 'left',
            yanchor: 'middle',
            xshift: 4,
            showarrow: false,
            borderpad: 0,
            text: 'no value',
            font: { size: TEXT_SIZE, color: theme.ink3 }
          }
        ]
  )
}
