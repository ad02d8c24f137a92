// The lines of the averages and the target, each labelled at its right end with its value, below the number of peers that all of them are of. Labels that
// would overlap are moved apart and have a leader line to their own line.

import type { Annotation, Shape } from 'plotly.js'
import { averageDashes, TARGET_DASHED } from '#browser/charts/marks/line-styles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { SMALL_SIZE, TEXT_SIZE, type DrawContext } from '#browser/charts/view/figure.ts'
import { pixelOf, type Scale } from '#browser/charts/view/scale.ts'
import { LINE_NAMES } from '#browser/charts/words/claims.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { countOf } from '#lib/format.ts'
import { spreadApart } from './label-layout.ts'
import { formatFigure } from './measure.ts'

const dashes = { ...averageDashes, Target: TARGET_DASHED }
/** From the top down, in their usual order. */
export const AVERAGES: readonly AverageName[] = ['Q3', 'Mean', 'Median', 'Q1']
const LABEL_GAP = 17
/** Pixels from the end of a line to its label. */
const LABEL_OFFSET = 10

const ABSENT = ' '

export interface LineLabel {
  name: AverageName | 'Target'
  isShown: boolean
  value: number
  text: string
  /** Pixels from the top of the plot: the position of the line, and of its label. */
  line: number
  label: number
}

/** The known averages, chosen or not, and the target, with label positions. */
export function lineLabels(
  { comparison, measure, data }: ChartView,
  chosen: readonly AverageName[],
  scale: Scale,
  height: number
): LineLabel[] {
  const averages = comparison.averages
  const known = AVERAGES.map(name => ({ name, value: averages?.[name] ?? null }))
  const found = [...known, { name: 'Target' as const, value: data.chart.target_value }].flatMap(
    ({ name, value }): LineLabel[] => {
      if (value === null) return []
      const line = pixelOf(value, scale, height)
      const text = `${LINE_NAMES[name]} ${formatFigure(value, measure.decimal_places)}`
      return [{ name, isShown: name === 'Target' || chosen.includes(name), value, text, line, label: line }]
    }
  )
  const shown = found.filter(label => label.isShown)
  const places = spreadApart(
    shown.map(label => label.line),
    LABEL_GAP,
    4,
    height - 4
  )
  return found.map(label => ({ ...label, label: places[shown.indexOf(label)] ?? label.line }))
}

export const labelsWidth = (labels: readonly { text: string }[], n: number, context: DrawContext): number =>
  labels.length === 0
    ? 8
    : LABEL_OFFSET +
      8 +
      Math.max(
        context.measureText(countOf(n, 'peer'), SMALL_SIZE, 400),
        ...labels.map(({ text }) => context.measureText(text, TEXT_SIZE, 400))
      )

/** A line that is not chosen is drawn invisibly, so that plotly redraws only this one when it is switched. */
export function averageLines(
  labels: readonly LineLabel[],
  n: number,
  context: DrawContext
): { shapes: Partial<Shape>[]; annotations: Partial<Annotation>[] } {
  return {
    shapes: labels.flatMap(label => [fullWidthLine(label, context), leaderLine(label, context)]),
    annotations: [...labels.map(label => lineText(label, context)), ...peerCount(labels, n, context)]
  }
}

const fullWidthLine = ({ name, isShown, value }: LineLabel, { theme }: DrawContext): Partial<Shape> => ({
  type: 'line',
  xref: 'paper',
  x0: 0,
  x1: 1,
  y0: value,
  y1: value,
  layer: 'above',
  opacity: isShown ? 1 : 0,
  line: { color: name === 'Target' ? theme.brand : theme.ink2, width: 1.5, dash: dashes[name] }
})

const atLineEnd = {
  xref: 'paper',
  x: 1,
  yref: 'y',
  xanchor: 'left',
  yanchor: 'middle',
  borderpad: 0,
  align: 'left',
  showarrow: false,
  xshift: LABEL_OFFSET
} as const

const lineText = (
  { isShown, value, text, line, label }: LineLabel,
  { theme }: DrawContext
): Partial<Annotation> => ({
  ...atLineEnd,
  y: value,
  text: isShown ? text : ABSENT,
  yshift: line - label,
  font: { size: TEXT_SIZE, color: theme.ink2 }
})

/** How many the averages are of, above the highest label. */
function peerCount(labels: readonly LineLabel[], n: number, { theme }: DrawContext): Partial<Annotation>[] {
  const anchor = labels.find(({ name }) => name !== 'Target')
  if (!anchor) return []
  const shown = labels.filter(({ isShown }) => isShown)
  const isNamed = shown.some(({ name }) => name !== 'Target')
  const top = Math.min(...shown.map(({ label }) => label))
  return [
    {
      ...atLineEnd,
      y: anchor.value,
      text: isNamed ? countOf(n, 'peer') : ABSENT,
      yshift: anchor.line - top + LABEL_GAP,
      font: { size: SMALL_SIZE, color: theme.ink3 }
    }
  ]
}

/** From the end of a line to its label, if that was moved. */
function leaderLine({ isShown, value, line, label }: LineLabel, { theme }: DrawContext): Partial<Shape> {
  return {
    type: 'line',
    xref: 'paper',
    xsizemode: 'pixel',
    xanchor: 1,
    x0: 1,
    x1: LABEL_OFFSET - 2,
    yref: 'y',
    ysizemode: 'pixel',
    yanchor: value,
    y0: 0,
    y1: line - label,
    layer: 'above',
    opacity: isShown && Math.abs(label - line) >= 5 ? 1 : 0,
    line: { color: theme.ink3, width: 1 }
  }
}
