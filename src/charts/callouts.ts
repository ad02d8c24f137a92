// Names on leader lines above a chart. The own one comes first, so that it always fits (product 22.11); then
// the own organisation's others and marked ones, as far as there is room.
import type { Annotation, Shape } from 'plotly.js'
import {
  paperOf,
  escapePlotlyText,
  plotWidth,
  truncateLabel,
  TEXT_SIZE,
  type Margin,
  type DrawContext
} from './figure.ts'
import { CALLOUT_OFFSET, placeCallouts, type CalloutPosition } from './label-layout.ts'
import { formatValue } from './measure.ts'
import { fullName } from './value-roles.ts'
import type { ChartEntry, ChartView } from './chart-view.ts'
import type { Scale } from './scale.ts'

export const CALLOUT_HEIGHT = 18
/** From the top of the plot to the middle of the first row. */
const FIRST_ROW = 10

export interface Callout {
  entry: ChartEntry
  at: number
  text: string
  position: CalloutPosition
}

/** Callouts of the bars that need one; bars are at 0, 1, 2 … on an axis for at least `slots`. */
export function calloutsOf(
  bars: readonly ChartEntry[],
  { measure }: ChartView,
  context: DrawContext,
  margin: Margin,
  slots: number
): Callout[] {
  const step = plotWidth(context, margin) / slots
  const found = bars
    .map((entry, at) => ({ entry, at, text: calloutText(entry, measure) }))
    .filter(
      ({ entry }) => entry.role === 'own' || entry.role === 'sameOrganisation' || entry.role === 'other'
    )
    .toSorted((a, b) => Number(b.entry.role === 'own') - Number(a.entry.role === 'own'))
  const wanted = found.map(({ at, text, entry }) => ({
    x: (at + 0.5) * step,
    width: context.measureText(text, TEXT_SIZE, weightOf(entry))
  }))
  const positions = placeCallouts(wanted, context.width - margin.l - 4)
  return found.flatMap((callout, index) => {
    const position = positions[index]
    return position ? [{ ...callout, position }] : []
  })
}

const calloutText = (entry: ChartEntry, measure: ChartView['measure']): string =>
  `${truncateLabel(entry.role === 'other' ? fullName(entry) : entry.name)}, ${entry.value === null ? 'held back' : formatValue(entry.value, measure)}`

const weightOf = (entry: ChartEntry): number => (entry.role === 'own' ? 600 : 400)

export function drawCallout(
  { entry, at, text, position }: Callout,
  scale: Scale,
  height: number,
  { theme }: DrawContext
): { shapes: Partial<Shape>[]; annotation: Partial<Annotation> } {
  const up = FIRST_ROW + position.row * CALLOUT_HEIGHT
  const foot = entry.value === null ? scale.to : Math.max(entry.value, scale.from)
  const line = { type: 'line', layer: 'above', line: { color: theme.ink3, width: 1 } } as const
  const elbow =
    Math.abs(position.start - position.x) <= CALLOUT_OFFSET + 1 || position.side === 'left'
      ? CALLOUT_OFFSET - 3
      : 0
  return {
    shapes: [
      { ...line, x0: at, x1: at, yref: 'paper', y0: paperOf(foot, scale), y1: 1 + up / height },
      {
        ...line,
        xsizemode: 'pixel',
        xanchor: at,
        x0: 0,
        x1: position.side === 'right' ? elbow : -elbow,
        yref: 'paper',
        y0: 1 + up / height,
        y1: 1 + up / height
      }
    ],
    annotation: {
      xref: 'x',
      x: at,
      yref: 'paper',
      y: 1,
      xanchor: 'left',
      yanchor: 'middle',
      xshift: position.start - position.x,
      yshift: up,
      showarrow: false,
      borderpad: 0,
      text: escapePlotlyText(text),
      font: { size: TEXT_SIZE, color: theme.ink, weight: weightOf(entry) }
    }
  }
}
