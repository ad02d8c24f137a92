// Where the parts of a still picture of ranked bars are. Across, in a thousandth of the width; down, in pixels.

import { AVERAGES, lineLabels, type LineLabel } from '#browser/charts/labels/average-lines.ts'
import { formatFigure, formatValue } from '#browser/charts/labels/measure.ts'
import { addRuns } from '#browser/charts/runs.ts'
import type { ChartEntry, ChartView, ValueRole } from '#browser/charts/view/chart-view.ts'
import { chartScale, MIN_SLOTS, pixelOf, tickDecimals, type Scale } from '#browser/charts/view/scale.ts'
import type { AverageName } from '#contract/chart-data.ts'

export const PICTURE_WIDTH = 1000
/** Above the bars, for the own submission's name and value. */
export const OWN_LABEL_HEIGHT = 20
/** Room for the lower half of the lowest tick's text. */
const TICK_ROOM = 8
/** More bars have no space for gaps. */
const MAX_GAPPED_BARS = 120
/** A narrower bar with a role would not be seen. */
const MIN_NAMED_WIDTH = 6

export interface RankedPictureParts {
  ticks: { y: number; text: string }[]
  /** All bars of a role as one path, so that hundreds are one element; the own one last. */
  bars: { role: ValueRole; path: string; ends: string }[]
  /** Columns of values that are held back, which have no height. */
  heldBack: string
  /** The own bar's middle, in per cent of the width, its end, the ends of its interval and what it is called. */
  own: {
    across: number
    end: number
    interval: readonly number[] | null
    name: string
    figure: string
  } | null
  /** The chosen averages and the target. */
  lines: LineLabel[]
}

/** The parts of a picture of this height, in pixels. */
export function rankedPicture(
  given: ChartView,
  averages: readonly AverageName[],
  height: number
): RankedPictureParts {
  const chartView = addRuns(given)
  const { entries, heldBack, comparison, data, measure } = chartView
  const scale = chartScale({
    values: [
      ...entries.map(entry => entry.value),
      ...(chartView.own?.interval95 ?? []),
      ...AVERAGES.map(name => comparison.averages?.[name] ?? null),
      data.chart.target_value
    ],
    startsAtZero: true,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max,
    count: 4
  })
  const plotHeight = height - OWN_LABEL_HEIGHT - TICK_ROOM
  const down = (value: number): number => tenth(OWN_LABEL_HEIGHT + pixelOf(value, scale, plotHeight))
  const bars = [...entries, ...heldBack]
  const slot = PICTURE_WIDTH / Math.max(bars.length, MIN_SLOTS)
  const barsOf = (role: ValueRole): PlacedBar[] =>
    entries.flatMap((entry, at) => (entry.role === role ? [placeBar(entry, at, { slot, down, scale })] : []))
  const ownAt = bars.findIndex(entry => entry.role === 'own')
  const own = bars[ownAt]
  return {
    ticks: scale.ticks.map(tick => ({ y: down(tick), text: formatFigure(tick, tickDecimals(scale)) })),
    bars: DRAWING_ORDER.map(role => ({ role, placed: barsOf(role) }))
      .filter(({ placed }) => placed.length > 0)
      .map(({ role, placed }) => ({
        role,
        path: placed.map(({ from, width, end, foot }) => columnPath(from, width, [end, foot])).join(''),
        ends: placed.map(({ from, width, end }) => `M${tenth(from)} ${end}H${tenth(from + width)}`).join('')
      })),
    heldBack: heldBack
      .map((_, index) =>
        columnPath((entries.length + index) * slot, slot, [down(scale.to), down(scale.from)])
      )
      .join(''),
    own:
      own === undefined
        ? null
        : {
            across: tenth(((ownAt + 0.5) * slot * 100) / PICTURE_WIDTH),
            end: down(own.value ?? scale.to),
            interval: own.interval95?.map(down) ?? null,
            name: own.name,
            figure: own.value === null ? 'not shown' : formatValue(own.value, measure)
          },
    lines: lineLabels(chartView, averages, scale, plotHeight)
      .filter(line => line.isShown)
      .map(line => ({
        ...line,
        line: line.line + OWN_LABEL_HEIGHT,
        label: line.label + OWN_LABEL_HEIGHT
      }))
  }
}

const DRAWING_ORDER: readonly ValueRole[] = ['rest', 'peer', 'sameOrganisation', 'other', 'own']

interface BarPlacing {
  slot: number
  down: (value: number) => number
  scale: Scale
}

interface PlacedBar {
  from: number
  width: number
  end: number
  foot: number
}

function placeBar({ role, value }: ChartEntry, at: number, { slot, down, scale }: BarPlacing): PlacedBar {
  const gap = PICTURE_WIDTH / slot > MAX_GAPPED_BARS ? 0 : slot * 0.27
  const isNamed = role === 'own' || role === 'other' || role === 'sameOrganisation'
  const width = Math.max(slot - gap, isNamed ? MIN_NAMED_WIDTH : 0)
  const from = Math.max(0, Math.min((at + 0.5) * slot - width / 2, PICTURE_WIDTH - width))
  return { from, width, end: down(value ?? 0), foot: down(Math.max(0, scale.from)) }
}

const columnPath = (from: number, width: number, [end, foot]: [number, number]): string =>
  `M${tenth(from)} ${foot}V${end}H${tenth(from + width)}V${foot}Z`

const tenth = (value: number): number => Math.round(value * 10) / 10
