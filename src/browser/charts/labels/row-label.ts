import type { Annotation } from 'plotly.js'
import { TEXT_SIZE, truncateLabel, type DrawContext } from '#browser/charts/view/figure.ts'
import { escapeMarkup } from '#lib/text/markup.ts'

interface RowLabel {
  name: string
  /** A longer name is truncated. */
  maxLetters: number
  /** On the vertical axis, in its units. */
  at: number
  weight?: 400 | 600
  colour: keyof Pick<DrawContext['theme'], 'ink' | 'ink2'>
}

/** The name of a row, left of the plot. */
export const rowLabel = (
  { name, maxLetters, at, weight = 400, colour }: RowLabel,
  { theme }: DrawContext
): Partial<Annotation> => ({
  xref: 'paper',
  x: 0,
  y: at,
  xanchor: 'right',
  yanchor: 'middle',
  xshift: -10,
  showarrow: false,
  borderpad: 0,
  text: escapeMarkup(truncateLabel(name, maxLetters)),
  font: { size: TEXT_SIZE, color: theme[colour], weight }
})
