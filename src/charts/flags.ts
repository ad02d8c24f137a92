// Names on leader lines above a chart. The own one comes first, so that it always has its place (product 22.11); then the own
// organisation's others and those picked, as far as there is room.
import type { Annotation, Shape } from 'plotly.js'
import { paperOf, plainText, plotWidth, shortened, TEXT_SIZE, type Margin, type View } from './figure.ts'
import { FLAG_OFFSET, placeFlags, type PlacedFlag } from './labels.ts'
import { formatValue } from './measure.ts'
import { fullName } from './marks.ts'
import type { Entry, Reading } from './reading.ts'
import type { Scale } from './scale.ts'

export const FLAG_HEIGHT = 18
/** From the top of the plot to the middle of the first row. */
const FIRST_ROW = 10

export interface Flagged {
  entry: Entry
  at: number
  text: string
  place: PlacedFlag
}

/** Flags of the bars that deserve one; bars stand at 0, 1, 2 … on an axis for at least `slots`. */
export function flagsOf(
  bars: readonly Entry[],
  { measure }: Reading,
  view: View,
  margin: Margin,
  slots: number
): Flagged[] {
  const step = plotWidth(view, margin) / slots
  const found = bars
    .map((entry, at) => ({ entry, at, text: flagText(entry, measure) }))
    .filter(({ entry }) => entry.mark === 'own' || entry.mark === 'sibling' || entry.mark === 'other')
    .toSorted((a, b) => Number(b.entry.mark === 'own') - Number(a.entry.mark === 'own'))
  const wanted = found.map(({ at, text, entry }) => ({
    x: (at + 0.5) * step,
    width: view.measureText(text, TEXT_SIZE, weightOf(entry))
  }))
  const places = placeFlags(wanted, view.width - margin.l - 4)
  return found.flatMap((flag, index) => {
    const place = places[index]
    return place ? [{ ...flag, place }] : []
  })
}

const flagText = (entry: Entry, measure: Reading['measure']): string =>
  `${shortened(entry.mark === 'other' ? fullName(entry) : entry.name)}, ${entry.value === null ? 'held back' : formatValue(entry.value, measure)}`

const weightOf = (entry: Entry): number => (entry.mark === 'own' ? 600 : 400)

export function flagParts(
  { entry, at, text, place }: Flagged,
  scale: Scale,
  height: number,
  { shades }: View
): { shapes: Partial<Shape>[]; annotation: Partial<Annotation> } {
  const up = FIRST_ROW + place.row * FLAG_HEIGHT
  const foot = entry.value === null ? scale.to : Math.max(entry.value, scale.from)
  const line = { type: 'line', layer: 'above', line: { color: shades.ink3, width: 1 } } as const
  const elbow =
    Math.abs(place.start - place.x) <= FLAG_OFFSET + 1 || place.side === 'left' ? FLAG_OFFSET - 3 : 0
  return {
    shapes: [
      { ...line, x0: at, x1: at, yref: 'paper', y0: paperOf(foot, scale), y1: 1 + up / height },
      {
        ...line,
        xsizemode: 'pixel',
        xanchor: at,
        x0: 0,
        x1: place.side === 'right' ? elbow : -elbow,
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
      xshift: place.start - place.x,
      yshift: up,
      showarrow: false,
      borderpad: 0,
      text: plainText(text),
      font: { size: TEXT_SIZE, color: shades.ink, weight: weightOf(entry) }
    }
  }
}
