// The texts around boxes: their figures below them, and the named values right of the plot, where they cover neither a box nor a dot.

import type { Annotation, Shape } from 'plotly.js'
import type { ChartEntry, ChartView } from '#browser/charts/view/chart-view.ts'
import { SMALL_SIZE, TEXT_SIZE, truncateLabel, type DrawContext } from '#browser/charts/view/figure.ts'
import { pixelOf, type Scale } from '#browser/charts/view/scale.ts'
import { AVERAGE_NAMES } from '#browser/charts/words/claims.ts'
import type { AverageName, ChartAverages } from '#contract/chart-data.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { calloutText, namedEntries } from './callouts.ts'
import { spreadApart } from './label-layout.ts'
import { formatFigure, type Measure } from './measure.ts'

const BOX_LABEL_ORDER: readonly AverageName[] = ['Q1', 'Median', 'Mean', 'Q3']

/** 'Lower quartile 0.88 · Median 0.96 · × Mean 0.98 · Upper quartile 1.10', in lines that fit the width. */
export function boxFigures(
  { averages }: { averages: ChartAverages },
  width: number,
  { decimal_places }: Measure,
  context: DrawContext
): string[] {
  const lines: string[] = []
  for (const name of BOX_LABEL_ORDER.filter(one => context.averages.includes(one))) {
    const value = averages[name]
    if (value === null) continue
    const text = `${name === 'Mean' ? '× ' : ''}${AVERAGE_NAMES[name]} ${formatFigure(value, decimal_places)}`
    const longer = `${lines.at(-1) ?? ''} · ${text}`
    if (lines.length > 0 && context.measureText(longer, SMALL_SIZE, 400) <= width - 8)
      lines[lines.length - 1] = longer
    else lines.push(text)
  }
  return lines
}

interface Levels {
  named: { entry: ChartEntry; value: number; text: string }[]
  /** Of the labels with the space before them. */
  width: number
}

const BOX_LABEL_OFFSET = 12
const BOX_LABEL_GAP = 16

export function namedLevels({ entries, measure }: ChartView, context: DrawContext): Levels {
  const named = namedEntries(entries).flatMap(entry =>
    entry.value === null
      ? []
      : [{ entry, value: entry.value, text: truncateLabel(calloutText(entry, measure), 34) }]
  )
  const widths = named.map(({ entry, text }) =>
    context.measureText(text, TEXT_SIZE, entry.role === 'own' ? 600 : 400)
  )
  return { named, width: named.length === 0 ? 16 : BOX_LABEL_OFFSET + Math.max(...widths) + 8 }
}

/** A thin line across the plot at each named value, with its name at the end. */
export function levelLabels(
  { named }: Levels,
  scale: Scale,
  height: number,
  { theme }: DrawContext
): { shapes: Partial<Shape>[]; annotations: Partial<Annotation>[] } {
  const lines = named.map(({ value }) => pixelOf(value, scale, height))
  const places = spreadApart(lines, BOX_LABEL_GAP, 4, height - 4)
  const shapes = named.flatMap(({ entry, value }, index): Partial<Shape>[] => {
    const isOwn = entry.role === 'own'
    return [
      {
        type: 'line',
        xref: 'paper',
        x0: 0,
        x1: 1,
        y0: value,
        y1: value,
        layer: 'below',
        line: {
          color: isOwn ? theme.brand : theme.ink3,
          width: isOwn ? 1.4 : 0.8,
          dash: isOwn ? 'solid' : 'dot'
        }
      },
      {
        type: 'line',
        xref: 'paper',
        xsizemode: 'pixel',
        xanchor: 1,
        x0: 1,
        x1: BOX_LABEL_OFFSET - 3,
        yref: 'y',
        ysizemode: 'pixel',
        yanchor: value,
        y0: 0,
        y1: lines[index]! - places[index]!,
        layer: 'above',
        line: { color: theme.ink3, width: 1 }
      }
    ]
  })
  const annotations = named.map(({ entry, value, text }, index): Partial<Annotation> => {
    const isOwn = entry.role === 'own'
    return {
      xref: 'paper',
      x: 1,
      y: value,
      xanchor: 'left',
      yanchor: 'middle',
      xshift: BOX_LABEL_OFFSET,
      yshift: lines[index]! - places[index]!,
      showarrow: false,
      borderpad: 0,
      text: escapeMarkup(text),
      font: { size: TEXT_SIZE, color: isOwn ? theme.ink : theme.ink2, weight: isOwn ? 600 : 400 }
    }
  })
  return { shapes, annotations }
}
