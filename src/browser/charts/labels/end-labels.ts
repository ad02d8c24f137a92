// The labels of lines, right of the plot where each line ends.

import type { Annotation } from 'plotly.js'
import { TEXT_SIZE, type DrawContext } from '#browser/charts/view/figure.ts'
import { pixelOf, type Scale } from '#browser/charts/view/scale.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { spreadApart } from './label-layout.ts'

export interface LineEnd {
  value: number
  text: string
  isOwn?: boolean
}

export function endLabels(
  ends: readonly LineEnd[],
  scale: Scale,
  height: number,
  { theme }: DrawContext,
  size = TEXT_SIZE
): Partial<Annotation>[] {
  const lines = ends.map(({ value }) => pixelOf(value, scale, height))
  const places = spreadApart(lines, size + 4, 4, height - 4)
  return ends.map(({ value, text, isOwn = false }, index) => ({
    xref: 'paper',
    x: 1,
    yref: 'y',
    y: value,
    xanchor: 'left',
    yanchor: 'middle',
    xshift: 8,
    yshift: lines[index]! - places[index]!,
    showarrow: false,
    borderpad: 0,
    text: escapeMarkup(text),
    font: { size, color: isOwn ? theme.ink : theme.ink2, weight: isOwn ? 600 : 400 }
  }))
}
