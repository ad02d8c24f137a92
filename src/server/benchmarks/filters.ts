import { sql } from 'kysely'
import { disclosableCounts, type CountedOption } from '#domain/disclosure/disclosure.ts'
import { organisationOf, requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { readerOf, type DisclosureReader } from '#server/auth/reader.ts'
import { countsFor, hasNotWithdrawn } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { RouteOf } from '#server/http/route.ts'
import { storedEditions } from './editions/store.ts'
import { peerGroupsFor } from './peer-groups/choice.ts'

interface FilterSelection {
  project_id: number
  time_period_id: number
}

export const listFilterOptions: RouteOf<'listFilterOptions'> = async ({ query }, { database, caller }) => {
  const project = await requireProject(database, caller.programmeId, query.project_id)
  await requireTimePeriod(database, caller.programmeId, query.time_period_id)
  const organisationId = organisationOf(caller, query.organisation_id)
  const reader = readerOf(caller, project)
  return {
    filters: await readFilters(database, caller.programmeId, query, reader),
    organisation_submissions: await submissionsByOrganisation(
      database,
      caller.programmeId,
      query,
      organisationId,
      reader.kind === 'restricted'
    ),
    peer_groups: await peerGroupsFor(database, caller, query, organisationId, project)
  }
}

/** The options of each filter of a programme, in their order. */
export async function optionsByFilter(database: Database, programmeId: number) {
  const options = await database
    .selectFrom('filters as f')
    .innerJoin('filter_options as o', join => inProgramme(join, 'o', 'f', 'filter_id'))
    .select(['f.filter_id', 'f.filter_name', 'o.filter_option_id', 'o.option_name'])
    .where('f.programme_id', '=', programmeId)
    .orderBy('f.display_order')
    .orderBy('f.filter_id')
    .orderBy('o.display_order')
    .orderBy('o.filter_option_id')
    .execute()
  return [...Map.groupBy(options, ({ filter_id }) => filter_id).values()]
}

/** Options with the number of submissions that carry them. Members of strict projects get the numbers of the newest edition, none before it. */
async function readFilters(
  database: Database,
  programmeId: number,
  selection: FilterSelection,
  reader: DisclosureReader
) {
  const filters = await optionsByFilter(database, programmeId)
  const counts = await countsByOption(database, programmeId, selection, reader)
  return filters.map(group => {
    const counted = group.flatMap(option => counts?.get(option.filter_option_id) ?? [])
    const told = reader.kind === 'open' ? new Set(counted) : disclosableCounts(counted, reader.minimumCount)
    return {
      filter_id: group[0]!.filter_id,
      filter_name: group[0]!.filter_name,
      option_list: group.map(({ option_name, filter_option_id }) => {
        const count = counts?.get(filter_option_id)
        return { option_name, ...(count && told.has(count) && { submission_count: count.count }) }
      })
    }
  })
}

/** Null before the first edition of a strict project. */
async function countsByOption(
  database: Database,
  programmeId: number,
  { project_id, time_period_id }: FilterSelection,
  reader: DisclosureReader
): Promise<ReadonlyMap<number, CountedOption> | null> {
  const scope = { programmeId, projectId: project_id, timePeriodId: time_period_id }
  const newest = reader.kind === 'open' ? null : (await storedEditions(database, scope)).at(-1)
  if (newest === undefined) return null
  const carriers = newest
    ? sql`select unnest(filter_option_ids) as filter_option_id, organisation_id from edition_submissions
        where programme_id = ${programmeId} and edition_id = ${newest.edition_id}`
    : sql`select so.filter_option_id, s.organisation_id
        from submission_filter_options so
        join submissions s on s.programme_id = so.programme_id and s.submission_id = so.submission_id
        where so.programme_id = ${programmeId} and s.project_id = ${project_id} and s.time_period_id = ${time_period_id}
          and ${hasNotWithdrawn(programmeId)}`
  const { rows } = await sql<CountedOption & { filter_option_id: number }>`
    select o.filter_option_id, count(c.organisation_id) as "count",
      count(distinct c.organisation_id) filter (where c.organisation_id <> ${reader.organisationId ?? 0}) as "otherOrganisations"
    from filter_options o left join (${carriers}) c on c.filter_option_id = o.filter_option_id
    where o.programme_id = ${programmeId}
    group by o.filter_option_id`.execute(database)
  return new Map(rows.map(({ filter_option_id, ...count }) => [filter_option_id, count]))
}

/** The own organisation first, so that its first submission is easy to find. */
async function submissionsByOrganisation(
  database: Database,
  programmeId: number,
  selection: FilterSelection,
  organisationId: number | null,
  isRestricted: boolean
) {
  const rows = await database
    .selectFrom('submissions as s')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .select(['o.organisation_id', 'o.organisation_name', 'o.tier', 's.submission_id', 's.submission_name'])
    .where('s.programme_id', '=', programmeId)
    .where('s.project_id', '=', selection.project_id)
    .where('s.time_period_id', '=', selection.time_period_id)
    .where(countsFor(programmeId, organisationId))
    .$if(isRestricted, query => query.where('s.organisation_id', '=', organisationId ?? 0))
    .orderBy(({ eb }) => eb('s.organisation_id', '!=', organisationId ?? 0))
    .orderBy('o.organisation_name')
    .orderBy('o.organisation_id')
    .orderBy('s.submission_id')
    .execute()
  return [...Map.groupBy(rows, row => row.organisation_id).values()].map(group => ({
    id: group[0]!.organisation_id,
    organisation_name: group[0]!.organisation_name,
    tier: group[0]!.tier,
    submission_list: group.map(row => ({ id: row.submission_id, name: row.submission_name }))
  }))
}
