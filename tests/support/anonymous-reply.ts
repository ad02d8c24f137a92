// Replies of getChartData for a member of an anonymous project.

import type { ChartData } from '#contract/chart-data.ts'
import { chartAnswer, type AnswerRequest } from './chart-reply.ts'

/** Own figures, and everyone's averages and runs; with `isNarrowed`, as with a filter, no runs. */
export function anonymousAnswer(
  request: AnswerRequest,
  isNarrowed = false,
  runs: ChartData['series'][number]['runs'] = []
): ChartData {
  const answer = chartAnswer(request)
  return {
    ...answer,
    applied_filters: isNarrowed
      ? [{ filter_id: 1, filter_name: 'Region', option_list: [{ option_name: 'North' }] }]
      : [],
    excluded_count: isNarrowed ? 12 : 0,
    missing_count: isNarrowed ? null : 0,
    suppression: { ...answer.suppression, visibility: 'anonymous', is_restricted: true, lists_others: false },
    series: answer.series.map(series => {
      const values = series.values
        .filter(value => value.is_own)
        .map(value => ({ ...value, percentile: null, ...(isNarrowed && { rank: null, rank_of: 0 }) }))
      return {
        ...series,
        values,
        value_counts: series.value_counts.map(counts => ({
          ...counts,
          listed_count: values.length,
          total_count: values.length
        })),
        runs: isNarrowed ? [] : runs,
        averages: series.averages.map(set => ({
          ...set,
          minimum: null,
          maximum: null,
          Q1: null,
          Q3: null,
          absence: set.is_suppressed ? ('not_shown' as const) : null
        }))
      }
    })
  }
}
