import * as v from 'valibot'
import { Chart, MetaData, OutputType } from './charts.ts'
import { endpoint } from './endpoint.ts'
import { MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { Id, IdOrZero, PeerGroupIds, QueryId, QueryIdOrZero, Timestamp } from './fields.ts'
import { ActiveFilter } from './active-filter.ts'
import { ProjectStatus, Visibility } from './projects.ts'
import { TimePeriod } from './time-periods.ts'

/** Spec 3: the averages, with their capitals. */
export const AverageName = v.picklist(['Mean', 'Median', 'Q1', 'Q3'])
export type AverageName = v.InferOutput<typeof AverageName>

const nullableNumber = v.nullable(v.number())

/** The position of an interval relative to a mean: 'plainly' where that of 99.8 % leaves it out, 'probably' where only that of 95 % does. */
export const POSITIONS = [
  'plainly_lower',
  'probably_lower',
  'similar',
  'probably_higher',
  'plainly_higher'
] as const

const Interval = v.nullable(v.tuple([v.number(), v.number()]))

export const Verdict = v.picklist(['better', 'worse', 'higher', 'lower', 'similar'])
export type Verdict = v.InferOutput<typeof Verdict>

/** The position of a value among the others of a selected peer group; the rank includes the own value. */
const PeerStanding = v.object({
  peer_group_id: Id,
  rank: Id,
  rank_of: IdOrZero,
  percentile: nullableNumber,
  quartile: v.nullable(v.picklist([1, 2, 3, 4]))
})
export type PeerStanding = v.InferOutput<typeof PeerStanding>

/** One submission's value. null is missing or suppressed and is never drawn as 0. Members of strict projects get the own organisation's only. */
export const ChartValue = v.object({
  submission_id: v.nullable(Id),
  submission_name: v.nullable(v.string()),
  submission_code: v.nullable(v.string()),
  organisation_id: v.nullable(Id),
  organisation_name: v.nullable(v.string()),
  /** The same unit in every period; only of the own organisation's. */
  lineage_id: v.nullable(Id),
  time_period_id: Id,
  value: nullableNumber,
  numerator: nullableNumber,
  denominator: nullableNumber,
  is_own: v.boolean(),
  is_selected: v.boolean(),
  is_other: v.boolean(),
  peer_group_ids: v.array(Id),
  /** 1 is the best value of basis "filtered": the lowest where lower is better, else the highest. Ties share a rank. */
  rank: v.nullable(Id),
  rank_of: IdOrZero,
  /** Share of the compared values strictly below, plus half of the equal ones, 0–100. */
  percentile: nullableNumber,
  /** 1 is the lowest quarter. */
  quartile: v.nullable(v.picklist([1, 2, 3, 4])),
  /** Only where single values are left out, so that it cannot be told from those that are listed. */
  peer_standings: v.optional(v.array(PeerStanding)),
  /** Confidence intervals by the chart's statistic, lower end first; null where there is none, and of others in a strict project. */
  interval_95: Interval,
  interval_998: Interval,
  /** Against the pooled mean of what the page compares with: the first chosen peer group, else all that the filters let through. */
  verdict: v.nullable(Verdict),
  /** 'plainly' where the 99.8 % interval leaves out the mean, 'probably' where only the 95 % interval does. */
  certainty: v.nullable(v.picklist(['plainly', 'probably'])),
  value_note: v.nullable(v.string()),
  is_suppressed: v.boolean(),
  suppression_reason: v.nullable(v.string())
})
export type ChartValue = v.InferOutput<typeof ChartValue>

/** A set taken as one whole, and the positions of its members relative to it. */
const Pooled = v.object({
  /** The sum of the numerators ÷ the sum of the denominators, in the chart's unit. */
  mean: v.number(),
  /** How many members have a numerator and a denominator. */
  n: Id,
  /** How many members have an interval, by its position relative to the mean. */
  positions: v.record(v.picklist(POSITIONS), IdOrZero),
  /** The members' spread as a multiple of what chance explains. */
  dispersion: nullableNumber,
  is_over_dispersed: v.boolean()
})

/** How many of a set's values lie between neighbouring edges, which reach over the own value too. It is not counted. */
const Bins = v.object({
  /** One more than there are bins, ascending. */
  edges: v.array(v.number()),
  /** A value on an edge counts to the bin above it; one on the last edge to the last bin. */
  counts: v.array(IdOrZero)
})

/** Averages of one comparison set in one period; all null when n is under the minimum, n as well unless the project is named. Quartiles are R type 7. */
export const ChartAverages = v.object({
  time_period_id: Id,
  basis: v.picklist(['all', 'filtered', 'peer_group']),
  peer_group_id: v.nullable(Id),
  n: v.nullable(IdOrZero),
  Mean: nullableNumber,
  Median: nullableNumber,
  Q1: nullableNumber,
  Q3: nullableNumber,
  minimum: nullableNumber,
  maximum: nullableNumber,
  is_suppressed: v.boolean(),
  /** Only of the set that verdicts refer to, in projects that show figures by name, of charts whose statistic has intervals. */
  pooled: v.nullable(Pooled),
  /** Only of the set that the page compares with, for readers who see single values; of all values, listed or not. */
  bins: v.nullable(Bins)
})
export type ChartAverages = v.InferOutput<typeof ChartAverages>

export const OwnSummary = v.object({
  time_period_id: Id,
  value: nullableNumber,
  rank: v.nullable(Id),
  rank_of: IdOrZero,
  percentile: nullableNumber,
  quartile: v.nullable(v.picklist([1, 2, 3, 4])),
  difference_from_median: nullableNumber,
  previous_value: nullableNumber,
  change_from_previous: nullableNumber,
  trend: v.picklist(['better', 'worse', 'same', 'unknown'])
})
export type OwnSummary = v.InferOutput<typeof OwnSummary>

export const ChartSeries = v.object({
  series_id: Id,
  series_name: v.string(),
  chart_parameter_id: Id,
  display_order: v.number(),
  /** The value is numerator ÷ denominator × multiplier. */
  multiplier: v.number(),
  /** Up to MAX_LISTED_VALUES for each period, the same submissions in every series. */
  values: v.array(ChartValue),
  /** How many of the values are listed. Averages, ranks, percentiles and suppression are of all. */
  value_counts: v.array(v.object({ time_period_id: Id, listed_count: IdOrZero, total_count: IdOrZero })),
  /** In an anonymous project, of ratios: everyone's sorted values as means of runs of more organisations than the minimum, lowest first. */
  runs: v.array(v.object({ time_period_id: Id, mean: v.number(), submission_count: Id })),
  averages: v.array(ChartAverages),
  own_summary: v.array(OwnSummary)
})
export type ChartSeries = v.InferOutput<typeof ChartSeries>

/** A period whose results are not published yet: its figures may still change. */
const ProvisionalPeriod = v.object({
  time_period_id: Id,
  project_status: ProjectStatus,
  collection_closes_at: v.nullable(Timestamp),
  published_at: v.nullable(Timestamp),
  /** Submissions with a value in the first series, of all in the period; null if it may not be disclosed. */
  value_count: v.nullable(IdOrZero),
  submission_count: IdOrZero
})

const PeriodEdition = v.object({
  time_period_id: Id,
  edition_number: Id,
  published_at: Timestamp,
  /** Whether the figures are those of the edition. Admins of strict projects see corrections that are not published yet. */
  is_shown: v.boolean()
})

export const ChartData = v.object({
  chart: v.object({
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
    denominator_text: MetaData.entries.denominator_text
  }),
  output_type: OutputType,
  time_periods: v.array(TimePeriod),
  provisional_periods: v.array(ProvisionalPeriod),
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
  series: v.array(ChartSeries),
  applied_filters: v.array(ActiveFilter),
  /** null if it would reveal the size of a set that is held back. */
  excluded_count: v.nullable(IdOrZero),
  missing_count: v.nullable(IdOrZero),
  /** The text says what this reader sees of others, and from how many on. */
  suppression: v.object({
    minimum_count: Id,
    rule_text: v.string(),
    visibility: Visibility,
    /** Whether the reader is a member of a strict project: then the others are those of other organisations, and nobody is told apart. */
    is_restricted: v.boolean(),
    /** Whether single values of others are among the values. */
    lists_others: v.boolean()
  }),
  quartile_method: v.literal('linear'),
  calculated_at: Timestamp,
  is_cached: v.boolean(),
  /** Hash of all that the reply says of the figures: equal digests mean equal figures. */
  digest: v.string()
})
export type ChartData = v.InferOutput<typeof ChartData>

const place = v.object({ a: QueryId, b: QueryIdOrZero })

/** POST because the selection is long; it changes nothing. a is the chart, b the own submission or 0 (product 18). */
export const getChartData = endpoint({
  method: 'POST',
  path: 'data/getChartData/{a}/{b}',
  access: 'viewer',
  onlyReads: true,
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'Values, ranks and averages of a chart for a submission, its filters and peer groups.',
  params: place,
  query: v.object({ peerGroupId: PeerGroupIds }),
  body: v.object({
    project_id: Id,
    organisation_id: IdOrZero,
    time_period_id: Id,
    time_period_ids: v.optional(v.pipe(v.array(Id), v.maxLength(20)), []),
    output_type_id: v.optional(v.nullable(Id)),
    filters: v.optional(v.pipe(v.array(ActiveFilter), v.maxLength(50)), []),
    averages: v.optional(v.array(AverageName), ['Mean', 'Median', 'Q1', 'Q3']),
    series_option_ids: v.optional(v.pipe(v.array(Id), v.maxLength(50)), []),
    other_submission_ids: v.optional(v.pipe(v.array(Id), v.maxLength(200)), []),
    ignore_cache: v.optional(v.boolean(), false)
  }),
  reply: ChartData
})

export const listSeriesOptions = endpoint({
  method: 'GET',
  path: 'data/seriesOptions/{a}/{b}',
  access: 'viewer',
  summary: 'The series of a chart for a submission, with their number of values.',
  params: place,
  query: v.object({ time_period_id: QueryId }),
  reply: v.object({
    series_options: v.array(
      v.object({
        series_option_id: Id,
        series_name: v.string(),
        is_default: v.boolean(),
        n: v.nullable(IdOrZero)
      })
    )
  })
})
