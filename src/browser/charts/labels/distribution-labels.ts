// The labels above a distribution: the own value and the chosen averages, each on a line at its value. No text covers a bar.

import type { Annotation, Shape } from 'plotly.js'
import { averageDashes } from '#browser/charts/marks/line-styles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  AXIS_NAME_HEIGHT,
  plotHeight,
  plotWidth,
  type DrawContext,
  type Margin
} from '#browser/charts/view/figure.ts'
import { AVERAGE_NAMES } from '#browser/charts/words/claims.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { calloutRows, fitCallouts, calloutText, drawCallout, namedEntries } from './callouts.ts'
import { formatFigure } from './measure.ts'

/** Where not all fit, the quartiles go without a label. */
const DISTRIBUTION_LABEL_ORDER: readonly AverageName[] = ['Mean', 'Median', 'Q3', 'Q1']

interface LabelRange {
  from: number
  to: number
  /** The height of the bar at a value, as a share of the plot's. */
  heightAt: (value: number) => number
}

interface Labels {
  /** The height of the margin above the plot. */
  top: number
  shapes: Partial<Shape>[]
  annotations: Partial<Annotation>[]
}

export function distributionLabels(
  { entries, comparison, measure }: ChartView,
  { from, to, heightAt }: LabelRange,
  margin: Margin,
  context: DrawContext
): Labels {
  const xOf = (value: number): number => ((value - from) / (to - from)) * plotWidth(context, margin)
  const named = namedEntries(entries).flatMap(entry => {
    if (entry.value === null) return []
    const isStrong = entry.role === 'own'
    return [
      {
        at: entry.value,
        x: xOf(entry.value),
        text: calloutText(entry, measure),
        isStrong,
        average: null as AverageName | null
      }
    ]
  })
  const averages = DISTRIBUTION_LABEL_ORDER.filter(name => context.averages.includes(name)).flatMap(name => {
    const value = comparison.averages?.[name] ?? null
    if (value === null) return []
    const text = `${AVERAGE_NAMES[name]} ${formatFigure(value, measure.decimal_places)}`
    return [{ at: value, x: xOf(value), text, isStrong: false, average: name }]
  })
  // The own value first, because the first is always placed, then the averages, then the others with a name.
  const own = named.filter(({ isStrong }) => isStrong)
  const wanted = [...own, ...averages, ...named.filter(({ isStrong }) => !isStrong)]
  const callouts = fitCallouts(wanted, context.width - margin.l - 4, context)
  const top = 20 + calloutRows(callouts) + AXIS_NAME_HEIGHT
  const height = plotHeight(context, { ...margin, t: top })
  const drawn = callouts.map(callout =>
    drawCallout(callout, callout.average === null ? heightAt(callout.at) : 1, height, context)
  )
  const lines = averages.map(({ at, average }): Partial<Shape> => ({
    type: 'line',
    x0: at,
    x1: at,
    yref: 'paper',
    y0: 0,
    y1: 1,
    layer: 'above',
    line: { color: context.theme.ink2, width: 1.5, dash: averageDashes[average] }
  }))
  return {
    top,
    shapes: [...lines, ...drawn.flatMap(({ shapes }) => shapes)],
    annotations: drawn.map(({ annotation }) => annotation)
  }
}
