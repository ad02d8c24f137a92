import { hash } from 'node:crypto'
import { getChartData, type ChartData } from '#contract/chart-data.ts'
import { ChartValue, VALUE_NOTES } from '#contract/chart-values.ts'
import { MAX_REPLY_VALUES } from '#contract/limits.ts'
import { liveCount } from '#domain/disclosure/disclosure.ts'
import { projectStatus } from '#domain/projects/project-status.ts'
import { coalesce } from '#lib/coalesce.ts'
import { countsFor } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { compressForCache } from '#server/http/compression.ts'
import { requireReplyWithin } from '#server/http/operation-limits.ts'
import { CompressedJson, SerializedJson } from '#server/http/serialized-json.ts'
import { readChartCache, writeChartCache, type ChartMemoryCache } from './chart-cache.ts'
import { placesIn } from './listing.ts'
import { openComparison } from './open-comparison.ts'
import { restrictedComparison } from './restricted-comparison.ts'
import { requireKnownSeries, type ChartSelection } from './selection.ts'

/** A calculated reply: for the caller who asked first, and for all later ones. */
interface NewReply {
  first: SerializedJson | CompressedJson
  cached: CompressedJson
}

/** The services that the chart routes need. */
export interface ChartServices {
  memoryCache: ChartMemoryCache
  /** Replies that are being calculated, by what decides them. */
  calculating: Map<string, Promise<NewReply>>
  /** How many single values are listed per period: the contract's limit, except in tests. */
  listedValues: number
}

/**
 * The reply to a selection, from the cache if its figures have not changed. Replies to members of strict projects are not cached, because
 * a recalculation would tell them that someone has changed figures. The data's version is read
 * before the figures, so that a change during the calculation only makes the cached reply outdated, never
 * wrong. A large reply is half a megabyte of JSON, so it is serialised once, for the caller, the cache and
 * the digest, and compressed once for all later callers.
 */
export async function chartDataOf(
  database: Database,
  { memoryCache, calculating, listedValues }: ChartServices,
  selection: ChartSelection,
  now: Date
): Promise<SerializedJson | CompressedJson> {
  const { programmeId: programme_id, chart, dataVersion, request, reader } = selection
  if (reader.kind === 'restricted')
    return new SerializedJson(
      Buffer.from(JSON.stringify(await uncachedChartData(database, selection, now, listedValues)))
    )
  const stages = stagesOf(selection, now)
  const key = {
    programme_id,
    chart_id: chart.chart_id,
    selection_hash: hashOfSelection(selection, stages, listedValues)
  }
  const readKept = () => readChartCache(database, memoryCache, key, dataVersion)
  const kept = request.ignore_cache ? null : await readKept()
  if (kept !== null) return new CompressedJson(kept)
  const reply = async (): Promise<NewReply> => {
    const said = Buffer.from(JSON.stringify(await calculate(database, selection, stages, listedValues)))
    const digest = hashText(said)
    const written = (is_cached: boolean) =>
      joinReply(said, { calculated_at: now.toISOString(), is_cached, digest })
    // A stored reply is sent without being looked at again.
    requireReplyWithin(getChartData, said.byteLength)
    const brotli = await compressForCache(written(true))
    await writeChartCache(database, memoryCache, key, dataVersion, now, brotli)
    return { first: new SerializedJson(written(false)), cached: new CompressedJson(brotli) }
  }
  if (request.ignore_cache) return (await reply()).first
  // Those who ask at the same time wait for one calculation. It may have ended between a reader's look into the cache and now.
  const replyOnce = async (): Promise<NewReply> => {
    const stored = await readKept()
    if (stored === null) return reply()
    const cached = new CompressedJson(stored)
    return { first: cached, cached }
  }
  const { result, isShared } = await coalesce(
    calculating,
    [programme_id, key.chart_id, key.selection_hash, dataVersion].join('/'),
    replyOnce
  )
  return isShared ? result.cached : result.first
}

/** The reply if none is cached. */
export async function uncachedChartData(
  database: Database,
  selection: ChartSelection,
  now: Date,
  listedValues: number,
  inAll = MAX_REPLY_VALUES
): Promise<ChartData> {
  const said = await calculate(database, selection, stagesOf(selection, now), listedValues, inAll)
  return {
    ...said,
    calculated_at: now.toISOString(),
    is_cached: false,
    digest: hashText(JSON.stringify(said))
  }
}

type CacheMetadata = Pick<ChartData, 'calculated_at' | 'is_cached' | 'digest'>

/** Joins a serialised object and the part that follows it. */
const joinReply = (said: Buffer, circumstances: CacheMetadata): Buffer<ArrayBuffer> =>
  Buffer.concat([said.subarray(0, -1), Buffer.from(`,${JSON.stringify(circumstances).slice(1)}`)])

async function calculate(
  database: Database,
  selection: ChartSelection,
  stages: readonly Stage[],
  listedValues: number,
  inAll = MAX_REPLY_VALUES
): Promise<Omit<ChartData, keyof CacheMetadata>> {
  const { series: known, chart, project, request, timePeriods, outputType, reader } = selection
  requireKnownSeries(new Set(known.map(plan => plan.seriesId)), request.series_option_ids)
  const plans =
    request.series_option_ids.length === 0
      ? known.slice(0, 1)
      : known.filter(plan => request.series_option_ids.includes(plan.seriesId))
  const places = placesIn(inAll, listedValues, plans.length * timePeriods.length)
  const compared =
    reader.kind === 'open'
      ? await openComparison(database, selection, reader, plans, places)
      : await restrictedComparison(database, selection, reader, plans)
  const submissionCounts = await countSubmissions(database, selection, stages)
  return {
    chart: {
      chart_id: chart.chart_id,
      chart_name: chart.chart_name,
      collection_id: chart.collection_id,
      unit: chart.unit,
      decimal_places: chart.decimal_places,
      direction: chart.direction,
      statistic: chart.statistic,
      target_value: chart.target_value,
      axis_min: chart.axis_min,
      axis_max: chart.axis_max,
      numerator_text: chart.numerator_text,
      denominator_text: chart.denominator_text
    },
    output_type: outputType,
    time_periods: timePeriods,
    provisional_periods: stages.map(stage => ({
      ...stage,
      value_count: compared.valueCountIn(stage.time_period_id),
      submission_count: submissionCounts.get(stage.time_period_id) ?? 0
    })),
    editions: shownEditions(selection),
    applied_filters: request.filters.filter(filter => filter.option_list.length > 0),
    ...compared.parts,
    suppression: {
      minimum_count: project.minimum_count,
      rule_text: reader.sentence,
      visibility: project.visibility,
      is_restricted: reader.kind === 'restricted',
      lists_others: compared.listsOthers
    },
    quartile_method: 'linear'
  }
}

type Stage = Omit<ChartData['provisional_periods'][number], 'value_count' | 'submission_count'>

/**
 * The periods that are not published, and until when. Nothing else in a reply depends on the current
 * time.
 */
const stagesOf = ({ periodDates, sources }: ChartSelection, now: Date): Stage[] =>
  periodDates
    .filter(dates =>
      sources.some(source => source.timePeriodId === dates.time_period_id && source.edition === null)
    )
    .map(dates => ({
      time_period_id: dates.time_period_id,
      project_status: projectStatus(dates, now),
      collection_closes_at: dates.collection_closes_at?.toISOString() ?? null,
      published_at: dates.published_at?.toISOString() ?? null
    }))

const shownEditions = ({ timePeriods, sources }: ChartSelection): ChartData['editions'] =>
  timePeriods.flatMap(({ time_period_id }) => {
    const source = sources.find(one => one.timePeriodId === time_period_id)
    if (!source?.edition) return []
    const { edition_number, published_at } = source.edition
    return [
      {
        time_period_id,
        edition_number,
        published_at: new Date(published_at).toISOString(),
        is_shown: source.others === 'edition'
      }
    ]
  })

/** How many submissions take part in the periods, as the project's home shows it to the reader. */
async function countSubmissions(
  database: Database,
  { programmeId, project, reader }: ChartSelection,
  stages: readonly Stage[]
): Promise<ReadonlyMap<number, number>> {
  if (stages.length === 0) return new Map()
  const rows = await database
    .selectFrom('submissions as s')
    .select(({ fn }) => ['time_period_id', fn.countAll<number>().as('count')])
    .where(eb => eb.and({ programme_id: programmeId, project_id: project.project_id }))
    .where(
      'time_period_id',
      'in',
      stages.map(stage => stage.time_period_id)
    )
    .where(countsFor(programmeId, reader.organisationId))
    .groupBy('time_period_id')
    .execute()
  const shown = (count: number): number =>
    reader.kind === 'open' ? count : liveCount(count, reader.minimumCount)
  return new Map(rows.map(row => [row.time_period_id, shown(row.count)]))
}

/** Everything except the figures that decides the reply. */
function hashOfSelection(selection: ChartSelection, stages: readonly Stage[], places: number): string {
  const { chart, own, organisationId, reader, outputType, timePeriods, peerGroups, request, project } =
    selection
  const { filters, averages, series_option_ids, other_submission_ids, time_period_id } = request
  const decisive = [
    // A server of another version may have stored replies with other fields, or compressed otherwise.
    Object.keys(ChartValue.entries),
    VALUE_NOTES,
    'brotli',
    chart,
    own?.submission_id ?? 0,
    organisationId,
    reader,
    project.minimum_count,
    outputType.id,
    timePeriods,
    stages,
    selection.sources,
    time_period_id,
    peerGroups,
    { filters, averages, series_option_ids, other_submission_ids },
    places
  ]
  return hashText(JSON.stringify(decisive))
}

const hashText = (text: string | Buffer): string => hash('sha256', text, 'base64url')
