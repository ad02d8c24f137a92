// What is written into a funnel plot: its lines at their right ends, the own point and the plain outliers.

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
import { verdictText } from '#browser/charts/words/verdicts.ts'
import type { ChartAverages } from '#contract/chart-data.ts'
import type { IntervalBounds } from '#domain/figures/intervals.ts'
import { escapeMarkup } from '#lib/text/markup.ts'
import { endLabel } from './end-label.ts'
import { spreadApart } from './label-layout.ts'
import { formatFigure, formatValue } from './measure.ts'

export type FunnelPoint = ChartEntry & { value: number; denominator: number }

interface LimitLabel {
  text: string
  at: (scale: Scale, height: number, context: DrawContext) => Partial<Annotation>
}

const FUNNEL_LABEL_GAP = 15

/** The lines by their values at the right end, moved apart where they are close. */
export function limitLabels(
  pooled: ChartAverages['pooled'],
  inner: IntervalBounds | undefined,
  outer: IntervalBounds | undefined,
  { measure, comparison }: ChartView
): LimitLabel[] {
  if (pooled === null || !inner || !outer) return []
  const lines = [
    { value: outer[1], text: '99.8% limit' },
    { value: inner[1], text: '95% limit' },
    {
      value: pooled.mean,
      text: `Mean ${formatFigure(pooled.mean, measure.decimal_places)} n ${comparison.n}`
    },
    { value: inner[0], text: '95% limit' },
    { value: outer[0], text: '99.8% limit' }
  ]
  return lines.map(({ value, text }, index) => ({
    text,
    at: (scale, height, { theme }) => {
      const pixels = lines.map(line => pixelOf(line.value, scale, height))
      const places = spreadApart(pixels, FUNNEL_LABEL_GAP, 4, height - 4)
      const shift = pixels[index]! - places[index]!
      return endLabel({ value, text, shift, size: SMALL_SIZE, colour: theme.ink2 })
    }
  }))
}

/** Names of more would cover each other. */
const MAX_FUNNEL_NAMES = 5
const NAME_HEIGHT = 14
const FUNNEL_LABEL_OFFSET = 9
const POINT = 10

interface Box {
  left: number
  top: number
  width: number
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && Math.abs(a.top - b.top) < NAME_HEIGHT

interface LabelPosition {
  from: number
  to: number
  scale: Scale
  /** The mean and the limits at a denominator. */
  linesAt: (denominator: number) => number[]
}

/** The own point with its name above the plot; the own organisation's others, marked ones and the plain outliers farthest out beside theirs. */
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
  /** Where the lines are, in pixels from the top, so many pixels from the left. */
  linesAcross: (pixels: number) => number[]
  width: number
  height: number
  scale: Scale
}

/** The text's place beside its point: to which side, and how far below its middle. */
interface LabelSide {
  isRight: boolean
  down: number
}

const BESIDE = [0, -11, 11]
/** Half of a line of text. */
const HALF = 7

/** Names beside points, each only where it covers no other name and no point; those of the own organisation may cross a line if they must. */
function pointNames(
  points: readonly FunnelPoint[],
  { measure, comparison }: ChartView,
  context: DrawContext,
  { acrossOf, linesAcross, width, height, scale }: Area
): Partial<Annotation>[] {
  const mean = comparison.averages?.pooled?.mean ?? 0
  const taken: Box[] = points.map(point => ({
    left: acrossOf(point) - POINT / 2,
    top: pixelOf(point.value, scale, height),
    width: POINT
  }))
  const isNamed = (point: FunnelPoint): boolean => point.role !== 'own' && isNamedInChart(point.role)
  const plain = points
    .filter(point => !isNamedInChart(point.role) && point.verdict?.certainty === 'plainly')
    .toSorted((a, b) => Math.abs(b.value - mean) - Math.abs(a.value - mean))
  const own = points.find(point => point.role === 'own')
  const crossesLine = ({ left, top, width: length }: Box): boolean =>
    [0, 0.25, 0.5, 0.75, 1].some(share =>
      linesAcross(left + share * length).some(line => Math.abs(line - top) < HALF)
    ) ||
    // The own point's, up to its name.
    (own !== undefined &&
      overlap({ left, top: 0, width: length }, { left: acrossOf(own) - 2, top: 0, width: 4 }) &&
      top < pixelOf(own.value, scale, height) + HALF)
  return [...points.filter(isNamed), ...plain.slice(0, MAX_FUNNEL_NAMES)].flatMap(
    (point): Partial<Annotation>[] => {
      const text = `${truncateLabel(point.name, 24)}, ${formatFigure(point.value, measure.decimal_places)}`
      const length = context.measureText(text, SMALL_SIZE, 400)
      const boxAt = ({ isRight, down }: LabelSide): Box => ({
        left: isRight
          ? acrossOf(point) - FUNNEL_LABEL_OFFSET - length
          : acrossOf(point) + FUNNEL_LABEL_OFFSET,
        top: pixelOf(point.value, scale, height) + down,
        width: length
      })
      const isFree = (side: LabelSide): boolean => {
        const box = boxAt(side)
        return box.left >= 0 && box.left + length <= width && !taken.some(other => overlap(box, other))
      }
      const rights = acrossOf(point) > width * 0.6 ? [true, false] : [false, true]
      const sides = BESIDE.flatMap(down => rights.map(isRight => ({ isRight, down })))
      const free = (isNamed(point) ? sides : sides.slice(0, 2)).filter(isFree)
      const side = free.find(one => !crossesLine(boxAt(one))) ?? (isNamed(point) ? free[0] : undefined)
      if (side === undefined) return []
      taken.push(boxAt(side))
      return [
        {
          x: point.denominator,
          y: point.value,
          xanchor: side.isRight ? 'right' : 'left',
          yanchor: 'middle',
          xshift: side.isRight ? -FUNNEL_LABEL_OFFSET : FUNNEL_LABEL_OFFSET,
          yshift: -side.down,
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
    }
  )
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
