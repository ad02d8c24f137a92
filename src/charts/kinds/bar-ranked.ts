// Every submission as a bar, highest first: pale peers, the own bar in the programme's colour with a dark outline and its name on a line.
import type { Annotation, Data } from 'plotly.js'
import { countOf } from '#lib/format.ts'
import { lineLabels, averageLines, labelsWidth } from '../average-lines.ts'
import {
  baseLayout,
  escapePlotlyText,
  plotHeight,
  plotWidth,
  SMALL_SIZE,
  valueAxis,
  type Figure,
  type Margin,
  type KeyboardStop,
  type DrawContext
} from '../figure.ts'
import { averagesOnlyText } from '../disclosure-text.ts'
import { CALLOUT_HEIGHT, drawCallout, calloutsOf } from '../callouts.ts'
import { formatFigure } from '../measure.ts'
import { hasMarks, verdictMarks } from '../mark-shapes.ts'
import { barStyle, entryText, hoverText } from '../value-roles.ts'
import { scaleOf, tickDecimals, type Scale } from '../scale.ts'
import { shownText } from '../sentence.ts'
import type { ChartEntry, ChartView } from '../chart-view.ts'

/** Height of the verdicts' marks below the bars. */
const MARKS = 16
/** Few bars stay bars and do not become blocks. */
const FEWEST_SLOTS = 8

export function barRanked(chartView: ChartView, context: DrawContext): Figure {
  const { measure, entries, heldBack, comparison, data } = chartView
  const scale = scaleOf({
    values: [
      ...entries.map(entry => entry.value),
      ...context.averages.map(name => comparison.averages?.[name] ?? null),
      ...(context.intervals ? entries.flatMap(entry => entry.interval95 ?? []) : []),
      data.chart.target_value
    ],
    startsAtZero: true,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, tickDecimals(scale)))
  const bars: readonly ChartEntry[] = [...entries, ...heldBack]
  const slots = Math.max(bars.length, FEWEST_SLOTS)
  const rough = lineLabels(chartView, context.averages, scale, context.height)
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: labelsWidth(rough, comparison.n, context),
    t: 0,
    b: 30
  }
  const step = plotWidth(context, margin) / slots
  if (hasMarks(bars)) margin.b += MARKS
  const callouts = calloutsOf(bars, chartView, context, margin, slots)
  margin.t = 20 + CALLOUT_HEIGHT * (1 + Math.max(0, ...callouts.map(callout => callout.position.row)))
  const height = plotHeight(context, margin)
  const labels = lineLabels(chartView, context.averages, scale, height)
  const lines = averageLines(labels, comparison.n, context)
  const drawn = callouts.map(callout => drawCallout(callout, scale, height, context))
  return {
    data: [
      valueBars(chartView, context),
      ...heldBackBars(chartView, scale, context),
      ...ownBar(chartView, step, context),
      ...whiskers(chartView, step, context)
    ],
    layout: {
      ...baseLayout(context, margin),
      bargap: bars.length > 120 ? 0.12 : 0.27,
      barmode: 'overlay',
      xaxis: { visible: false, fixedrange: true, range: [-0.5, slots - 0.5] },
      yaxis: valueAxis(scale, tickTexts, context.theme),
      shapes: [
        ...verdictMarks(bars, step, context, margin),
        ...lines.shapes,
        ...drawn.flatMap(parts => parts.shapes)
      ],
      annotations: [
        ...lines.annotations,
        ...drawn.map(parts => parts.annotation),
        caption(chartView, context, 22 - margin.b)
      ]
    },
    stops: bars.map((entry, index): KeyboardStop => ({
      text: entryText(entry, measure),
      curve: entry.isHeldBack ? 1 : 0,
      point: entry.isHeldBack ? index - entries.length : index
    })),
    firstStop: Math.max(
      0,
      bars.findIndex(entry => entry.role === 'own')
    )
  }
}

function valueBars({ entries, measure }: ChartView, { theme }: DrawContext): Data {
  const colours = entries.map(entry => barStyle(entry.role, theme))
  return {
    type: 'bar',
    x: entries.map((_, index) => index),
    y: entries.map(entry => entry.value),
    hoverinfo: 'text',
    hovertext: entries.map(entry => hoverText(entry, measure)),
    marker: {
      color: colours.map(colour => colour.fill),
      line: { color: colours.map(colour => colour.outline), width: colours.map(colour => colour.width) },
      cornerradius: entries.length > 120 ? 0 : 2
    }
  }
}

/** Where bars are thinner than a few pixels, the own one is drawn again on top, wide enough to be seen. */
function ownBar({ entries, own }: ChartView, step: number, { theme }: DrawContext): Data[] {
  if (!own || own.value === null || step >= 5) return []
  return [
    {
      type: 'bar',
      x: [entries.indexOf(own)],
      y: [own.value],
      width: [5 / step],
      hoverinfo: 'skip',
      marker: { color: theme.brand, line: { color: theme.ink, width: 1.2 } }
    }
  ]
}

/** The 95% intervals of the values, the own one stronger. */
function whiskers({ entries }: ChartView, step: number, { theme, intervals }: DrawContext): Data[] {
  if (!intervals) return []
  const known = entries.flatMap((entry, at) => (entry.interval95 === null ? [] : [{ entry, at }]))
  const [own, others] = [
    known.filter(({ entry }) => entry.role === 'own'),
    known.filter(({ entry }) => entry.role !== 'own')
  ]
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

/** Values that are held back have no height: they are hatched columns over the whole chart at the end. */
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
          fgcolor: theme.lineStrong,
          bgcolor: 'rgba(0,0,0,0)',
          size: 6,
          solidity: 0.25
        },
        line: {
          color: heldBack.map(entry => (entry.role === 'own' ? theme.ink : theme.lineStrong)),
          width: 1
        }
      }
    }
  ]
}

function caption(chartView: ChartView, { theme }: DrawContext, yshift: number): Partial<Annotation> {
  const { heldBack } = chartView
  const shown = shownText(chartView)
  const parts = [
    ...(shown === null ? countedParts(chartView) : cutParts(chartView, shown)),
    ...(heldBack.length > 0 ? [`${heldBack.length} held back (hatched)`] : []),
    ...(shown === null && chartView.missing.length > 0 ? [`${chartView.missing.length} without a value`] : [])
  ]
  return {
    xref: 'paper',
    x: 0,
    yref: 'paper',
    y: 0,
    xanchor: 'left',
    yanchor: 'top',
    yshift,
    showarrow: false,
    borderpad: 0,
    text: escapePlotlyText(parts.join(' · ')),
    font: { size: SMALL_SIZE, color: theme.ink3 }
  }
}

function countedParts(chartView: ChartView): string[] {
  const { own, comparison, entries, measure, data } = chartView
  const withoutOthers = averagesOnlyText(chartView)
  if (withoutOthers !== null) return [withoutOthers]
  const isDrawn = own !== null && own.value !== null
  // To a member of a strict project the own organisation's other submissions are no others; they are drawn under their names.
  const others = countOf(
    data.suppression.is_restricted ? comparison.n : entries.length - (isDrawn ? 1 : 0),
    'other'
  )
  return [
    `${isDrawn ? `${others} and ${own.name}` : others}, ${orderText(measure)}`,
    ...(comparison.peerGroupName === null || comparison.isTooSmall
      ? []
      : [`${comparison.n} in ${comparison.peerGroupName} darker`])
  ]
}

/** Bars are sorted by height; the rank shows which end is better. */
const orderText = ({ direction }: ChartView['measure']): string =>
  direction === 'lower' ? 'highest first, rank 1 is the lowest' : 'highest first'

/** Where values are left out the bars cannot be counted for the others. */
function cutParts({ comparison, measure }: ChartView, shown: string): string[] {
  return [
    `${shown}, ${orderText(measure)}`,
    ...(comparison.peerGroupName === null ? [] : [`${comparison.peerGroupName} darker`])
  ]
}
