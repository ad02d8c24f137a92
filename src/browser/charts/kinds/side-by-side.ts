// Series that cannot be added: for each one the own value beside the peers' means, every bar with its figure.
import type { Annotation, Data } from 'plotly.js'
import {
  baseLayout,
  hoverCard,
  truncateLabel,
  TEXT_SIZE,
  type Figure,
  type Margin,
  type DrawContext
} from '../view/figure.ts'
import { legendRow } from '../labels/legend-row.ts'
import { mixColours } from '../marks/value-roles.ts'
import { formatValue } from '../labels/measure.ts'
import type { Parts, Row } from '../parts.ts'
import { rowLabel } from '../labels/row-label.ts'
import { scaleOf } from '../view/scale.ts'
import type { ChartView } from '../view/chart-view.ts'

const NAME = 30
const BAR_GAP = 0.3

export function sideBySide({ series, rows }: Parts, chartView: ChartView, context: DrawContext): Figure {
  const names = Math.max(
    40,
    ...series.map(one => context.measureText(truncateLabel(one.series_name, NAME), TEXT_SIZE, 400))
  )
  const margin: Margin = { l: Math.ceil(names) + 16, r: 76, t: 44, b: 12 }
  const scale = scaleOf({
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
  const figure = (row: Row, at: number): string => {
    const part = row.parts[at] ?? null
    return part === null ? 'no value' : formatValue(part, chartView.measure)
  }
  const words = (row: Row, at: number): string =>
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
        line: { color: row.isOwn ? context.theme.ink : context.theme.surface, width: row.isOwn ? 1.2 : 0 },
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
          rowLabel({ name: one.series_name, maxLetters: NAME, at, colour: 'ink' }, context)
        ),
        ...rows.flatMap((row, at) => absentParts(row, at, rows.length, context)),
        ...legendRow(legendItems, context)
      ]
    },
    stops: series.flatMap((_, point) =>
      rows.map((row, curve) => ({ text: words(row, point), curve, point }))
    ),
    firstStop: 0
  }
}

/** The own bars in the programme's colour, the others paler and paler. */
const rowShade = (row: Row, at: number, count: number, { theme }: DrawContext): string =>
  row.isOwn
    ? theme.brand
    : mixColours(theme.brandLine, theme.brand, count < 3 ? 1 : 0.55 + (0.45 * at) / (count - 1))

/** A part without a value has no bar: its place says so. */
function absentParts(row: Row, at: number, rowCount: number, { theme }: DrawContext): Partial<Annotation>[] {
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
