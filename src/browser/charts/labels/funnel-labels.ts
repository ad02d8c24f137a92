// The labels of a funnel plot: its lines at their right ends, the own point, and plain outliers.

import type { Annotation, Shape } from 'plotly.js'
import { isNamedInChart } from '#browser/charts/marks/value-roles.ts'
import type { ChartEntry, ChartView } from '#browser/charts/view/chart-view.ts'
import {
  paperOf,
  plotHeight,
  plotWidth,
  SMALL_SIZE,
  TEXT_SIZE,
  truncateLabel,
  type DrawContext,
  type Margin
} from '#browser/charts/view/figure.ts'
import { pixelOf, type Scale } from '#browser/charts/view/scale.ts'
import { verdictText } from '#browser/charts/words/claims.ts'
import type { ChartAverages } from '#contract/chart-data.ts'
import type { IntervalBounds } from '#domain/figures/intervals.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import type { LineEnd } from './end-labels.ts'
import { overlaps, placeLabels, type Box, type LabelCandidate } from './label-layout.ts'
import { formatFigure, formatValue } from './measure.ts'

export type FunnelPoint = ChartEntry & { value: number; denominator: number }

/** The mean and the limits by their values at the right end. */
export function limitEnds(
  pooled: ChartAverages['pooled'],
  inner: IntervalBounds | undefined,
  outer: IntervalBounds | undefined,
  { measure, comparison }: ChartView
): LineEnd[] {
  if (pooled === null || !inner || !outer) return []
  return [
    { value: outer[1], text: '99.8% limit' },
    { value: inner[1], text: '95% limit' },
    {
      value: pooled.mean,
      text: `Mean ${formatFigure(pooled.mean, measure.decimal_places)} n ${comparison.n}`
    },
    { value: inner[0], text: '95% limit' },
    { value: outer[0], text: '99.8% limit' }
  ]
}

/** More names would cover each other. */
const MAX_FUNNEL_NAMES = 5
const NAME_HEIGHT = 14
const FUNNEL_LABEL_OFFSET = 9
const POINT = 10

interface LabelPosition {
  from: number
  to: number
  scale: Scale
  /** The mean and the limits at a denominator. */
  linesAt: (denominator: number) => number[]
}

/** The own point is named above the plot; the own organisation's others, marked ones and the farthest plain outliers are named beside their points. */
export function funnelCallouts(
  points: readonly FunnelPoint[],
  chartView: ChartView,
  context: DrawContext,
  margin: Margin,
  place: LabelPosition
): { shapes: Partial<Shape>[]; annotations: Partial<Annotation>[] } {
  const { from, to, scale, linesAt } = place
  const [width, height] = [plotWidth(context, margin), plotHeight(context, margin)]
  const acrossOf = (point: FunnelPoint): number => ((point.denominator - from) / (to - from)) * width
  const linesAcross = (pixels: number): number[] =>
    linesAt(from + (pixels / width) * (to - from)).map(value => pixelOf(value, scale, height))
  const annotations = pointNames(points, chartView, context, { acrossOf, linesAcross, width, height, scale })
  const own = points.find(point => point.role === 'own')
  if (!own) return { shapes: [], annotations }
  const { shape, annotation } = ownCallout(own, chartView, context, {
    isRight: acrossOf(own) > width / 2,
    height,
    scale
  })
  return { shapes: [shape], annotations: [...annotations, annotation] }
}

interface Area {
  acrossOf: (point: FunnelPoint) => number
  /** The y of each line at an x, in pixels. */
  linesAcross: (pixels: number) => number[]
  width: number
  height: number
  scale: Scale
}

/** Beside a point, or half a line above or below it. */
const DOWN = [0, -11, 11]
/** Half of a line of text. */
const HALF = NAME_HEIGHT / 2

/** Names beside points, each only where it covers no other name and no point; those of the own organisation may cross a line if they must. */
function pointNames(
  points: readonly FunnelPoint[],
  { measure, comparison }: ChartView,
  context: DrawContext,
  area: Area
): Partial<Annotation>[] {
  const { acrossOf, scale, height } = area
  const mean = comparison.averages?.pooled?.mean ?? 0
  const isNamed = (point: FunnelPoint): boolean => point.role !== 'own' && isNamedInChart(point.role)
  const plain = points
    .filter(point => !isNamedInChart(point.role) && point.verdict?.certainty === 'plainly')
    .toSorted((a, b) => Math.abs(b.value - mean) - Math.abs(a.value - mean))
  const labels = [...points.filter(isNamed), ...plain.slice(0, MAX_FUNNEL_NAMES)].map(point => {
    const text = `${truncateLabel(point.name, 24)}, ${formatFigure(point.value, measure.decimal_places)}`
    return { point, text, width: context.measureText(text, SMALL_SIZE, 400) }
  })
  const own = points.find(point => point.role === 'own')
  const places = placeLabels(
    labels.map(({ point, width }) => {
      const all = positionsBeside(point, width, isNamed(point) ? DOWN : [0], area)
      const clear = all.filter(({ boxes: [box] }) => !crossesLine(box, own, area))
      return isNamed(point) ? [...clear, ...all] : clear
    }),
    points.map(point => boxAround(acrossOf(point), POINT, pixelOf(point.value, scale, height)))
  )
  return labels.flatMap(({ point, text }, index): Partial<Annotation>[] => {
    const place = places[index]
    if (!place) return []
    return [
      {
        x: point.denominator,
        y: point.value,
        xanchor: place.isRight ? 'right' : 'left',
        yanchor: 'middle',
        xshift: place.isRight ? -FUNNEL_LABEL_OFFSET : FUNNEL_LABEL_OFFSET,
        yshift: -place.down,
        showarrow: false,
        borderpad: 0,
        text: escapeMarkup(text),
        font: {
          size: SMALL_SIZE,
          color: isNamed(point) ? context.theme.ink : context.theme.ink2,
          weight: isNamed(point) ? 600 : 400
        }
      }
    ]
  })
}

/** Where a name may stand beside its point: whether its right end is at the point, and how far below the point's middle it is. */
interface NamePosition extends LabelCandidate {
  boxes: readonly [Box]
  isRight: boolean
  down: number
}

/** The places inside the plot, on the side with more room first. */
function positionsBeside(
  point: FunnelPoint,
  length: number,
  downs: readonly number[],
  { acrossOf, width, height, scale }: Area
): NamePosition[] {
  const x = acrossOf(point)
  const rights = x > width * 0.6 ? [true, false] : [false, true]
  const offset = FUNNEL_LABEL_OFFSET + length / 2
  return downs
    .flatMap(down => rights.map(isRight => ({ isRight, down })))
    .map((side): NamePosition => ({
      ...side,
      boxes: [
        boxAround(
          side.isRight ? x - offset : x + offset,
          length,
          pixelOf(point.value, scale, height) + side.down
        )
      ]
    }))
    .filter(({ boxes: [{ left, right }] }) => left >= 0 && right <= width)
}

const boxAround = (x: number, width: number, y: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - HALF,
  bottom: y + HALF
})

/** Whether a text lies on the mean, a limit or the own point's leader line. */
function crossesLine(
  box: Box,
  own: FunnelPoint | undefined,
  { acrossOf, linesAcross, height, scale }: Area
): boolean {
  const isOnLimit = [0, 0.25, 0.5, 0.75, 1].some(share =>
    linesAcross(box.left + share * (box.right - box.left)).some(y => y > box.top && y < box.bottom)
  )
  if (isOnLimit || own === undefined) return isOnLimit
  const x = acrossOf(own)
  return overlaps(box, {
    left: x - 2,
    right: x + 2,
    top: -Infinity,
    bottom: pixelOf(own.value, scale, height)
  })
}

function ownCallout(
  own: FunnelPoint,
  { measure }: ChartView,
  { theme }: DrawContext,
  { isRight, height, scale }: { isRight: boolean; height: number; scale: Scale }
): { shape: Partial<Shape>; annotation: Partial<Annotation> } {
  const verdict = own.verdict === null ? '' : `, ${verdictText(own.verdict)}`
  return {
    shape: {
      type: 'line',
      layer: 'above',
      x0: own.denominator,
      x1: own.denominator,
      yref: 'paper',
      y0: paperOf(own.value, scale) + 8 / height,
      y1: 1 + 16 / height,
      line: { color: theme.ink3, width: 1 }
    },
    annotation: {
      x: own.denominator,
      yref: 'paper',
      y: 1,
      xanchor: isRight ? 'right' : 'left',
      yanchor: 'middle',
      xshift: isRight ? -6 : 6,
      yshift: 16,
      showarrow: false,
      borderpad: 0,
      text: escapeMarkup(`${truncateLabel(own.name, 28)}, ${formatValue(own.value, measure)}${verdict}`),
      font: { size: TEXT_SIZE, color: theme.ink, weight: 600 }
    }
  }
}
