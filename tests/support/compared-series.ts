// A series with a test's own figures, compared by the server's code for a reader of a named project.

import type { ChartSeries } from '#contract/chart-data.ts'
import type { ChartDirection } from '#contract/charts.ts'
import { compareSeries } from '#server/benchmarks/chart-data/compare.ts'
import type { SubmissionFigure } from '#server/benchmarks/chart-data/sealed-figures.ts'
import type { ChartSelection } from '#server/benchmarks/chart-data/selection.ts'
import type { Parts } from './published-formulas.ts'

export interface PartsSet {
  statistic: 'proportion' | 'rate' | 'mean'
  direction: ChartDirection
  multiplier: number
  /** The first is the own submission's; null is missing. */
  members: readonly (Parts | null)[]
  /** The members' organisations; by default each has its own. */
  organisations?: readonly number[]
  /** Indexes of the members of a chosen peer group; no group without them. */
  peers?: readonly number[]
}

export const PEER_GROUP = 7
const PERIOD = 1
export const SHOWN_DECIMALS = 3

export function seriesOfParts({
  statistic,
  direction,
  multiplier,
  members,
  organisations = [],
  peers
}: PartsSet): ChartSeries {
  const submissions = members.map((_, at) => ({
    submission_id: at + 1,
    organisation_id: organisations[at] ?? at + 1,
    time_period_id: PERIOD,
    lineage_id: at + 1,
    is_filtered: true,
    peer_group_ids: peers?.includes(at) ? [PEER_GROUP] : []
  }))
  // Only the fields that the comparison reads.
  const selection = {
    chart: { direction, statistic, decimal_places: SHOWN_DECIMALS },
    project: { minimum_count: 5 },
    own: submissions[0],
    organisationId: 1,
    peerGroups: peers === undefined ? [] : [{ peer_group_id: PEER_GROUP }],
    sources: [],
    previousPeriods: new Map(),
    request: { averages: ['Mean', 'Median', 'Q1', 'Q3'], other_submission_ids: [], filters: [] }
  } as unknown as ChartSelection
  const figures = members.map((parts, at): [number, SubmissionFigure] => [
    at + 1,
    figureOf(parts, multiplier)
  ])
  return compareSeries(
    {
      selection,
      periods: [{ timePeriodId: PERIOD, submissions, listed: submissions, totalCount: submissions.length }],
      own: submissions.slice(0, 1),
      names: new Map(submissions.map(({ submission_id }) => [submission_id, namesOf(submission_id)]))
    },
    {
      seriesId: 1,
      name: 'All',
      displayOrder: 1,
      multiplier,
      cells: { value: [], numerator: [], denominator: [], standard_deviation: [] }
    },
    new Map(figures)
  )
}

export const wardName = (submissionId: number): string => `Ward ${submissionId}`

const namesOf = (submissionId: number) => ({
  submission_name: wardName(submissionId),
  submission_code: `W${submissionId}`,
  organisation_name: `Hospital ${submissionId}`
})

const figureOf = (parts: Parts | null, multiplier: number): SubmissionFigure =>
  parts === null
    ? {
        value: null,
        numerator: null,
        denominator: null,
        standardDeviation: null,
        note: null,
        isUnfinished: false
      }
    : {
        ...parts,
        value: parts.denominator === 0 ? null : (parts.numerator / parts.denominator) * multiplier,
        note: null,
        isUnfinished: false
      }
