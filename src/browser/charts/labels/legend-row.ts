// A legend in one row above a chart: names, each after a square of its colour.

import type { Annotation } from 'plotly.js'
import { TEXT_SIZE, type DrawContext, type Margin } from '#browser/charts/view/figure.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { spreadApart } from './label-layout.ts'

export interface LegendItem {
  name: string
  colour: string
  isStrong?: boolean
  /** Pixels from the left end of the plot to where it would best begin. */
  wanted: number
}

/** Pixels from the top of the plot up to the middle of the row. */
const UP = 22
/** The square with the space before the name, and the space after the name. */
const SQUARE = 15
const AFTER_NAME = 17

export function legendRow(
  items: readonly LegendItem[],
  context: DrawContext,
  margin: Margin
): Partial<Annotation>[] {
  const sizes = items.map(
    ({ name, isStrong }) =>
      SQUARE + context.measureText(name, TEXT_SIZE, isStrong === true ? 600 : 400) + AFTER_NAME
  )
  const last = sizes.at(-1) ?? 0
  // Names that do not all fit run over the right edge, not over each other.
  const length = sizes.reduce((sum, size) => sum + size, 0)
  const starts = spreadApart(
    items.map(item => item.wanted),
    sizes,
    0,
    Math.max(context.width - margin.l, length) - last
  )
  return items.flatMap(({ name, colour, isStrong = false }, index) => {
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
    const start = starts[index]!
    return [
      { ...anchor, xshift: start, text: '■', font: { size: 14, color: colour } },
      {
        ...anchor,
        xshift: start + SQUARE,
        text: escapeMarkup(name),
        font: {
          size: TEXT_SIZE,
          color: isStrong ? context.theme.ink : context.theme.ink2,
          weight: isStrong ? 600 : 400
        }
      }
    ]
  })
}
