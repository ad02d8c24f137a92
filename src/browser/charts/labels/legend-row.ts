// Names with a square of their colour in a row above a chart: what a legend would say, where the eye is.

import type { Annotation } from 'plotly.js'
import { TEXT_SIZE, type DrawContext } from '#browser/charts/view/figure.ts'
import { escapeMarkup } from '#lib/text/markup.ts'

export interface LegendItem {
  name: string
  colour: string
  isStrong?: boolean
  /** Pixels from the left end of the plot for its best position; it moves right if the previous one needs the space. */
  wanted: number
}

/** Pixels from the top of the plot up to the middle of the row. */
const UP = 22

export function legendRow(items: readonly LegendItem[], context: DrawContext): Partial<Annotation>[] {
  let free = 0
  return items.flatMap(({ name, colour, isStrong = false, wanted }) => {
    const start = Math.max(wanted, free)
    const weight = isStrong ? 600 : 400
    free = start + context.measureText(name, TEXT_SIZE, weight) + 32
    const anchor = {
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
      { ...anchor, xshift: start, text: '■', font: { size: 14, color: colour } },
      {
        ...anchor,
        xshift: start + 15,
        text: escapeMarkup(name),
        font: { size: TEXT_SIZE, color: isStrong ? context.theme.ink : context.theme.ink2, weight }
      }
    ]
  })
}
