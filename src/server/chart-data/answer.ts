import { createHash } from 'node:crypto'
import type { ChartData } from '#contract/chart-data.ts'
import { dataVersionOf } from '../data-version.ts'
import type { Database } from '../database/schema.ts'
import { compareSeries } from './compare.ts'
import { comparedSubmissions, figuresOf } from './figures.ts'
import { WrittenReply } from '../written-reply.ts'
import { refuseUnknownSeries, type Selection } from './selection.ts'
import { seriesOf } from './series.ts'

/**
 * The answer to a selection, from the cache where the figures have not changed since. The data's version is read before the figures, so
 * that a change during the calculation only makes the kept answer out of date, never wrong. A large answer is half a megabyte of JSON, so it
 * is written once, for the caller, the cache and the digest.
 */
export async function chartDataOf(database: Database, selection: Selection, now: Date): Promise<WrittenReply> {
  const { programmeId, chart, project, request } = selection
  const version = await dataVersionOf(database, programmeId, project.project_id)
  const selectionHash = hashOfSelection(selection)
  const cached = request.ignore_cache ? null : await readCache(database, selection, selectionHash, version)
  if (cached !== null) return new WrittenReply(cached)
  const said = JSON.stringify(await calculate(database, selection))
  const digest = hash(said)
  const written = (is_cached: boolean): string => joined(said, { calculated_at: now.toISOString(), is_cached, digest })
  const kept = { data_version: version, answer: written(true), calculated_at: now }
  await database
    .insertInto('chart_cache')
    .values({ programme_id: programmeId, chart_id: chart.chart_id, selection_hash: selectionHash, ...kept })
    .onConflict(conflict => conflict.columns(['programme_id', 'chart_id', 'selection_hash']).doUpdateSet(kept))
    .execute()
  return new WrittenReply(written(false))
}

type Said = Omit<ChartData, keyof Circumstances>
type Circumstances = Pick<ChartData, 'calculated_at' | 'is_cached' | 'digest'>

/** One object of an object that is written already and what is to stand behind it. */
const joined = (said: string, circumstances: Circumstances): string => `${said.slice(0, -1)},${JSON.stringify(circumstances).slice(1)}`

async function readCache(
  database: Database,
  { programmeId, chart }: Selection,
  selectionHash: string,
  version: string
): Promise<string | null> {
  const row = await database
    .selectFrom('chart_cache')
    .select('answer')
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chart.chart_id)
    .where('selection_hash', '=', selectionHash)
    .where('data_version', '=', version)
    .executeTakeFirst()
  return row?.answer ?? null
}

async function calculate(database: Database, selection: Selection): Promise<Said> {
  const { programmeId, chart, project, request, peerGroups, timePeriods, outputType } = selection
  const known = await seriesOf(database, programmeId, chart.chart_id)
  refuseUnknownSeries(new Set(known.map(plan => plan.seriesId)), request.series_option_ids)
  const plans =
    request.series_option_ids.length === 0 ? known.slice(0, 1) : known.filter(plan => request.series_option_ids.includes(plan.seriesId))
  const [submissions, figures] = await Promise.all([comparedSubmissions(database, selection), figuresOf(database, selection, plans)])
  const here = submissions.filter(submission => submission.time_period_id === request.time_period_id)
  const firstFigures = figures.get(plans[0]?.displayOrder ?? 0)
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
    peer_groups: peerGroups.map(group => {
      const submission_ids = here
        .filter(submission => submission.peer_group_ids.includes(group.peer_group_id))
        .map(submission => submission.submission_id)
      return { ...group, submission_ids, member_count: submission_ids.length }
    }),
    series: plans.map(plan => compareSeries(selection, plan, submissions, figures.get(plan.displayOrder) ?? new Map())),
    applied_filters: request.filters.filter(filter => filter.option_list.length > 0),
    excluded_count: here.filter(submission => !submission.is_filtered).length,
    missing_count: here.filter(
      submission => submission.is_filtered && (firstFigures?.get(submission.submission_id)?.value ?? null) === null
    ).length,
    suppression: {
      minimum_count: project.minimum_count,
      rule_text: `Fewer than ${project.minimum_count} are never shown as a group, nor what would tell them by subtraction.`
    },
    quartile_method: 'linear'
  }
}

/** Everything beside the figures that decides the answer. */
function hashOfSelection({
  chart,
  own,
  organisationId,
  seesNames,
  outputType,
  timePeriods,
  peerGroups,
  request,
  project
}: Selection): string {
  const { filters, averages, series_option_ids, other_submission_ids, time_period_id } = request
  const decisive = [
    chart,
    own?.submission_id ?? 0,
    organisationId,
    seesNames,
    [project.minimum_count, project.is_anonymous],
    outputType.id,
    timePeriods,
    time_period_id,
    peerGroups,
    { filters, averages, series_option_ids, other_submission_ids }
  ]
  return hash(JSON.stringify(decisive))
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')
