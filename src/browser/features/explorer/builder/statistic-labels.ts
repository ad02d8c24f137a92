// What a chart's values are, as its builder chooses it.

import type { Statistic } from '#contract/charts.ts'

export const statisticLabels: Record<Statistic, string> = {
  none: 'plain',
  proportion: 'proportions',
  rate: 'rates',
  mean: 'means'
}

/** The consequence of the choice. */
export const statisticHints: Record<Statistic, string> = {
  none: 'No intervals: the figures are not counts.',
  proportion: 'The numerator counts part of the denominator. Wilson’s intervals, verdicts and a funnel plot.',
  rate: 'The numerator counts events. Byar’s intervals, verdicts and a funnel plot.',
  mean: 'The denominator counts cases. Student’s intervals, once a standard deviation is chosen.'
}
