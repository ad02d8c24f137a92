// The own values over the periods, in front of the peers' averages with the middle half shaded. A period without a value is a gap.

import type { Data } from 'plotly.js'
import { endLabels, type LineEnd } from '#browser/charts/labels/end-labels.ts'
import { formatFigure, formatValue } from '#browser/charts/labels/measure.ts'
import { noteBelow, noteLines } from '#browser/charts/labels/note-below.ts'
import { averageDashes } from '#browser/charts/marks/line-styles.ts'
import type { PeriodValue, ChartView } from '#browser/charts/view/chart-view.ts'
import {
  AXIS_NAME_HEIGHT,
  axisName,
  baseLayout,
  hoverCard,
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
import { periodAxis, PROVISIONAL_NOTE } from '#browser/charts/view/period-axis.ts'
import { chartScale, tickDecimals } from '#browser/charts/view/scale.ts'
import { AVERAGE_NAMES } from '#browser/charts/words/claims.ts'
import { absenceWord } from '#browser/charts/words/disclosure-text.ts'
import type { AverageName } from '#contract/chart-data.ts'

export function drawTrend(chartView: ChartView, context: DrawContext): ChartFigure {
  const { history, data } = chartView
  const scale = chartScale({
    values: history.flatMap(moment => [
      moment.own,
      ...context.averages.map(name => moment.averages?.[name] ?? null)
    ]),
    startsAtZero: false,
    axisMin: data.chart.axis_min,
    axisMax: data.chart.axis_max
  })
  const tickTexts = scale.ticks.map(tick => formatFigure(tick, tickDecimals(scale)))
  const ends = trendEnds(chartView, context.averages)
  const note = noteText(chartView, context.averages)
  const widest = Math.max(
    0,
    ...ends.map(end => context.measureText(end.text, TEXT_SIZE, end.isOwn ? 600 : 400))
  )
  const margin: Margin = {
    l: Math.max(...tickTexts.map(text => context.measureText(text, SMALL_SIZE, 400)), 8) + 10,
    r: widest + 22,
    t: 18 + (chartView.measure.unit === '' ? 0 : AXIS_NAME_HEIGHT),
    b: note === '' ? 34 : 54
  }
  const lines = note === '' ? [] : noteLines(note, context, margin)
  const behind = [...averageTraces(history, context), ...ownLines(history, context)]
  return {
    data: [...behind, ownTrace(chartView, context)],
    layout: {
      ...baseLayout(context, margin),
      xaxis: periodAxis(history, [-0.15, history.length - 0.85], plotWidth(context, margin), context),
      yaxis: valueAxis(scale, tickTexts, context.theme),
      annotations: [
        // The plot reaches beyond the last period.
        ...endLabels(ends, scale, plotHeight(context, margin), context).map(label => ({
          ...label,
          xref: 'x' as const,
          x: history.length - 1,
          xshift: 14
        })),
        ...(lines.length === 0 ? [] : [noteBelow(lines, -28, context)]),
        ...axisName(chartView.measure.unit, context, margin)
      ]
    },
    stops: history.map((moment, point): KeyboardStop => ({
      text: trendMomentText(moment, chartView),
      curve: behind.length,
      point
    })),
    firstStop: Math.max(
      0,
      history.findIndex(moment => moment.period.time_period_id === chartView.period.time_period_id)
    )
  }
}

/** The last value of each line, with the name of its period if that is not the last one. */
function trendEnds({ history, own, measure }: ChartView, averages: readonly AverageName[]): LineEnd[] {
  const end = (name: string, valueIn: (moment: PeriodValue) => number | null, isOwn = false): LineEnd[] => {
    const at = history.findLastIndex(moment => valueIn(moment) !== null)
    const moment = history[at]
    const value = moment ? valueIn(moment) : null
    if (!moment || value === null) return []
    const n = isOwn ? '' : `, n ${moment.averages?.n ?? 0}`
    const when = at === history.length - 1 ? '' : ` (${moment.period.time_period_name})`
    return [{ value, text: `${name} ${formatValue(value, measure)}${n}${when}`, isOwn }]
  }
  return [
    ...end(truncateLabel(own?.name ?? 'Own', 22), moment => moment.own, true),
    ...averages.flatMap(name => end(AVERAGE_NAMES[name], moment => moment.averages?.[name] ?? null))
  ]
}

function noteText(chartView: ChartView, averages: readonly AverageName[]): string {
  const parts = [
    ...(averages.length === 0 ? [] : [gapNote(chartView)]),
    chartView.history.some(moment => moment.isProvisional) ? PROVISIONAL_NOTE : ''
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Names the periods in which the others have no lines, by the reason. */
function gapNote({ history, comparison }: ChartView): string {
  const reasons = history.map(({ averages }) => absenceIn(averages))
  const gaps = [...new Set(reasons)].flatMap(reason => {
    const periods = history.filter((_, at) => reasons[at] === reason)
    return reason === null
      ? []
      : [`${periods.map(({ period }) => period.time_period_name).join(', ')} (${reason})`]
  })
  return gaps.length === 0 ? '' : `No lines of ${comparison.peerGroupName ?? 'peers'} in ${gaps.join(', ')}`
}

/** Why others are not shown in a period, in a word or two; null if they are. */
function absenceIn(averages: PeriodValue['averages']): string | null {
  const absence = averages === null ? 'none' : averages.absence
  return absence && absenceWord(absence)
}

const lineStyles = {
  Q1: { width: 1, dash: averageDashes.Q1 },
  Q3: { width: 1, dash: averageDashes.Q3 },
  Median: { width: 1.5, dash: averageDashes.Median },
  Mean: { width: 1.5, dash: averageDashes.Mean }
} as const

function averageTraces(history: readonly PeriodValue[], { theme, averages }: DrawContext): Data[] {
  const order: readonly AverageName[] = ['Q1', 'Q3', 'Median', 'Mean']
  return order
    .filter(name => averages.includes(name))
    .map(name => ({
      type: 'scatter',
      mode: 'lines+markers',
      x: history.map((_, at) => at),
      y: history.map(moment => moment.averages?.[name] ?? null),
      fill: name === 'Q3' && averages.includes('Q1') ? 'tonexty' : 'none',
      fillcolor: 'rgba(128,138,155,0.14)',
      line: { color: theme.ink2, ...lineStyles[name] },
      marker: { color: theme.ink2, size: name === 'Q1' || name === 'Q3' ? 2 : 4 },
      hoverinfo: 'skip',
      connectgaps: false
    }))
}

/** The line of the own values, dashed to and from a period that is provisional. */
function ownLines(history: readonly PeriodValue[], { theme }: DrawContext): Data[] {
  const line = (isInIt: (at: number) => boolean, dash: 'solid' | 'dash'): Data => ({
    type: 'scatter',
    mode: 'lines',
    x: history.map((_, at) => at),
    y: history.map(({ own }, at) => (isInIt(at) ? own : null)),
    line: { color: theme.brand, width: 2.5, dash },
    hoverinfo: 'skip',
    connectgaps: false
  })
  const isProvisional = (at: number): boolean => history[at]?.isProvisional === true
  return [
    line(at => !isProvisional(at), 'solid'),
    line(at => [at - 1, at, at + 1].some(isProvisional), 'dash')
  ]
}

/** Provisional values are hollow. */
function ownTrace(chartView: ChartView, { theme }: DrawContext): Data {
  const { history } = chartView
  return {
    type: 'scatter',
    mode: 'markers',
    x: history.map((_, at) => at),
    y: history.map(moment => moment.own),
    marker: {
      color: history.map(({ isProvisional }) => (isProvisional ? theme.surface : theme.brand)),
      size: 10,
      line: {
        color: history.map(({ isProvisional }) => (isProvisional ? theme.brand : theme.ink)),
        width: history.map(({ isProvisional }) => (isProvisional ? 2.5 : 1.4))
      }
    },
    hoverinfo: 'text',
    hovertext: history.map(moment => {
      const { mine, others } = momentParts(moment, chartView)
      return hoverCard(momentName(moment), mine, others)
    }),
    cliponaxis: false,
    connectgaps: false
  }
}

const momentName = ({ period, isProvisional }: PeriodValue): string =>
  `${period.time_period_name}${isProvisional ? ' (provisional)' : ''}`

function trendMomentText(moment: PeriodValue, chartView: ChartView): string {
  const { mine, others } = momentParts(moment, chartView)
  return `${momentName(moment)}: ${mine}, ${others}`
}

function momentParts(
  { own, averages }: PeriodValue,
  { measure, own: entry, comparison }: ChartView
): { mine: string; others: string } {
  const absence = absenceIn(averages)
  const median = averages?.Median ?? null
  const group = comparison.peerGroupName === null ? '' : ` in ${comparison.peerGroupName}`
  return {
    mine: own === null ? 'no own value' : `${entry?.name ?? 'own'} ${formatValue(own, measure)}`,
    others:
      absence === null
        ? `median ${median === null ? 'not shown' : formatValue(median, measure)}, n ${averages?.n ?? 0}${group}`
        : `peers${group}: ${absence}`
  }
}
