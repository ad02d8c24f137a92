// The figures in a reply to a reader who sees everyone's by name.

import type { ChartData } from '#contract/chart-data.ts'
import type { OpenReader } from '#server/auth/reader.ts'
import { openSource } from '#server/benchmarks/editions/sources.ts'
import type { Database } from '#server/database/schema.ts'
import { compareSeries, type ComparisonContext } from './compare.ts'
import { cachedFigures } from './figures-cache.ts'
import { listPeriod, type PeriodSubmissions } from './listing.ts'
import type { ChartSelection } from './selection.ts'
import type { SeriesPlan } from './series.ts'
import {
  comparedSubmissions,
  isSelectedSubmission,
  submissionNames,
  type ComparedSubmission
} from './submissions.ts'

/** The parts of a reply that contain figures. */
export interface ComparisonParts {
  parts: Pick<ChartData, 'peer_groups' | 'series' | 'excluded_count' | 'missing_count'>
  listsOthers: boolean
  /** How many submissions of a period have a value; null if that is not disclosed. */
  valueCountIn: (timePeriodId: number) => number | null
}

export async function openComparison(
  database: Database,
  selection: ChartSelection,
  reader: OpenReader,
  plans: readonly SeriesPlan[],
  places: number
): Promise<ComparisonParts> {
  const { programmeId, request, peerGroups, timePeriods } = selection
  const source = openSource(selection, reader.organisationId)
  const [submissions, figures] = await Promise.all([
    comparedSubmissions(database, selection, source),
    cachedFigures(database, selection, source, plans)
  ])
  const firstFigures = figures.openTo(reader, plans[0]?.displayOrder ?? 0)
  const byPeriod = Map.groupBy(submissions, submission => submission.time_period_id)
  const periods = timePeriods.map(({ time_period_id }) =>
    listPeriod(selection, time_period_id, byPeriod.get(time_period_id) ?? [], firstFigures, places)
  )
  const listedIds = periods.flatMap(period => period.listed.map(submission => submission.submission_id))
  const context: ComparisonContext = {
    selection,
    periods,
    own: submissions.filter(submission => isSelectedSubmission(selection, submission)),
    names: await submissionNames(database, programmeId, listedIds)
  }
  const here = byPeriod.get(request.time_period_id) ?? []
  const isMissing = ({ submission_id }: ComparedSubmission): boolean =>
    (firstFigures.get(submission_id)?.value ?? null) === null
  const isFinished = (submission: ComparedSubmission): boolean =>
    !isMissing(submission) && firstFigures.get(submission.submission_id)?.isUnfinished === false
  const herePeriod = periods.find(period => period.timePeriodId === request.time_period_id)
  return {
    listsOthers: true,
    valueCountIn: timePeriodId =>
      selection.sources.find(one => one.timePeriodId === timePeriodId)?.others === 'hidden'
        ? null
        : (byPeriod.get(timePeriodId) ?? []).filter(isFinished).length,
    parts: {
      peer_groups: peerGroups.map(group => peersIn(group, herePeriod)),
      series: plans.map(plan => compareSeries(context, plan, figures.openTo(reader, plan.displayOrder))),
      excluded_count: here.filter(submission => !submission.is_filtered).length,
      missing_count: here.filter(submission => submission.is_filtered && isMissing(submission)).length
    }
  }
}

/** A peer group with its members in the period; if values are left out, only the listed ones. */
function peersIn(
  group: ChartSelection['peerGroups'][number],
  period: PeriodSubmissions | undefined
): ChartData['peer_groups'][number] {
  const { submissions = [], listed = [], totalCount = 0 } = period ?? {}
  const isMember = (submission: ComparedSubmission): boolean =>
    submission.peer_group_ids.includes(group.peer_group_id)
  const named = listed.length < totalCount ? listed : submissions
  const submission_ids = named.filter(isMember).map(submission => submission.submission_id)
  return { ...group, submission_ids, member_count: submissions.filter(isMember).length }
}
