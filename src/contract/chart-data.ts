import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { ActiveFilter } from './active-filter.ts'
import { ChartValue } from './chart-values.ts'
import { Chart, MetaData, OutputType } from './charts.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, PeerGroupIds, QueryId, QueryIdOrZero, Timestamp } from './fields.ts'
import { POSITIONS } from './funnel-positions.ts'
import { MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { ProjectStatus, Visibility } from './projects.ts'
import { TimePeriod } from './time-periods.ts'

/**
 * In a named project each reason is returned. In a strict project there are two; the one that depends on figures does not distinguish
 * between none, few, and too many equal ones.
 */
export const ABSENCES = ['not_published', 'too_close', 'too_few', 'none', 'not_shown'] as const
export type Absence = (typeof ABSENCES)[number]

/** Spec 3: the averages, with their capitals. */
export const AverageName = v.picklist(['Mean', 'Median', 'Q1', 'Q3'])
export type AverageName = v.InferOutput<typeof AverageName>

const numberOrNull = v.nullable(v.number())

/** A set taken as one whole, and the positions of its members relative to it. */
const PooledAverages = v.object({
  mean: describe('Sum of the numerators ÷ sum of the denominators, in the chart’s unit.', v.number()),
  /** How many members have a numerator and a denominator. */
  n: Id,
  numerator: describe('Sum of the numerators.', v.number()),
  denominator: describe('Sum of the denominators.', v.number()),
  positions: describe(
    'Number of members by position to the mean.',
    v.record(v.picklist(POSITIONS), IdOrZero)
  ),
  dispersion: describe('Overdispersion factor; null if unknown.', numberOrNull),
  is_over_dispersed: describe('Whether the members spread more than chance explains.', v.boolean())
})

/** The number of values between neighbouring edges. The edges enclose the own value too, which is not counted. */
const ValueBins = v.object({
  edges: describe(
    'Where the bins begin and end, ascending: one more than there are bins.',
    v.array(v.number())
  ),
  counts: describe(
    'How many values lie in each bin. A value on an edge counts to the bin above it.',
    v.array(IdOrZero)
  )
})

/** Averages of one comparison set in one period; all null when n is under the minimum, n as well unless the project is named. Quartiles are R type 7. */
export const ChartAverages = v.object({
  time_period_id: Id,
  basis: describe('Which set the averages are of.', v.picklist(['all', 'filtered', 'peer_group'])),
  peer_group_id: v.nullable(Id),
  n: describe('Number of values; null if it may not be shown.', v.nullable(IdOrZero)),
  Mean: describe('Arithmetic mean; null if the set is too small to be shown.', numberOrNull),
  Median: describe('Median; null if the set is too small to be shown.', numberOrNull),
  Q1: describe('Lower quartile, R type 7; null if it may not be shown.', numberOrNull),
  Q3: describe('Upper quartile, R type 7; null if it may not be shown.', numberOrNull),
  minimum: describe('Lowest value; null if it may not be shown.', numberOrNull),
  maximum: describe('Highest value; null if it may not be shown.', numberOrNull),
  is_suppressed: v.boolean(),
  absence: describe(
    'Why the averages are not shown, in strict projects without telling whether there are any; null if they are.',
    v.nullable(v.picklist(ABSENCES))
  ),
  /** Only for the set that verdicts refer to, in projects that show figures by name, and for charts whose statistic has intervals. */
  pooled: describe('The set as one whole; null where verdicts are not given.', v.nullable(PooledAverages)),
  /** Only for the set that the page compares with, for readers who see single values; covers all values, listed or not. */
  bins: describe(
    'How many values of the set lie in each of equal steps; null where single values may not be shown.',
    v.nullable(ValueBins)
  )
})
export type ChartAverages = v.InferOutput<typeof ChartAverages>

export const OwnSummary = v.object({
  time_period_id: Id,
  value: numberOrNull,
  rank: v.nullable(Id),
  rank_of: IdOrZero,
  percentile: numberOrNull,
  quartile: v.nullable(v.picklist([1, 2, 3, 4])),
  difference_from_median: describe(
    'Own value less the median, in the chart’s unit; null if unknown.',
    numberOrNull
  ),
  previous_value: describe('Value of the previous period; null if there is none.', numberOrNull),
  change_from_previous: describe(
    'Change since the previous period, in the chart’s unit; null if unknown.',
    numberOrNull
  ),
  trend: describe(
    'The direction since the previous period.',
    v.picklist(['better', 'worse', 'same', 'unknown'])
  )
})
export type OwnSummary = v.InferOutput<typeof OwnSummary>

export const ChartSeries = v.object({
  series_id: Id,
  series_name: v.string(),
  chart_parameter_id: Id,
  display_order: v.number(),
  multiplier: describe('The figure is numerator ÷ denominator × multiplier.', v.number()),
  /** Up to MAX_LISTED_VALUES for each period, the same submissions in every series. */
  values: describe('One entry for each submission.', v.array(ChartValue)),
  value_counts: describe(
    'Number of values in each period, listed and in all. Averages and ranks are of all.',
    v.array(
      v.object({
        time_period_id: Id,
        listed_count: describe('Number of values listed.', IdOrZero),
        total_count: describe('Number of values, listed or not.', IdOrZero)
      })
    )
  ),
  runs: describe(
    'Everyone’s sorted values as means of runs of organisations, lowest first.',
    v.array(v.object({ time_period_id: Id, mean: v.number(), submission_count: Id }))
  ),
  averages: describe('Averages of each set and period.', v.array(ChartAverages)),
  own_summary: describe('Own value, rank and change in each period.', v.array(OwnSummary))
})
export type ChartSeries = v.InferOutput<typeof ChartSeries>

/** A period whose results are not published yet: its figures may still change. */
const ProvisionalPeriod = v.object({
  time_period_id: Id,
  project_status: ProjectStatus,
  collection_closes_at: v.nullable(Timestamp),
  published_at: v.nullable(Timestamp),
  /** Submissions with a value in the first series, of all in the period; null if it may not be disclosed. */
  value_count: describe('Number of values; null if it may not be shown.', v.nullable(IdOrZero)),
  submission_count: IdOrZero
})

const PeriodEdition = v.object({
  time_period_id: Id,
  edition_number: Id,
  published_at: Timestamp,
  is_shown: describe(
    'Whether the figures are those of the edition. Admins of strict projects see corrections before they are published.',
    v.boolean()
  )
})

export const ChartData = v.object({
  chart: describe(
    'The chart.',
    v.object({
      ...v.pick(Chart, [
        'chart_id',
        'chart_name',
        'collection_id',
        'unit',
        'decimal_places',
        'direction',
        'statistic',
        'target_value',
        'axis_min',
        'axis_max'
      ]).entries,
      /** Missing in replies of earlier API versions. */
      numerator_text: v.exactOptional(MetaData.entries.numerator_text),
      denominator_text: MetaData.entries.denominator_text
    })
  ),
  output_type: describe('How the chart is shown.', OutputType),
  time_periods: v.array(TimePeriod),
  provisional_periods: describe('Periods whose figures may still change.', v.array(ProvisionalPeriod)),
  /** The editions of the published periods. */
  editions: v.array(PeriodEdition),
  peer_groups: v.array(
    v.object({
      peer_group_id: Id,
      peer_group_name: v.string(),
      submission_ids: v.array(Id),
      member_count: v.nullable(IdOrZero)
    })
  ),
  series: describe('The series of the chart.', v.array(ChartSeries)),
  applied_filters: describe('The filters that narrow the set.', v.array(ActiveFilter)),
  excluded_count: describe(
    'Submissions that the filters leave out; null if it may not be shown.',
    v.nullable(IdOrZero)
  ),
  missing_count: describe('Submissions without a value; null if it may not be shown.', v.nullable(IdOrZero)),
  /** The text states what this reader sees of others, and the minimum number of organisations. */
  suppression: describe(
    'What is held back from this reader, and why.',
    v.object({
      minimum_count: Id,
      rule_text: describe('What this reader sees of others, in a sentence.', v.string()),
      visibility: Visibility,
      is_restricted: describe(
        'Whether nothing tells others apart, because the reader is a member of a strict project.',
        v.boolean()
      ),
      lists_others: describe('Whether single values of others are among the values.', v.boolean())
    })
  ),
  quartile_method: v.exactOptional(v.literal('linear')),
  calculated_at: describe('When the figures were calculated.', Timestamp),
  is_cached: describe('Whether the figures were calculated by an earlier call.', v.boolean()),
  digest: describe('A hash of all figures in the reply. Equal digests mean equal figures.', v.string())
})
export type ChartData = v.InferOutput<typeof ChartData>

const placeIds = v.object({
  a: describe('The chart.', QueryId),
  b: describe('The own submission, or 0 for none.', QueryIdOrZero)
})

/** POST because the selection is long; it changes nothing. a is the chart, b the own submission or 0 (product 18). */
export const getChartData = endpoint({
  method: 'POST',
  path: 'data/getChartData/{a}/{b}',
  access: 'viewer',
  onlyReads: true,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'Values, ranks and averages of a chart for a submission, its filters and peer groups.',
  params: placeIds,
  query: v.object({
    peerGroupId: describe('Repeated once for each chosen peer group, or null for none.', PeerGroupIds)
  }),
  body: v.object({
    project_id: Id,
    organisation_id: IdOrZero,
    time_period_id: Id,
    time_period_ids: v.optional(v.pipe(v.array(Id), v.maxLength(20)), []),
    output_type_id: v.optional(v.nullable(Id)),
    filters: v.optional(v.pipe(v.array(ActiveFilter), v.maxLength(50)), []),
    averages: v.optional(v.pipe(v.array(AverageName), v.maxLength(AverageName.options.length)), [
      ...AverageName.options
    ]),
    series_option_ids: v.optional(v.pipe(v.array(Id), v.maxLength(50)), []),
    other_submission_ids: v.optional(v.pipe(v.array(Id), v.maxLength(200)), []),
    ignore_cache: describe('Calculates again instead of using the cache.', v.optional(v.boolean(), false))
  }),
  reply: ChartData
})

export const listSeriesOptions = endpoint({
  method: 'GET',
  path: 'data/seriesOptions/{a}/{b}',
  access: 'viewer',
  summary: 'The series of a chart for a submission, with their number of values.',
  params: placeIds,
  query: v.object({ time_period_id: QueryId }),
  reply: v.object({
    series_options: describe(
      'The series that can be chosen.',
      v.array(
        v.object({
          series_option_id: Id,
          series_name: v.string(),
          is_default: describe('Whether it is the default choice.', v.boolean()),
          n: v.nullable(IdOrZero)
        })
      )
    )
  })
})
