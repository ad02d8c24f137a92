// The control chart of the own submission: its figures over the periods, with signals in words.

import { NO_SIGNAL } from '#browser/charts/words/claims.ts'
import {
  controlChart,
  MIN_CONTROL_POINTS,
  type ControlChart,
  type Signal
} from '#domain/figures/control-chart.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import type { ChartView, PeriodValue } from './chart-view.ts'

type ControlMoment = PeriodValue & { own: number }

/** The periods with an own value, oldest first. */
const ownMoments = ({ history }: ChartView): ControlMoment[] =>
  history.filter((moment): moment is ControlMoment => moment.own !== null)

export interface Control extends ControlChart {
  moments: readonly ControlMoment[]
  /** Every period from the first value to the last. One without a value is a gap. */
  slots: readonly PeriodValue[]
}

export function controlIn(chartView: ChartView): Control | null {
  const moments = ownMoments(chartView)
  const figures = moments.map(({ own, numerator, denominator }) => ({ value: own, numerator, denominator }))
  const chart = controlChart(figures, chartView.data.chart.statistic, chartView.multiplier)
  if (chart === null) return null
  const [first, last] = [moments[0], moments.at(-1)].map(moment => chartView.history.indexOf(moment!))
  return { ...chart, moments, slots: chartView.history.slice(first, last! + 1) }
}

export function controlAbsence(chartView: ChartView): string | null {
  const known = ownMoments(chartView).length
  if (known >= MIN_CONTROL_POINTS) return null
  return chartView.own === null
    ? withTerms('A control chart follows one {submission} through the periods. Choose {a submission} above.')
    : `A control chart needs at least ${MIN_CONTROL_POINTS} periods with a value; ${chartView.own.name} has ${known}.`
}

export const signalText: Record<Signal, string> = {
  above: 'above the upper limit',
  below: 'below the lower limit',
  shift: 'in a shift',
  trend: 'in a trend'
}

const methodText = {
  XmR: 'XmR chart (Wheeler 1993): limits from the mean moving range.',
  'p′': 'p′ chart (Laney 2002): limits follow the denominators and the spread between periods.',
  'u′': 'u′ chart (Laney 2002): limits follow the denominators and the spread between periods.'
} as const

/** The signals in words, and the method of the limits. */
export function controlNotes(chartView: ChartView): string[] {
  const chart = controlIn(chartView)
  if (chart === null) return []
  const named = (signal: Signal): string[] =>
    chart.moments
      .filter((_, at) => chart.points[at]!.signals.includes(signal))
      .map(moment => moment.period.time_period_name)
  const beyond = (['above', 'below'] as const).flatMap(signal => {
    const names = named(signal)
    return names.length === 0 ? [] : [`${names.join(', ')}: ${signalText[signal]} (diamond).`]
  })
  const [shift, trend] = [named('shift'), named('trend')]
  const runs = [
    ...(shift.length === 0
      ? []
      : [`${shift.join(', ')}: eight or more in a row on one side of the mean, a shift (square).`]),
    ...(trend.length === 0
      ? []
      : [`${trend.join(', ')}: six or more in a row that rise or fall, a trend (square).`])
  ]
  const signals = [...beyond, ...runs]
  const gaps = chart.slots.filter(slot => slot.own === null).map(slot => slot.period.time_period_name)
  const missing = gaps.length === 0 ? '' : ` No value in ${gaps.join(', ')}.`
  const provisional = chart.moments.some(moment => moment.isProvisional) ? ' * provisional.' : ''
  return [
    signals.length === 0 ? NO_SIGNAL : signals.join(' '),
    `${methodText[chart.method]} Limits lie three standard deviations from the mean.${missing}${provisional}`
  ]
}
