// Every submission as a bar, highest first: pale peers, and the own bar in the programme's colour, named by a callout.

import type { Data } from 'plotly.js'
import { AVERAGES, lineLabels, averageLines, labelsWidth } from '#browser/charts/labels/average-lines.ts'
import {
  calloutRows,
  fitCallouts,
  calloutText,
  drawCallout,
  namedEntries
} from '#browser/charts/labels/callouts.ts'
import { formatFigure } from '#browser/charts/labels/measure.ts'
import { hasMarks, verdictMarks } from '#browser/charts/marks/mark-shapes.ts'
import { barStyles, entryStop, hoverText } from '#browser/charts/marks/value-roles.ts'
import { addRuns } from '#browser/charts/runs.ts'
import type { ChartEntry, ChartView, ValueRole } from '#browser/charts/view/chart-view.ts'
import {
  AXIS_NAME_HEIGHT,
  axisName,
  baseLayout,
  paperOf,
  plotHeight,
  plotWidth,
  SMALL_SIZE,
  valueAxis,
  type DrawContext,
  type ChartFigure,
  type Margin
} from '#browser/charts/view/figure.ts'
import { chartScale, MIN_SLOTS, tickDecimals, type Scale } from '#browser/charts/view/scale.ts'
import { barCaption } from '#browser/charts/words/bar-caption.ts'

/** Height of the verdicts' marks below the bars. */
const MARKS = 16
/** Below this many pixels from bar to bar, outlines would hide the bars. */
const THIN = 3

export function drawRankedBars(given: ChartView, context: DrawContext): ChartFigure {
  const chartView = addRuns(given)
  const { measure, entries, heldBack, comparison, data } = chartView
  const scale = chartScale({
    values: [
      ...entries.map(entry => entry.value),
      ...AVERAGES.map(name => comparison.averages?.[name] ?? null),
      ...(context.intervals ? entries.flatMap(entry => entry.interval95 ?? []) : []),
      data.chart.target_value
    ],
    startsAtZero: true,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, tickDecimals(scale)))
  const bars: readonly ChartEntry[] = [...entries, ...heldBack]
  const ownAt = bars.findIndex(entry => entry.role === 'own')
  const slots = Math.max(bars.length, MIN_SLOTS)
  // Space for every average, chosen or not, so that the bars stay in place when one is switched.
  const rough = lineLabels(chartView, context.averages, scale, context.height)
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: labelsWidth(rough, comparison.n, context),
    t: 0,
    b: 30
  }
  const step = plotWidth(context, margin) / slots
  if (hasMarks(bars)) margin.b += MARKS
  const named = namedEntries(bars).map(entry => {
    const at = bars.indexOf(entry)
    const text = calloutText(entry, measure)
    return { entry, at, x: (at + 0.5) * step, text, isStrong: entry.role === 'own' }
  })
  const callouts = fitCallouts(named, context.width - margin.l - 4, context)
  margin.t = 20 + calloutRows(callouts) + (measure.unit === '' ? 0 : AXIS_NAME_HEIGHT)
  const caption = barCaption(chartView, context, margin, named.length - callouts.length)
  const height = plotHeight(context, margin)
  const plot = { left: margin.l, right: margin.l + slots * step, top: margin.t, height }
  const labels = lineLabels(chartView, context.averages, scale, height)
  const lines = averageLines(labels, comparison.n, context)
  const drawn = callouts.map(callout => {
    const { value } = callout.entry
    const foot = paperOf(value === null ? scale.to : Math.max(value, scale.from), scale)
    return drawCallout(callout, foot, height, context)
  })
  return {
    data: [
      barsOf(given, chartView, step, context),
      ...heldBackBars(chartView, scale, context),
      ...(step < THIN ? contour(chartView, context) : []),
      ...widenedBars(chartView, step, context),
      ...whiskers(chartView, step, context)
    ],
    layout: {
      ...baseLayout(context, margin),
      bargap: bars.length > 120 ? 0.12 : 0.27,
      barmode: 'overlay',
      xaxis: { visible: false, fixedrange: true, range: [-0.5, slots - 0.5] },
      yaxis: valueAxis(scale, tickTexts, context.theme),
      shapes: [
        ...lines.shapes,
        ...verdictMarks(bars, step, context, margin),
        ...drawn.flatMap(parts => parts.shapes)
      ],
      annotations: [
        ...lines.annotations,
        ...drawn.map(parts => parts.annotation),
        ...axisName(measure.unit, context, margin),
        caption
      ]
    },
    stops: bars.map((entry, index) =>
      entry.isHeldBack
        ? entryStop(entry, measure, { curve: 1, point: index - entries.length })
        : entryStop(entry, measure, { curve: 0, point: index })
    ),
    firstStop: Math.max(0, ownAt),
    ...(chartView.standing !== null && ownAt >= 0 && { bars: { ...plot, scale, step, own: ownAt } })
  }
}

const hasGroupMembers = ({ comparison, entries }: ChartView): boolean =>
  comparison.peerGroupName !== null && entries.some(entry => entry.role === 'peer')

/** The bars last drawn for a view: switching a line draws no new ones. */
const cachedBars = new WeakMap<ChartView, { key: string; bars: Data }>()

function barsOf(given: ChartView, chartView: ChartView, step: number, context: DrawContext): Data {
  const isThin = step < THIN
  const key = JSON.stringify([context.theme, isThin])
  const cached = cachedBars.get(given)
  if (cached?.key === key) return cached.bars
  const bars = valueBars(chartView, context, isThin)
  cachedBars.set(given, { key, bars })
  return bars
}

function valueBars(chartView: ChartView, { theme }: DrawContext, isThin: boolean): Data {
  const { entries, measure } = chartView
  const byRole = barStyles(theme, hasGroupMembers(chartView))
  const styles = entries.map(entry => byRole[entry.role])
  const hasPatterns = styles.some(style => style.pattern !== '')
  return {
    type: 'bar',
    x: entries.map((_, index) => index),
    y: entries.map(entry => entry.value),
    hoverinfo: 'text',
    hovertext: entries.map(entry => hoverText(entry, measure)),
    marker: {
      color: styles.map(style => style.fill),
      line: {
        color: styles.map(style => style.outline),
        width: isThin ? 0 : styles.map(style => style.width)
      },
      ...(hasPatterns && {
        pattern: {
          shape: styles.map(style => style.pattern),
          // plotly draws over each bar's own fill, in the colour that contrasts with it. Without a single background here it would look for the
          // contrast of the list of fills, and log a warning each time.
          fillmode: 'overlay' as const,
          bgcolor: theme.surface,
          fgopacity: 0.75,
          size: 6,
          solidity: 0.3
        }
      }),
      cornerradius: entries.length > 120 ? 0 : 2
    }
  }
}

/** One outline around all bars, for bars that are too thin for one each. */
const contour = ({ entries }: ChartView, { theme }: DrawContext): Data[] => [
  {
    type: 'scatter',
    mode: 'lines',
    x: [-0.5, ...entries.keys(), entries.length - 0.5],
    y: [0, ...entries.map(entry => entry.value), 0],
    line: { shape: 'hvh', color: theme.lineField, width: 1 },
    hoverinfo: 'skip'
  }
]

/** Of thin bars, those with a role are drawn again on top, wide enough to be seen; the own one last. */
function widenedBars(chartView: ChartView, step: number, { theme }: DrawContext): Data[] {
  if (step >= 5) return []
  const others = (['other', 'sameOrganisation'] as const).flatMap(role =>
    widenBar(chartView, { role, step, width: 4 }, theme)
  )
  return [...others, ...widenBar(chartView, { role: 'own', step, width: 5 }, theme)]
}

function widenBar(
  chartView: ChartView,
  { role, step, width }: { role: ValueRole; step: number; width: number },
  theme: DrawContext['theme']
): Data[] {
  const stands = ([, entry]: [number, ChartEntry]): boolean => entry.role === role && entry.value !== null
  const bars = [...chartView.entries.entries()].filter(stands)
  if (bars.length === 0) return []
  const style = barStyles(theme, hasGroupMembers(chartView))[role]
  return [
    {
      type: 'bar',
      x: bars.map(([at]) => at),
      y: bars.map(([, entry]) => entry.value),
      width: bars.map(() => width / step),
      hoverinfo: 'skip',
      marker: { color: style.fill, line: { color: style.outline, width: 1.2 } }
    }
  ]
}

function whiskers({ entries }: ChartView, step: number, { theme, intervals }: DrawContext): Data[] {
  if (!intervals) return []
  const known = entries.flatMap((entry, at) => (entry.interval95 === null ? [] : [{ entry, at }]))
  const own = known.filter(({ entry }) => entry.role === 'own')
  const others = known.filter(({ entry }) => entry.role !== 'own')
  const trace = (drawn: typeof known, color: string, thickness: number): Data => ({
    type: 'scatter',
    mode: 'markers',
    x: drawn.map(({ at }) => at),
    y: drawn.map(({ entry }) => entry.value),
    marker: { size: 1, color: 'rgba(0,0,0,0)' },
    hoverinfo: 'skip',
    cliponaxis: false,
    error_y: {
      type: 'data',
      symmetric: false,
      array: drawn.map(({ entry }) => entry.interval95![1] - entry.value!),
      arrayminus: drawn.map(({ entry }) => entry.value! - entry.interval95![0]),
      color,
      thickness,
      width: Math.max(0, Math.min(3, step / 4))
    }
  })
  return [
    ...(others.length > 0 ? [trace(others, theme.ink3, step < 4 ? 0.6 : 1)] : []),
    ...(own.length > 0 ? [trace(own, theme.ink, 2)] : [])
  ]
}

/** A value that is held back has no height: it is a hatched column over the whole height, after the bars. */
function heldBackBars(
  { entries, heldBack, measure }: ChartView,
  scale: Scale,
  { theme }: DrawContext
): Data[] {
  if (heldBack.length === 0) return []
  return [
    {
      type: 'bar',
      x: heldBack.map((_, index) => entries.length + index),
      y: heldBack.map(() => scale.to - scale.from),
      base: heldBack.map(() => scale.from),
      hoverinfo: 'text',
      hovertext: heldBack.map(entry => hoverText(entry, measure)),
      marker: {
        color: 'rgba(0,0,0,0)',
        pattern: {
          shape: '/',
          fgcolor: theme.lineField,
          bgcolor: 'rgba(0,0,0,0)',
          size: 6,
          solidity: 0.25
        },
        line: {
          color: heldBack.map(entry => (entry.role === 'own' ? theme.ink : theme.lineField)),
          width: 1
        }
      }
    }
  ]
}
