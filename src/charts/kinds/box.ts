// The spread: a box (middle half and median) for each set that the answer has averages of, all values as pale dots, the own one on top.
import type { Annotation, Data } from 'plotly.js'
import type { ChartAverages } from '#contract/chart-data.ts'
import {
  baseLayout,
  plainText,
  plotWidth,
  shortened,
  SMALL_SIZE,
  TEXT_SIZE,
  valueAxis,
  type Figure,
  type Margin,
  type Stop,
  type View
} from '../figure.ts'
import { entryWords, hoverText } from '../marks.ts'
import { formatFigure, formatValue } from '../measure.ts'
import { scaleOf, tickDecimals } from '../scale.ts'
import { seriesNamed, type Entry, type Reading } from '../reading.ts'

interface SpreadSet {
  name: string
  averages: ChartAverages
  entries: Entry[]
}

export function box(reading: Reading, view: View): Figure {
  const { measure, data, own } = reading
  const sets = spreadSets(reading)
  const scale = scaleOf({
    values: [
      ...reading.entries.map(entry => entry.value),
      ...sets.flatMap(({ averages: { Q1, Median, Q3 } }) => [Q1, Median, Q3])
    ],
    startsAtZero: false,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max,
    count: 6
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, Math.max(tickDecimals(scale), 0)))
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => view.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: 96,
    t: 16,
    b: 52
  }
  const slot = plotWidth(view, margin) / Math.max(sets.length, 1)
  const ownAt = own?.value ?? null
  return {
    data: [
      boxes(sets, view),
      dots(sets, reading, slot, view),
      ...(own && ownAt !== null ? [ownDots(sets, own, ownAt, reading, view)] : [])
    ],
    layout: {
      ...baseLayout(view, margin),
      boxmode: 'overlay',
      xaxis: { visible: false, fixedrange: true, range: [-0.5, sets.length - 0.5] },
      yaxis: valueAxis(scale, tickTexts, view.shades),
      annotations: [
        ...sets.flatMap((set, at) => setLabels(set, at, slot, view)),
        ...ownLabel(reading, sets.length, view)
      ]
    },
    stops: [
      ...sets.map((set, point): Stop => ({
        text: `${set.name}, ${boxWords(set.averages, reading)}`,
        curve: 0,
        point
      })),
      ...(own && ownAt !== null ? [{ text: entryWords(own, measure), curve: 2, point: 0 }] : [])
    ],
    firstStop: 0
  }
}

/** Everyone; those that match the filters, if any are on; each chosen peer group. Sets that are too small have no box. */
function spreadSets({ data, period, entries }: Reading): SpreadSet[] {
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
          entry.mark !== 'own' && (!group || (entry.submissionId !== null && members.has(entry.submissionId)))
      )
    }
  })
}

function boxes(sets: readonly SpreadSet[], { shades }: View): Data {
  return {
    type: 'box',
    x: sets.map((_, index) => index),
    // Of few others the median alone may be told: the box is then a line.
    q1: sets.map(set => set.averages.Q1 ?? set.averages.Median),
    median: sets.map(set => set.averages.Median),
    q3: sets.map(set => set.averages.Q3 ?? set.averages.Median),
    lowerfence: sets.map(({ averages: { minimum, Q1, Median } }) => minimum ?? Q1 ?? Median),
    upperfence: sets.map(({ averages: { maximum, Q3, Median } }) => maximum ?? Q3 ?? Median),
    width: 0.36,
    whiskerwidth: 0.3,
    fillcolor: 'rgba(128,138,155,0.14)',
    line: { color: shades.ink2, width: 1.4 },
    hoverinfo: 'skip'
  }
}

/** A steady sideways place for each dot, so that equal values do not cover each other and nothing moves on a redraw. */
const jitter = (index: number): number => ((index * 0.618034) % 1) - 0.5

function dots(sets: readonly SpreadSet[], { measure }: Reading, slot: number, { shades }: View): Data {
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
    marker: { color: shades.brandLine, size: 6, opacity: 0.8, line: { width: 0 } }
  }
}

function ownDots(
  sets: readonly SpreadSet[],
  own: Entry,
  value: number,
  { measure }: Reading,
  { shades }: View
): Data {
  return {
    type: 'scatter',
    mode: 'markers',
    x: sets.map((_, at) => at),
    y: sets.map(() => value),
    hoverinfo: 'text',
    hovertext: sets.map(() => hoverText(own, measure)),
    marker: { color: shades.brand, size: 12, line: { color: shades.ink, width: 1.5 } }
  }
}

function setLabels(
  { name, averages }: SpreadSet,
  at: number,
  slot: number,
  { shades }: View
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
      text: plainText(shortened(name, most)),
      font: { size: TEXT_SIZE, color: shades.ink }
    },
    { ...place, yshift: -28, text: `n ${averages.n}`, font: { size: SMALL_SIZE, color: shades.ink3 } }
  ]
}

function ownLabel({ own, measure }: Reading, count: number, { shades }: View): Partial<Annotation>[] {
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
      bgcolor: shades.surface,
      opacity: 0.92,
      text: plainText(`${shortened(own.name, 24)}, ${formatValue(own.value, measure)}`),
      font: { size: TEXT_SIZE, color: shades.ink, weight: 600 }
    }
  ]
}

function boxWords(averages: ChartAverages, { measure }: Reading): string {
  const { Median, Q1, Q3, minimum, maximum } = averages
  const range = (name: string, from: number | null, to: number | null): string =>
    from === null || to === null
      ? ''
      : `, ${name} ${formatValue(from, measure)} to ${formatValue(to, measure)}`
  const median = Median === null ? 'not shown' : formatValue(Median, measure)
  return `n ${averages.n}: median ${median}${range('middle half', Q1, Q3)}${range('all', minimum, maximum)}`
}
