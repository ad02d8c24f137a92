// Lines of small text below a plot, from its left end.

import type { Annotation } from 'plotly.js'
import { SMALL_SIZE, type DrawContext, type Margin } from '#browser/charts/view/figure.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { textLines } from './text-lines.ts'

export const NOTE_LINE = 16

/** Breaks a note into lines that fit the drawing. The margin below the plot grows with each line after the first. */
export function noteLines(text: string, context: DrawContext, margin: Margin): string[] {
  const lines = textLines(text, context.width - margin.l - 4, line =>
    context.measureText(line, SMALL_SIZE, 400)
  )
  margin.b += (lines.length - 1) * NOTE_LINE
  return lines
}

/** `yshift` is the top of the first line, in pixels up from the end of the plot. */
export const noteBelow = (
  lines: readonly string[],
  yshift: number,
  { theme }: DrawContext
): Partial<Annotation> => ({
  xref: 'paper',
  x: 0,
  yref: 'paper',
  y: 0,
  xanchor: 'left',
  yanchor: 'top',
  yshift,
  showarrow: false,
  borderpad: 0,
  align: 'left',
  text: lines.map(escapeMarkup).join(' <br>'),
  font: { size: SMALL_SIZE, color: theme.ink3 }
})
