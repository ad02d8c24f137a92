// What is written into a funnel plot: its lines at their right ends, the own point and the plain outliers.
import type { Annotation, Shape } from 'plotly.js'
import { endLabel } from './end-label.ts'
import type { ChartAverages } from '#contract/chart-data.ts'
import type { Range } from '#domain/intervals.ts'
import {
  escapePlotlyText,
  paperOf,
  plotHeight,
  plotWidth,
  SMALL_SIZE,
  TEXT_SIZE,
  truncateLabel,
  type DrawContext,
  type Margin
} from './figure.ts'
import { spreadApart } from './label-layout.ts'
import { formatFigure, formatValue } from './measure.ts'
import { pixelOf, type Scale } from './scale.ts'
import { isNamedInChart } from './value-roles.ts'
import { verdictText } from './verdicts.ts'
import type { ChartEntry, ChartView } from './chart-view.ts'

export type FunnelPoint = ChartEntry & { value: number; denominator: number }

interface LimitLabel {
  text: string
  at: (scale: Scale, height: number, context: DrawContext) => Partial<Annotation>
}

const GAP = 15

/** The lines by their values at the right end, moved apart where they are close. */
export function limitLabels(
  pooled: ChartAverages['pooled'],
  inner: Range | undefined,
  outer: Range | undefined,
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
      const places = spreadApart(pixels, GAP, 4, height - 4)
      const shift = pixels[index]! - places[index]!
      return endLabel({ value, text, shift, size: SMALL_SIZE, colour: theme.ink2 })
    }
  }))
}

/** Names of more would cover each other. */
const MAX_NAMES = 5
const NAME_HEIGHT = 14
const OFFSET = 9
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
}

/** The own point with its name above the plot; the own organisation's others, marked ones and the plain outliers farthest out beside theirs. */
export function funnelCallouts(
  points: readonly FunnelPoint[],
  chartView: ChartView,
  context: DrawContext,
  margin: Margin,
  place: LabelPosition
): { shapes: Partial<Shape>[]; annotations: Partial<Annotation>[] } {
  const { from, to, scale } = place
  const [width, height] = [plotWidth(context, margin), plotHeight(context, margin)]
  const acrossOf = (point: FunnelPoint): number => ((point.denominator - from) / (to - from)) * width
  const annotations = pointNames(points, chartView, context, { acrossOf, width, height, scale })
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
  width: number
  height: number
  scale: Scale
}

/** Names beside points, each only where it covers neither another name nor a point. */
function pointNames(
  points: readonly FunnelPoint[],
  { measure, comparison }: ChartView,
  context: DrawContext,
  { acrossOf, width, height, scale }: Area
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
  return [...points.filter(isNamed), ...plain.slice(0, MAX_NAMES)].flatMap((point): Partial<Annotation>[] => {
    const text = `${truncateLabel(point.name, 24)}, ${formatFigure(point.value, measure.decimal_places)}`
    const length = context.measureText(text, SMALL_SIZE, 400)
    const sides = acrossOf(point) > width * 0.6 ? [true, false] : [false, true]
    for (const isRight of sides) {
      const left = isRight ? acrossOf(point) - OFFSET - length : acrossOf(point) + OFFSET
      const box = { left, top: pixelOf(point.value, scale, height), width: length }
      if (left < 0 || left + length > width || taken.some(other => overlap(box, other))) continue
      taken.push(box)
      return [
        {
          x: point.denominator,
          y: point.value,
          xanchor: isRight ? 'right' : 'left',
          yanchor: 'middle',
          xshift: isRight ? -OFFSET : OFFSET,
          showarrow: false,
          borderpad: 0,
          text: escapePlotlyText(text),
          font: {
            size: SMALL_SIZE,
            color: isNamed(point) ? context.theme.ink : context.theme.ink2,
            weight: isNamed(point) ? 600 : 400
          }
        }
      ]
    }
    return []
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
      text: escapePlotlyText(`${truncateLabel(own.name, 28)}, ${formatValue(own.value, measure)}${verdict}`),
      font: { size: TEXT_SIZE, color: theme.ink, weight: 600 }
    }
  }
}

export const funnelCaption = (
  lowest: number,
  decimals: number,
  { theme }: DrawContext
): Partial<Annotation> => ({
  xref: 'paper',
  x: 0,
  yref: 'paper',
  y: 0,
  xanchor: 'left',
  yanchor: 'top',
  yshift: -22,
  showarrow: false,
  borderpad: 0,
  text: `Horizontal axis: the denominator of each value.${lowest === 0 ? '' : ` The vertical axis starts at ${formatFigure(lowest, decimals)}.`}`,
  font: { size: SMALL_SIZE, color: theme.ink3 }
})
