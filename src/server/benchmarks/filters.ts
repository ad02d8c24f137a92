import { disclosableCounts } from '#domain/disclosure/disclosure.ts'
import { organisationOf, requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { readerOf, type DisclosureReader } from '#server/auth/reader.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { RouteOf } from '#server/http/route.ts'
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

async function readFilters(
  database: Database,
  programmeId: number,
  selection: FilterSelection,
  reader: DisclosureReader
) {
  const ownId = reader.kind === 'restricted' ? (reader.organisationId ?? 0) : 0
  const options = await database
    .selectFrom('filters as f')
    .innerJoin('filter_options as o', join => inProgramme(join, 'o', 'f', 'filter_id'))
    .leftJoin('submission_filter_options as so', join => inProgramme(join, 'so', 'o', 'filter_option_id'))
    .leftJoin('submissions as s', join =>
      inProgramme(join, 's', 'so', 'submission_id')
        .on('s.project_id', '=', selection.project_id)
        .on('s.time_period_id', '=', selection.time_period_id)
    )
    .select(['f.filter_id', 'f.filter_name', 'o.option_name'])
    .select(({ fn }) => fn.count<number>('s.submission_id').as('count'))
    .select(({ fn }) =>
      fn
        .count<number>('s.organisation_id')
        .distinct()
        .filterWhere('s.organisation_id', '!=', ownId)
        .as('otherOrganisations')
    )
    .where('f.programme_id', '=', programmeId)
    .where('o.programme_id', '=', programmeId)
    .groupBy([
      'f.filter_id',
      'f.filter_name',
      'f.display_order',
      'o.filter_option_id',
      'o.option_name',
      'o.display_order'
    ])
    .orderBy('f.display_order')
    .orderBy('f.filter_id')
    .orderBy('o.display_order')
    .execute()
  return [...Map.groupBy(options, option => option.filter_id).values()].map(group => {
    const told = reader.kind === 'open' ? new Set(group) : disclosableCounts(group, reader.minimumCount)
    return {
      filter_id: group[0]!.filter_id,
      filter_name: group[0]!.filter_name,
      option_list: group.map(option => ({
        option_name: option.option_name,
        ...(told.has(option) && { submission_count: option.count })
      }))
    }
  })
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
    .where('o.programme_id', '=', programmeId)
    .where('s.project_id', '=', selection.project_id)
    .where('s.time_period_id', '=', selection.time_period_id)
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
