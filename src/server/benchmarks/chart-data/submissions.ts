// The submissions of a chart. They are read as columns of numbers: as rows, a hundred thousand take ten
// times as long.

import { sql, type RawBuilder } from 'kysely'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { Database } from '#server/database/schema.ts'
import { livePeriods, type AnswerSource } from './answer-source.ts'
import type { ChartSelection } from './selection.ts'

export interface ComparedSubmission {
  submission_id: number
  organisation_id: number
  time_period_id: number
  lineage_id: number
  /** Whether it matches the filters. */
  is_filtered: boolean
  peer_group_ids: readonly number[]
}

export const isSelectedSubmission = ({ own }: ChartSelection, submission: ComparedSubmission): boolean =>
  own !== null && submission.lineage_id === own.lineage_id
export const isOwn = (selection: ChartSelection, submission: ComparedSubmission): boolean =>
  submission.organisation_id === selection.organisationId

interface SubmissionColumns {
  submission_ids: number[] | null
  organisation_ids: number[]
  time_period_ids: number[]
  lineage_ids: number[]
  /** Those that match the filters; null without filters. */
  filtered_ids: number[] | null
}

/** The submissions of the selected periods, and the own unit's in the periods before, by id. */
export async function comparedSubmissions(
  database: Database,
  selection: ChartSelection,
  source: AnswerSource
): Promise<ComparedSubmission[]> {
  const { programmeId, peerGroups, request } = selection
  const groups = peerGroups.map(group => group.peer_group_id)
  const isMember = (group: number): RawBuilder<unknown> => sql`exists (
    select 1 from peer_group_memberships m where m.programme_id = ${programmeId} and m.peer_group_id = ${group} and m.lineage_id = s.lineage_id)`
  const active = request.filters.filter(filter => filter.option_list.length > 0)
  const columns = (carries: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`${passesFilters(programmeId, active, carries)} as is_filtered
        ${groupColumns(groups, (group, name) => sql`${isMember(group)} as ${name}`)}`
  const { rows } = await sql<SubmissionColumns & Record<string, number[] | null>>`
    select json_agg(t.submission_id) as submission_ids, json_agg(t.organisation_id) as organisation_ids,
      json_agg(t.time_period_id) as time_period_ids, json_agg(t.lineage_id) as lineage_ids,
      ${active.length === 0 ? sql`null` : sql`coalesce(json_agg(t.submission_id) filter (where t.is_filtered), '[]')`} as filtered_ids
      ${groupColumns(groups, (_, name) => sql`json_agg(t.submission_id) filter (where t.${name}) as ${name}`)}
    from (
      select s.submission_id, s.organisation_id, s.time_period_id, s.lineage_id, ${columns(carriedNow(programmeId))}
      from submissions s
      where s.programme_id = ${programmeId} and s.project_id = ${source.projectId} and (${liveWanted(selection, source)})
      union all
      select s.submission_id, s.organisation_id, e.time_period_id, s.lineage_id, ${columns(carriedThen)}
      from edition_submissions s
      join editions e on e.programme_id = s.programme_id and e.edition_id = s.edition_id
      where s.programme_id = ${programmeId} and e.programme_id = ${programmeId} and (${publishedWanted(selection, source)})
      order by 1
    ) t`.execute(database)
  const [found] = rows
  return found ? submissionsIn(found, groups) : []
}

/** Whether submission `s` carries option `o`: now, or when it was published. */
const carriedNow = (programmeId: number): RawBuilder<unknown> => sql`exists (
  select 1 from submission_filter_options so
  where so.programme_id = ${programmeId} and so.submission_id = s.submission_id and so.filter_option_id = o.filter_option_id)`
const carriedThen = sql`o.filter_option_id = any(s.filter_option_ids)`

const isSelectedPeriod = ({ timePeriods }: ChartSelection, timePeriodId: number): boolean =>
  timePeriods.some(period => period.time_period_id === timePeriodId)

/** Everyone in the selected periods; in those before only the own unit. */
function liveWanted(selection: ChartSelection, source: AnswerSource): RawBuilder<boolean> {
  const { live } = source
  const isSelectedOne = ({ timePeriodId }: AnswerSource['live'][number]): boolean =>
    isSelectedPeriod(selection, timePeriodId)
  const earlier = live.filter(one => !isSelectedOne(one))
  return sql<boolean>`${livePeriods(source, live.filter(isSelectedOne))}
    or (s.lineage_id = ${selection.own?.lineage_id ?? 0} and ${livePeriods(source, earlier)})`
}

function publishedWanted(selection: ChartSelection, { editionIds }: AnswerSource): RawBuilder<boolean> {
  const ids = (isEarlier: boolean): number[] =>
    selection.sources.flatMap(({ edition, timePeriodId }) =>
      edition !== null &&
      editionIds.includes(edition.edition_id) &&
      isSelectedPeriod(selection, timePeriodId) !== isEarlier
        ? [edition.edition_id]
        : []
    )
  // No edition has the id 0, and an empty list is invalid SQL.
  return sql<boolean>`s.edition_id in (${sql.join([0, ...ids(false)])})
    or (s.lineage_id = ${selection.own?.lineage_id ?? 0} and s.edition_id in (${sql.join([0, ...ids(true)])}))`
}

const groupColumnName = (index: number): string => `in_group_${index}`

/** Columns for the peer groups, each with a leading comma. */
const groupColumns = (
  groups: readonly number[],
  column: (group: number, name: RawBuilder<unknown>) => RawBuilder<unknown>
): RawBuilder<unknown> =>
  groups.length === 0
    ? sql``
    : sql.join(
        groups.map((group, index) => sql`, ${column(group, sql.ref(groupColumnName(index)))}`),
        sql` `
      )

function submissionsIn(
  columns: SubmissionColumns & Record<string, number[] | null>,
  groups: readonly number[]
): ComparedSubmission[] {
  const filtered = columns.filtered_ids && new Set(columns.filtered_ids)
  const groupsOf = new Map<number, number[]>()
  for (const [index, group] of groups.entries()) {
    for (const id of columns[groupColumnName(index)] ?? []) {
      const known = groupsOf.get(id)
      if (known) known.push(group)
      else groupsOf.set(id, [group])
    }
  }
  return (columns.submission_ids ?? []).map((submission_id, index) => ({
    submission_id,
    organisation_id: columns.organisation_ids[index]!,
    time_period_id: columns.time_period_ids[index]!,
    lineage_id: columns.lineage_ids[index]!,
    is_filtered: filtered?.has(submission_id) ?? true,
    peer_group_ids: groupsOf.get(submission_id) ?? NO_GROUPS
  }))
}

const NO_GROUPS: readonly number[] = []

/** Every filter must match, each by any of its chosen options. `carries` says whether submission `s` carries option `o`. */
function passesFilters(
  programmeId: number,
  active: readonly ActiveFilter[],
  carries: RawBuilder<unknown>
): RawBuilder<boolean> {
  if (active.length === 0) return sql<boolean>`true`
  return sql<boolean>`(${sql.join(
    active.map(
      filter => sql`exists (
        select 1 from filter_options o
        where o.programme_id = ${programmeId} and o.filter_id = ${filter.filter_id}
          and o.option_name in (${sql.join(filter.option_list.map(option => option.option_name))}) and ${carries})`
    ),
    sql` and `
  )})`
}

export interface SubmissionNames {
  submission_name: string
  submission_code: string
  organisation_name: string
}

export async function submissionNames(
  database: Database,
  programmeId: number,
  submissionIds: readonly number[]
): Promise<ReadonlyMap<number, SubmissionNames>> {
  const { rows } = await sql<{
    ids: number[] | null
    names: string[]
    codes: string[]
    organisations: string[]
  }>`
    select json_agg(s.submission_id) as ids, json_agg(s.submission_name) as names, json_agg(s.submission_code) as codes,
      json_agg(o.organisation_name) as organisations
    from submissions s join organisations o on o.programme_id = s.programme_id and o.organisation_id = s.organisation_id
    where s.programme_id = ${programmeId} and s.submission_id = any(${[...submissionIds]}::bigint[])`.execute(
    database
  )
  const [columns] = rows
  return new Map(
    (columns?.ids ?? []).map((id, index) => [
      id,
      {
        submission_name: columns!.names[index]!,
        submission_code: columns!.codes[index]!,
        organisation_name: columns!.organisations[index]!
      }
    ])
  )
}
