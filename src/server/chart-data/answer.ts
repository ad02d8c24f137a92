import { hash } from 'node:crypto'
import type { ChartData } from '#contract/chart-data.ts'
import { isProvisional } from '#domain/provisional.ts'
import type { Database } from '../database/schema.ts'
import { compareSeries, type Comparing } from './compare.ts'
import { figuresOf, type Figure } from './figures.ts'
import { keepAnswer, keptAnswer } from './kept-answers.ts'
import type { RecentAnswers } from './recent-answers.ts'
import { projectStatus } from '../project-status.ts'
import { WrittenReply } from '../written-reply.ts'
import { listPeriod, type PeriodSubmissions } from './listing.ts'
import { refuseUnknownSeries, type Selection } from './selection.ts'
import type { SeriesPlan } from './series.ts'
import { comparedSubmissions, isSelected, namesOf, type ComparedSubmission } from './submissions.ts'

/** What a server holds for charts. */
export interface ChartMemory {
  recentAnswers: RecentAnswers
  /** Single values that are listed for each period; the contract's limit but in tests. */
  listedValues: number
}

/**
 * The answer to a selection, from the cache where the figures have not changed since. The data's version is read before the figures, so
 * that a change during the calculation only makes the kept answer out of date, never wrong. A large answer is half a megabyte of JSON, so it
 * is written once, for the caller, the cache and the digest.
 */
export async function chartDataOf(
  database: Database,
  { recentAnswers, listedValues }: ChartMemory,
  selection: Selection,
  now: Date
): Promise<WrittenReply> {
  const { programmeId: programme_id, chart, dataVersion, request } = selection
  const stages = stagesOf(selection, now)
  const key = { programme_id, chart_id: chart.chart_id, selection_hash: hashOfSelection(selection, stages, listedValues) }
  const kept = request.ignore_cache ? null : await keptAnswer(database, recentAnswers, key, dataVersion)
  if (kept !== null) return new WrittenReply(kept)
  const said = Buffer.from(JSON.stringify(await calculate(database, selection, stages, listedValues)))
  const digest = hashed(said)
  const written = (is_cached: boolean) => joined(said, { calculated_at: now.toISOString(), is_cached, digest })
  await keepAnswer(database, recentAnswers, key, dataVersion, now, written(true))
  return new WrittenReply(written(false))
}

type Said = Omit<ChartData, keyof Circumstances>
type Circumstances = Pick<ChartData, 'calculated_at' | 'is_cached' | 'digest'>

/** One object of an object that is written already and what is to stand behind it. */
const joined = (said: Buffer, circumstances: Circumstances): Buffer<ArrayBuffer> =>
  Buffer.concat([said.subarray(0, -1), Buffer.from(`,${JSON.stringify(circumstances).slice(1)}`)])

async function calculate(database: Database, selection: Selection, stages: readonly Stage[], places: number): Promise<Said> {
  const { programmeId, series: known, chart, project, request, peerGroups, timePeriods, outputType } = selection
  refuseUnknownSeries(new Set(known.map(plan => plan.seriesId)), request.series_option_ids)
  const plans =
    request.series_option_ids.length === 0 ? known.slice(0, 1) : known.filter(plan => request.series_option_ids.includes(plan.seriesId))
  const [submissions, figures] = await Promise.all([comparedSubmissions(database, selection), figuresOf(database, selection, plans)])
  const figuresOfPlan = (plan: SeriesPlan | undefined): ReadonlyMap<number, Figure> => figures.get(plan?.displayOrder ?? 0) ?? new Map()
  const firstFigures = figuresOfPlan(plans[0])
  const byPeriod = Map.groupBy(submissions, submission => submission.time_period_id)
  const periods = timePeriods.map(({ time_period_id }) =>
    listPeriod(selection, time_period_id, byPeriod.get(time_period_id) ?? [], firstFigures, places)
  )
  const listedIds = periods.flatMap(period => period.listed.map(submission => submission.submission_id))
  const comparing: Comparing = {
    selection,
    periods,
    own: submissions.filter(submission => isSelected(selection, submission)),
    names: await namesOf(database, programmeId, listedIds)
  }
  const here = byPeriod.get(request.time_period_id) ?? []
  return {
    chart: {
      chart_id: chart.chart_id,
      chart_name: chart.chart_name,
      collection_id: chart.collection_id,
      unit: chart.unit,
      decimal_places: chart.decimal_places,
      direction: chart.direction,
      target_value: chart.target_value,
      axis_min: chart.axis_min,
      axis_max: chart.axis_max
    },
    output_type: outputType,
    time_periods: timePeriods,
    provisional_periods: stages.map(stage => {
      const submitted = byPeriod.get(stage.time_period_id) ?? []
      const value_count = submitted.filter(({ submission_id }) => (firstFigures.get(submission_id)?.value ?? null) !== null).length
      return { ...stage, value_count, submission_count: submitted.length }
    }),
    peer_groups: peerGroups.map(group =>
      peersIn(
        group,
        periods.find(period => period.timePeriodId === request.time_period_id)
      )
    ),
    series: plans.map(plan => compareSeries(comparing, plan, figuresOfPlan(plan))),
    applied_filters: request.filters.filter(filter => filter.option_list.length > 0),
    excluded_count: here.filter(submission => !submission.is_filtered).length,
    missing_count: here.filter(submission => submission.is_filtered && (firstFigures.get(submission.submission_id)?.value ?? null) === null)
      .length,
    suppression: {
      minimum_count: project.minimum_count,
      rule_text: `Fewer than ${project.minimum_count} are never shown as a group, nor what would tell them by subtraction.`
    },
    quartile_method: 'linear'
  }
}

type Stage = Omit<ChartData['provisional_periods'][number], 'value_count' | 'submission_count'>

/** The periods whose figures may still change, and until when. What time it is decides nothing else of an answer. */
const stagesOf = ({ periodDates }: Selection, now: Date): Stage[] =>
  periodDates
    .map(dates => ({
      time_period_id: dates.time_period_id,
      project_status: projectStatus(dates, now),
      collection_closes_at: dates.collection_closes_at?.toISOString() ?? null,
      published_at: dates.published_at?.toISOString() ?? null
    }))
    .filter(({ project_status }) => isProvisional(project_status))

/** A peer group with its members in the period; where values are left out, those that are listed. */
function peersIn(group: Selection['peerGroups'][number], period: PeriodSubmissions | undefined): ChartData['peer_groups'][number] {
  const { submissions = [], listed = [], totalCount = 0 } = period ?? {}
  const isMember = (submission: ComparedSubmission): boolean => submission.peer_group_ids.includes(group.peer_group_id)
  const named = listed.length < totalCount ? listed : submissions
  const submission_ids = named.filter(isMember).map(submission => submission.submission_id)
  return { ...group, submission_ids, member_count: submissions.filter(isMember).length }
}

/** Everything beside the figures that decides the answer. */
function hashOfSelection(
  { chart, own, organisationId, seesNames, outputType, timePeriods, peerGroups, request, project }: Selection,
  stages: readonly Stage[],
  places: number
): string {
  const { filters, averages, series_option_ids, other_submission_ids, time_period_id } = request
  const decisive = [
    chart,
    own?.submission_id ?? 0,
    organisationId,
    seesNames,
    [project.minimum_count, project.is_anonymous],
    outputType.id,
    timePeriods,
    stages,
    time_period_id,
    peerGroups,
    { filters, averages, series_option_ids, other_submission_ids },
    places
  ]
  return hashed(JSON.stringify(decisive))
}

const hashed = (text: string | Buffer): string => hash('sha256', text, 'base64url')
