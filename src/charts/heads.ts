// Names with a square of their colour in a row above a chart: what a legend would say, where the eye is.
import type { Annotation } from 'plotly.js'
import { plainText, TEXT_SIZE, type View } from './figure.ts'

export interface Head {
  name: string
  colour: string
  isStrong?: boolean
  /** Pixels from the left end of the plot where it would best stand; it moves right where the one before needs the room. */
  wanted: number
}

/** Pixels from the top of the plot up to the middle of the row. */
const UP = 22

export function headsRow(heads: readonly Head[], view: View): Partial<Annotation>[] {
  let free = 0
  return heads.flatMap(({ name, colour, isStrong = false, wanted }) => {
    const start = Math.max(wanted, free)
    const weight = isStrong ? 600 : 400
    free = start + view.measureText(name, TEXT_SIZE, weight) + 32
    const place = {
      xref: 'paper',
      x: 0,
      yref: 'paper',
      y: 1,
      xanchor: 'left',
      yanchor: 'middle',
      yshift: UP,
      showarrow: false,
      borderpad: 0
    } as const
    return [
      { ...place, xshift: start, text: '■', font: { size: 14, color: colour } },
      {
        ...place,
        xshift: start + 15,
        text: plainText(name),
        font: { size: TEXT_SIZE, color: isStrong ? view.shades.ink : view.shades.ink2, weight }
      }
    ]
  })
}
