import type { Annotation } from 'plotly.js'

export interface EndLabel {
  value: number
  text: string
  /** Pixels up or down, so that labels keep apart. */
  shift: number
  size: number
  colour: string
}

/** The label of a line, right of the plot where the line ends. */
export const endLabel = ({ value, text, shift, size, colour }: EndLabel): Partial<Annotation> => ({
  xref: 'paper',
  x: 1,
  yref: 'y',
  y: value,
  xanchor: 'left',
  yanchor: 'middle',
  xshift: 8,
  yshift: shift,
  showarrow: false,
  borderpad: 0,
  text,
  font: { size, color: colour }
})
