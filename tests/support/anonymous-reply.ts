// Answers of getChartData as a member of an anonymous project gets them.
import type { ChartData, ChartValue } from '#contract/chart-data.ts'
import { chartAnswer, type AnswerRequest } from './chart-reply.ts'

/** The figures of everyone, or with `isNarrowed` the own one and averages alone, as behind a filter. */
export function anonymousAnswer(request: AnswerRequest, isNarrowed = false): ChartData {
  const answer = chartAnswer(request)
  return {
    ...answer,
    applied_filters: isNarrowed
      ? [{ filter_id: 1, filter_name: 'Region', option_list: [{ option_name: 'North' }] }]
      : [],
    excluded_count: isNarrowed ? 12 : 0,
    missing_count: isNarrowed ? null : 0,
    suppression: {
      ...answer.suppression,
      visibility: 'anonymous',
      is_restricted: true,
      lists_others: !isNarrowed
    },
    series: answer.series.map(series => {
      const values = series.values
        .filter(value => value.is_own || !isNarrowed)
        .map(value => (value.is_own ? own(value, isNarrowed) : nobody(value)))
      return {
        ...series,
        values,
        value_counts: series.value_counts.map(counts => ({
          ...counts,
          listed_count: values.length,
          total_count: values.length
        })),
        averages: series.averages.map(set => ({ ...set, minimum: null, maximum: null, Q1: null, Q3: null }))
      }
    })
  }
}

const own = (value: ChartValue, isNarrowed: boolean): ChartValue =>
  isNarrowed ? { ...value, rank: null, rank_of: 0, percentile: null, quartile: null } : value

const nobody = (value: ChartValue): ChartValue => ({
  ...value,
  submission_id: null,
  submission_name: null,
  submission_code: null,
  organisation_id: null,
  organisation_name: null,
  percentile: null,
  quartile: null
})
