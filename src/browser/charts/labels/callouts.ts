// Names on leader lines above a chart. The own one is placed first, so that it always fits (product 22.11), then the own organisation's others and
// marked ones.

import type { Annotation, Shape } from 'plotly.js'
import { barName, isNamedInChart } from '#browser/charts/marks/value-roles.ts'
import type { ChartEntry, ChartView } from '#browser/charts/view/chart-view.ts'
import { TEXT_SIZE, truncateLabel, type DrawContext } from '#browser/charts/view/figure.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { CALLOUT_OFFSET, placeCallouts, type CalloutPosition } from './callout-layout.ts'
import { formatValue } from './measure.ts'

export const CALLOUT_HEIGHT = 18
/** Pixels from the top of the plot to the middle of the first row. */
const FIRST_ROW = 10

export interface CalloutRequest {
  /** The position on the horizontal axis: in its units, and in pixels from the left end of the plot. */
  at: number
  x: number
  text: string
  isStrong: boolean
}

export interface Callout extends CalloutRequest {
  position: CalloutPosition
}

/** The callouts that fit in `width` pixels from the left end of the plot. */
export function fitCallouts<R extends CalloutRequest>(
  wanted: readonly R[],
  width: number,
  context: DrawContext
): (R & Callout)[] {
  const positions = placeCallouts(
    wanted.map(({ x, text, isStrong }) => ({
      x,
      width: context.measureText(text, TEXT_SIZE, isStrong ? 600 : 400)
    })),
    width
  )
  return wanted.flatMap((request, index) => {
    const position = positions[index]
    return position ? [{ ...request, position }] : []
  })
}

export const calloutRows = (callouts: readonly Callout[]): number =>
  CALLOUT_HEIGHT * (1 + Math.max(0, ...callouts.map(callout => callout.position.row)))

/** The entries that are named in a chart, the own one first. */
export const namedEntries = (entries: readonly ChartEntry[]): ChartEntry[] =>
  entries
    .filter(entry => isNamedInChart(entry.role))
    .toSorted((a, b) => Number(b.role === 'own') - Number(a.role === 'own'))

export const calloutText = (entry: ChartEntry, measure: ChartView['measure']): string =>
  `${truncateLabel(entry.role === 'other' ? barName(entry) : entry.name)}, ${entry.value === null ? 'not shown' : formatValue(entry.value, measure)}`

/** `foot` is where the line begins, as a share of the plot's height from the bottom. */
export function drawCallout(
  { at, text, isStrong, position }: Callout,
  foot: number,
  height: number,
  { theme }: DrawContext
): { shapes: Partial<Shape>[]; annotation: Partial<Annotation> } {
  const up = FIRST_ROW + position.row * CALLOUT_HEIGHT
  // A text that fits on neither side of its line stands on top of it.
  const isOnTop = position.start < position.x && position.x < position.start + position.width
  const top = isOnTop ? up - CALLOUT_HEIGHT / 2 : up
  const line = { type: 'line', layer: 'above', line: { color: theme.ink3, width: 1 } } as const
  const elbow =
    Math.abs(position.start - position.x) <= CALLOUT_OFFSET + 1 || position.side === 'left'
      ? CALLOUT_OFFSET - 3
      : 0
  return {
    shapes: [
      { ...line, x0: at, x1: at, yref: 'paper', y0: foot, y1: 1 + top / height },
      ...(isOnTop
        ? []
        : [
            {
              ...line,
              xsizemode: 'pixel' as const,
              xanchor: at,
              x0: 0,
              x1: position.side === 'right' ? elbow : -elbow,
              yref: 'paper' as const,
              y0: 1 + up / height,
              y1: 1 + up / height
            }
          ])
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
      text: escapeMarkup(text),
      font: { size: TEXT_SIZE, color: theme.ink, weight: isStrong ? 600 : 400 }
    }
  }
}
