// The spread: a box (middle half and median) for each comparison set, all values as dots, the own one on top.

import type { Annotation, Data } from 'plotly.js'
import { boxFigures, levelLabels, namedLevels } from '#browser/charts/labels/box-labels.ts'
import { formatFigure, formatValue } from '#browser/charts/labels/measure.ts'
import {
  dotStyle,
  entryText,
  hoverText,
  isNamedInChart,
  sortNamedLast
} from '#browser/charts/marks/value-roles.ts'
import { firstSeries, type ChartEntry, type ChartView } from '#browser/charts/view/chart-view.ts'
import {
  AXIS_NAME_HEIGHT,
  axisName,
  baseLayout,
  plotHeight,
  plotWidth,
  truncateLabel,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type ChartFigure,
  type Margin,
  type KeyboardStop,
  type DrawContext
} from '#browser/charts/view/figure.ts'
import { chartScale, tickDecimals } from '#browser/charts/view/scale.ts'
import type { ChartAverages } from '#contract/chart-data.ts'
import { escapeMarkup } from '#lib/text/markup.ts'

export interface SpreadSet {
  name: string
  averages: ChartAverages
  entries: ChartEntry[]
}

export function drawBoxPlot(chartView: ChartView, context: DrawContext): ChartFigure {
  const { measure, data, own } = chartView
  const sets = spreadSets(chartView)
  const scale = chartScale({
    values: [
      ...chartView.entries.map(entry => entry.value),
      ...sets.flatMap(({ averages: { Q1, Median, Q3, Mean } }) => [Q1, Median, Q3, Mean])
    ],
    startsAtZero: false,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max,
    count: 5
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, Math.max(tickDecimals(scale), 0)))
  const levels = namedLevels(chartView, context)
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: levels.width,
    t: 16 + (measure.unit === '' ? 0 : AXIS_NAME_HEIGHT),
    b: 52
  }
  const slot = plotWidth(context, margin) / Math.max(sets.length, 1)
  const figures = sets.map(set => boxFigures(set, slot, measure, context))
  margin.b += 16 * Math.max(0, ...figures.map(lines => lines.length))
  const ownAt = own?.value ?? null
  const labels = levelLabels(levels, scale, plotHeight(context, margin), context)
  const means = meanMarks(sets, context)
  return {
    data: [
      boxTrace(sets, context),
      boxDots(sets, chartView, slot, context),
      ...means,
      ...(own && ownAt !== null ? [ownDots(sets, own, ownAt, chartView, context)] : [])
    ],
    layout: {
      ...baseLayout(context, margin),
      boxmode: 'overlay',
      xaxis: { visible: false, fixedrange: true, range: [-0.5, sets.length - 0.5] },
      yaxis: valueAxis(scale, tickTexts, context.theme),
      shapes: labels.shapes,
      annotations: [
        ...sets.flatMap((set, at) => setLabels(set, figures[at] ?? [], at, slot, context)),
        ...labels.annotations,
        ...axisName(measure.unit, context, margin)
      ]
    },
    stops: [
      ...sets.map((set, point): KeyboardStop => ({
        text: `${set.name}, ${boxText(set.averages, chartView)}`,
        curve: 0,
        point
      })),
      ...(own && ownAt !== null ? [{ text: entryText(own, measure), curve: 2 + means.length, point: 0 }] : [])
    ],
    firstStop: 0
  }
}

/** Everyone, or those that match the filters, and each chosen peer group. Sets that are too small have no box. */
function spreadSets({ data, period, entries }: ChartView): SpreadSet[] {
  const averages =
    firstSeries(data)?.averages.filter(set => set.time_period_id === period.time_period_id) ?? []
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

function boxTrace(sets: readonly SpreadSet[], { theme }: DrawContext): Data {
  return {
    type: 'box',
    x: sets.map((_, index) => index),
    // Of few others only the median may be disclosed; then the box is a line.
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

/** More dots would hide the box, so they are small and faint. */
const CROWD = 150

/** Moves each dot sideways, so that equal values do not cover each other. It is the same on each redraw. */
const jitter = (index: number): number => ((index * 0.618034) % 1) - 0.5

function boxDots(
  sets: readonly SpreadSet[],
  { measure }: ChartView,
  slot: number,
  { theme }: DrawContext
): Data {
  const all = sets.flatMap((set, at) => {
    const isCrowd = set.entries.length > CROWD
    return set.entries.map((entry, index) => {
      const isFaint = isCrowd && !isNamedInChart(entry.role)
      const style = dotStyle(entry.role, theme)
      return {
        entry,
        style: isFaint ? { ...style, size: 4 } : style,
        opacity: isFaint ? 0.4 : 1,
        x: at + jitter(index) * Math.min(0.26, 90 / slot)
      }
    })
  })
  const placed = sortNamedLast(all, dot => dot.entry.role)
  return {
    type: 'scatter',
    mode: 'markers',
    x: placed.map(dot => dot.x),
    y: placed.map(dot => dot.entry.value),
    hoverinfo: 'text',
    hovertext: placed.map(dot => hoverText(dot.entry, measure)),
    marker: {
      opacity: placed.map(dot => dot.opacity),
      symbol: placed.map(dot => dot.style.symbol),
      size: placed.map(dot => dot.style.size),
      color: placed.map(dot => dot.style.fill),
      line: { width: placed.map(dot => dot.style.width), color: placed.map(dot => dot.style.outline) }
    }
  }
}

function meanMarks(sets: readonly SpreadSet[], { theme, averages }: DrawContext): Data[] {
  if (!averages.includes('Mean')) return []
  return [
    {
      type: 'scatter',
      mode: 'markers',
      x: sets.map((_, at) => at),
      y: sets.map(set => set.averages.Mean),
      hoverinfo: 'skip',
      marker: { symbol: 'x-thin', size: 10, opacity: 1, line: { width: 2, color: theme.ink } }
    }
  ]
}

function ownDots(
  sets: readonly SpreadSet[],
  own: ChartEntry,
  value: number,
  { measure }: ChartView,
  { theme }: DrawContext
): Data {
  const { fill, outline, width, size } = dotStyle('own', theme)
  return {
    type: 'scatter',
    mode: 'markers',
    x: sets.map((_, at) => at),
    y: sets.map(() => value),
    hoverinfo: 'text',
    hovertext: sets.map(() => hoverText(own, measure)),
    marker: { color: fill, size, opacity: 1, line: { color: outline, width } }
  }
}

/** Below a box: the name of its set, n, and the chosen averages. */
function setLabels(
  { name, averages }: SpreadSet,
  figures: readonly string[],
  at: number,
  slot: number,
  { theme }: DrawContext
): Partial<Annotation>[] {
  const line = (text: string, down: number, size: number, color: string): Partial<Annotation> => ({
    x: at,
    yref: 'paper',
    y: 0,
    yanchor: 'top',
    xanchor: 'center',
    yshift: -down,
    showarrow: false,
    borderpad: 0,
    text: escapeMarkup(text),
    font: { size, color }
  })
  const most = Math.max(6, Math.floor(slot / 7))
  return [
    line(truncateLabel(name, most), 10, TEXT_SIZE, theme.ink),
    line(`n ${averages.n}`, 28, SMALL_SIZE, theme.ink3),
    ...figures.map((text, row) => line(text, 45 + 16 * row, SMALL_SIZE, theme.ink2))
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
