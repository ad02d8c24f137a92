// Values against their denominators, between the limits of chance around the mean of all peers taken together.

import { ticks } from 'd3-array'
import type { Data } from 'plotly.js'
import { endLabels } from '#browser/charts/labels/end-labels.ts'
import { funnelCallouts, limitEnds, type FunnelPoint } from '#browser/charts/labels/funnel-labels.ts'
import { formatFigure } from '#browser/charts/labels/measure.ts'
import { noteBelow, noteLines } from '#browser/charts/labels/note-below.ts'
import { markColour, markSymbol } from '#browser/charts/marks/mark-shapes.ts'
import { entryText, hoverText, sortNamedLast } from '#browser/charts/marks/value-roles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  AXIS_NAME_HEIGHT,
  axisName,
  baseLayout,
  plotHeight,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type DrawContext,
  type ChartFigure,
  type Margin
} from '#browser/charts/view/figure.ts'
import { limitsAt, pooledAverage, type PooledAverage } from '#browser/charts/view/funnel-view.ts'
import { chartScale, tickDecimals } from '#browser/charts/view/scale.ts'
import { countedText, funnelCaption } from '#browser/charts/words/funnel-caption.ts'
import { hasParts, type Level, type IntervalBounds } from '#domain/figures/intervals.ts'
import { formatCount } from '#lib/format.ts'

/** The compared entries and the own one, smallest denominator first. */
const funnelPoints = ({ compared, data }: ChartView): FunnelPoint[] =>
  compared
    .filter((entry): entry is FunnelPoint => entry.value !== null && hasParts(data.chart.statistic, entry))
    .toSorted((a, b) => a.denominator - b.denominator)

/** The mean and the four limits. */
const linesAt = (chartView: ChartView, pooled: PooledAverage | null, denominator: number): number[] =>
  pooled === null
    ? []
    : [
        pooled.mean,
        ...(['95', '99.8'] as const).flatMap(level => limitsAt(chartView, pooled, denominator, level) ?? [])
      ]

const CURVE_STEPS = 60

export function drawFunnel(chartView: ChartView, context: DrawContext): ChartFigure {
  const pooled = pooledAverage(chartView)
  const points = funnelPoints(chartView)
  const drawn = sortNamedLast(points, point => point.role)
  const drawnAt = new Map(drawn.map((point, index) => [point, index]))
  const [smallest, largest] = [points[0]?.denominator ?? 1, points.at(-1)?.denominator ?? 1]
  const reach = Math.max((largest - smallest) * 0.05, largest * 0.02)
  const [from, to] = [Math.max(smallest / 2, smallest - reach), largest + reach]
  const at = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => from + ((to - from) * step) / CURVE_STEPS)
  const limits = (level: Level): IntervalBounds[] =>
    pooled === null ? [] : at.map(denominator => limitsAt(chartView, pooled, denominator, level) ?? [0, 0])
  const [inner, outer] = [limits('95'), limits('99.8')]
  const scale = chartScale({
    values: [...points.map(point => point.value), pooled?.mean ?? null, ...(outer[0] ?? [])],
    startsAtZero: false,
    axisMin: null,
    axisMax: null
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, tickDecimals(scale)))
  const ends = limitEnds(pooled, inner.at(-1), outer.at(-1), chartView)
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: Math.max(0, ...ends.map(({ text }) => context.measureText(text, TEXT_SIZE, 400))) + 22,
    t: 42 + (chartView.measure.unit === '' ? 0 : AXIS_NAME_HEIGHT),
    b: 46
  }
  const caption = noteLines(funnelCaption(chartView, scale), context, margin)
  const callouts = funnelCallouts(points, chartView, context, margin, {
    from,
    to,
    scale,
    linesAt: denominator => linesAt(chartView, pooled, denominator)
  })
  const across = ticks(from, to, Math.max(3, Math.round(context.width / 160)))
  return {
    data: [
      ...limitLines(at, outer, 1.2, 'solid', context),
      ...limitLines(at, inner, 1.2, 'dash', context),
      ...(pooled === null ? [] : [limitLine([from, to], [pooled.mean, pooled.mean], 1.6, 'solid', context)]),
      funnelPointsTrace(drawn, chartView, context)
    ],
    layout: {
      ...baseLayout(context, margin),
      xaxis: {
        fixedrange: true,
        range: [from, to],
        tickmode: 'array',
        tickvals: across,
        ticktext: across.map(tick => formatCount(tick)),
        showgrid: false,
        zeroline: false,
        tickfont: { size: SMALL_SIZE, color: context.theme.ink3 }
      },
      yaxis: valueAxis(scale, tickTexts, context.theme),
      shapes: callouts.shapes,
      annotations: [
        ...endLabels(ends, scale, plotHeight(context, margin), context, SMALL_SIZE),
        ...callouts.annotations,
        ...axisName(chartView.measure.unit, context, margin),
        noteBelow(caption, -22, context)
      ]
    },
    stops: points.map(point => ({
      text: `${entryText(point, chartView.measure)}, of ${countedText(point.denominator, chartView)}`,
      curve: pooled === null ? 0 : 5,
      point: drawnAt.get(point) ?? 0
    })),
    firstStop: Math.max(
      0,
      points.findIndex(point => point.role === 'own')
    )
  }
}

function limitLine(
  x: number[],
  y: number[],
  width: number,
  dash: 'solid' | 'dash',
  { theme }: DrawContext,
  fill: 'none' | 'tonexty' = 'none'
): Data {
  return {
    type: 'scatter',
    mode: 'lines',
    x,
    y,
    hoverinfo: 'skip',
    fill,
    fillcolor: 'rgba(128,138,155,0.07)',
    line: { color: theme.ink2, width, dash }
  }
}

/** The lower limit, and the upper one with the area between them shaded. */
function limitLines(
  at: number[],
  limits: readonly IntervalBounds[],
  width: number,
  dash: 'solid' | 'dash',
  context: DrawContext
): Data[] {
  if (limits.length === 0) return []
  const end = (which: 0 | 1): number[] => limits.map(range => range[which])
  return [limitLine(at, end(0), width, dash, context), limitLine(at, end(1), width, dash, context, 'tonexty')]
}

function funnelPointsTrace(
  points: readonly FunnelPoint[],
  chartView: ChartView,
  { theme }: DrawContext
): Data {
  const isOwn = (point: FunnelPoint): boolean => point.role === 'own'
  const given = (point: FunnelPoint) => (point.verdict?.verdict === 'similar' ? null : point.verdict)
  const colour = (point: FunnelPoint): string => {
    const verdict = given(point)
    return verdict === null ? (isOwn(point) ? theme.brand : theme.brandLine) : markColour(verdict, theme)
  }
  const isMarked = (point: FunnelPoint): boolean => point.role !== 'rest' && point.role !== 'peer'
  return {
    type: 'scatter',
    mode: 'markers',
    x: points.map(point => point.denominator),
    y: points.map(point => point.value),
    hoverinfo: 'text',
    hovertext: points.map(point =>
      hoverText(point, chartView.measure, `of ${countedText(point.denominator, chartView)}`)
    ),
    cliponaxis: false,
    marker: {
      opacity: 1,
      symbol: points.map(point => {
        const verdict = given(point)
        return verdict === null ? 'circle' : markSymbol(verdict)
      }),
      size: points.map(point => (isOwn(point) ? 14 : given(point) === null ? 8 : 10)),
      color: points.map(colour),
      line: {
        color: points.map(point =>
          isMarked(point) ? theme.ink : given(point) === null ? theme.brand : colour(point)
        ),
        width: points.map(point => (isOwn(point) ? 2 : given(point) === null ? 0.6 : 1.4))
      }
    }
  }
}
