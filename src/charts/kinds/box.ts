// The spread: a box (middle half and median) for each set that the answer has averages of, all values as pale dots, the own one on top.
import type { Annotation, Data } from 'plotly.js'
import type { ChartAverages } from '#contract/chart-data.ts'
import {
  baseLayout,
  escapePlotlyText,
  plotWidth,
  truncateLabel,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type Figure,
  type Margin,
  type KeyboardStop,
  type DrawContext
} from '../figure.ts'
import { entryText, hoverText } from '../value-roles.ts'
import { formatFigure, formatValue } from '../measure.ts'
import { scaleOf, tickDecimals } from '../scale.ts'
import { seriesNamed, type ChartEntry, type ChartView } from '../chart-view.ts'

interface SpreadSet {
  name: string
  averages: ChartAverages
  entries: ChartEntry[]
}

export function box(chartView: ChartView, context: DrawContext): Figure {
  const { measure, data, own } = chartView
  const sets = spreadSets(chartView)
  const scale = scaleOf({
    values: [
      ...chartView.entries.map(entry => entry.value),
      ...sets.flatMap(({ averages: { Q1, Median, Q3 } }) => [Q1, Median, Q3])
    ],
    startsAtZero: false,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max,
    count: 6
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, Math.max(tickDecimals(scale), 0)))
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: 96,
    t: 16,
    b: 52
  }
  const slot = plotWidth(context, margin) / Math.max(sets.length, 1)
  const ownAt = own?.value ?? null
  return {
    data: [
      boxes(sets, context),
      dots(sets, chartView, slot, context),
      ...(own && ownAt !== null ? [ownDots(sets, own, ownAt, chartView, context)] : [])
    ],
    layout: {
      ...baseLayout(context, margin),
      boxmode: 'overlay',
      xaxis: { visible: false, fixedrange: true, range: [-0.5, sets.length - 0.5] },
      yaxis: valueAxis(scale, tickTexts, context.theme),
      annotations: [
        ...sets.flatMap((set, at) => setLabels(set, at, slot, context)),
        ...ownLabel(chartView, sets.length, context)
      ]
    },
    stops: [
      ...sets.map((set, point): KeyboardStop => ({
        text: `${set.name}, ${boxText(set.averages, chartView)}`,
        curve: 0,
        point
      })),
      ...(own && ownAt !== null ? [{ text: entryText(own, measure), curve: 2, point: 0 }] : [])
    ],
    firstStop: 0
  }
}

/** Everyone; those that match the filters, if any are on; each chosen peer group. Sets that are too small have no box. */
function spreadSets({ data, period, entries }: ChartView): SpreadSet[] {
  const averages =
    seriesNamed(data)?.averages.filter(set => set.time_period_id === period.time_period_id) ?? []
  const shown = averages.filter(
    set => set.Median !== null && (set.basis !== 'all' || data.applied_filters.length === 0)
  )
  const distinct = shown.filter(
    set => set.basis !== 'all' || !shown.some(other => other.basis === 'filtered')
  )
  return distinct.map(set => {
    const group = data.peer_groups.find(candidate => candidate.peer_group_id === set.peer_group_id)
    const members = new Set(group?.submission_ids)
    return {
      name:
        group?.peer_group_name ?? (data.applied_filters.length > 0 ? 'Matching the filters' : 'All peers'),
      averages: set,
      entries: entries.filter(
        entry =>
          entry.role !== 'own' && (!group || (entry.submissionId !== null && members.has(entry.submissionId)))
      )
    }
  })
}

function boxes(sets: readonly SpreadSet[], { theme }: DrawContext): Data {
  return {
    type: 'box',
    x: sets.map((_, index) => index),
    // Of few others only the median may be disclosed: the box is then a line.
    q1: sets.map(set => set.averages.Q1 ?? set.averages.Median),
    median: sets.map(set => set.averages.Median),
    q3: sets.map(set => set.averages.Q3 ?? set.averages.Median),
    lowerfence: sets.map(({ averages: { minimum, Q1, Median } }) => minimum ?? Q1 ?? Median),
    upperfence: sets.map(({ averages: { maximum, Q3, Median } }) => maximum ?? Q3 ?? Median),
    width: 0.36,
    whiskerwidth: 0.3,
    fillcolor: 'rgba(128,138,155,0.14)',
    line: { color: theme.ink2, width: 1.4 },
    hoverinfo: 'skip'
  }
}

/** A steady sideways place for each dot, so that equal values do not cover each other and nothing moves on a redraw. */
const jitter = (index: number): number => ((index * 0.618034) % 1) - 0.5

function dots(
  sets: readonly SpreadSet[],
  { measure }: ChartView,
  slot: number,
  { theme }: DrawContext
): Data {
  const placed = sets.flatMap((set, at) =>
    set.entries.map((entry, index) => ({ entry, x: at + jitter(index) * Math.min(0.26, 90 / slot) }))
  )
  return {
    type: 'scatter',
    mode: 'markers',
    x: placed.map(dot => dot.x),
    y: placed.map(dot => dot.entry.value),
    hoverinfo: 'text',
    hovertext: placed.map(dot => hoverText(dot.entry, measure)),
    marker: { color: theme.brandLine, size: 6, opacity: 0.8, line: { width: 0 } }
  }
}

function ownDots(
  sets: readonly SpreadSet[],
  own: ChartEntry,
  value: number,
  { measure }: ChartView,
  { theme }: DrawContext
): Data {
  return {
    type: 'scatter',
    mode: 'markers',
    x: sets.map((_, at) => at),
    y: sets.map(() => value),
    hoverinfo: 'text',
    hovertext: sets.map(() => hoverText(own, measure)),
    marker: { color: theme.brand, size: 12, line: { color: theme.ink, width: 1.5 } }
  }
}

function setLabels(
  { name, averages }: SpreadSet,
  at: number,
  slot: number,
  { theme }: DrawContext
): Partial<Annotation>[] {
  const place = {
    x: at,
    yref: 'paper',
    y: 0,
    yanchor: 'top',
    xanchor: 'center',
    showarrow: false,
    borderpad: 0
  } as const
  const most = Math.max(6, Math.floor(slot / 7))
  return [
    {
      ...place,
      yshift: -10,
      text: escapePlotlyText(truncateLabel(name, most)),
      font: { size: TEXT_SIZE, color: theme.ink }
    },
    { ...place, yshift: -28, text: `n ${averages.n}`, font: { size: SMALL_SIZE, color: theme.ink3 } }
  ]
}

function ownLabel({ own, measure }: ChartView, count: number, { theme }: DrawContext): Partial<Annotation>[] {
  if (!own || own.value === null || count === 0) return []
  return [
    {
      x: count - 1,
      y: own.value,
      xanchor: 'left',
      yanchor: 'bottom',
      xshift: 10,
      yshift: 2,
      showarrow: false,
      borderpad: 2,
      bgcolor: theme.surface,
      opacity: 0.92,
      text: escapePlotlyText(`${truncateLabel(own.name, 24)}, ${formatValue(own.value, measure)}`),
      font: { size: TEXT_SIZE, color: theme.ink, weight: 600 }
    }
  ]
}

function boxText(averages: ChartAverages, { measure }: ChartView): string {
  const { Median, Q1, Q3, minimum, maximum } = averages
  const range = (name: string, from: number | null, to: number | null): string =>
    from === null || to === null
      ? ''
      : `, ${name} ${formatValue(from, measure)} to ${formatValue(to, measure)}`
  const median = Median === null ? 'not shown' : formatValue(Median, measure)
  return `n ${averages.n}: median ${median}${range('middle half', Q1, Q3)}${range('all', minimum, maximum)}`
}
