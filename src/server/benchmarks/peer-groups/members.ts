// Members of a peer group. They are stored by lineage, so that a group is stable over the years, and returned as submissions.

import { sql } from 'kysely'
import type { InferOutput } from 'valibot'
import { MAX_GROUP_MEMBERS } from '#contract/limits.ts'
import type { PeerGroupMembership as Shape } from '#contract/peer-groups.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import { invariant } from '#lib/invariant.ts'
import { requireProject } from '#server/auth/ownership.ts'
import { seesOthers } from '#server/auth/reader.ts'
import { bumpDataVersions } from '#server/database/data-version.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { OwnedGroup } from './ownership.ts'

type ReadMembership = InferOutput<typeof Shape>

interface Membership {
  peer_group_id: number
  lineage_id: number
}

/** More lineages than any database will hold; ids up to it leave room for 134 million groups. */
const LINEAGE_RANGE = 2 ** 26

/**
 * The id of a membership, derived from group and lineage, which its reader knows: sequential numbers would
 * reveal the number of hidden members between two that are shown.
 */
export function membershipId({ peer_group_id, lineage_id }: Membership): number {
  invariant(lineage_id < LINEAGE_RANGE, 'Lineage ids fit into membership ids')
  return peer_group_id * LINEAGE_RANGE + lineage_id
}

const membershipOf = (id: number): Membership => ({
  peer_group_id: Math.floor(id / LINEAGE_RANGE),
  lineage_id: id % LINEAGE_RANGE
})

/** The members of existing groups, by group. Ids of members whom the caller may not identify are unknown. */
export async function membersByGroup(
  database: Database,
  caller: CallingUser,
  ids: readonly number[]
): Promise<ReadonlyMap<number, readonly number[]>> {
  const named = Map.groupBy(ids.map(membershipOf), membership => membership.peer_group_id)
  const groups = await database
    .selectFrom('peer_groups')
    .select(['peer_group_id', 'project_id'])
    .where('programme_id', '=', caller.programmeId)
    .where('peer_group_id', 'in', [...named.keys()])
    .execute()
  if (groups.length < named.size) throw notFound('peer group')
  const visible = await Promise.all(groups.map(group => visibleMembers(database, caller, group)))
  const known = new Set(visible.flat().map(member => member.peer_group_membership_id))
  if (ids.some(id => !known.has(id))) throw notFound('peer group')
  return new Map(
    [...named].map(([group, memberships]) => [group, memberships.map(({ lineage_id }) => lineage_id)])
  )
}

/** The submission that represents a member: the one of a period, one of those named, otherwise the newest. */
interface MemberSubmission {
  timePeriodId?: number
  submissionIds?: readonly number[]
}

/** The members that the caller may identify: all of them, or those of the own organisation. */
export async function visibleMembers(
  database: Database,
  caller: CallingUser,
  group: Pick<OwnedGroup, 'peer_group_id' | 'project_id'>,
  { timePeriodId, submissionIds }: MemberSubmission = {}
): Promise<ReadMembership[]> {
  const { programmeId } = caller
  const project = await requireProject(database, programmeId, group.project_id)
  const result = await sql<Omit<ReadMembership, 'peer_group_membership_id'> & { lineage_id: number }>`
    select distinct on (m.lineage_id) m.lineage_id, m.peer_group_id,
      s.submission_id, s.submission_name, o.organisation_name
    from peer_group_memberships m
    join submissions s on s.programme_id = m.programme_id and s.lineage_id = m.lineage_id and s.project_id = ${group.project_id}
    join organisations o on o.programme_id = s.programme_id and o.organisation_id = s.organisation_id
    join time_periods t on t.programme_id = s.programme_id and t.time_period_id = s.time_period_id
    where m.programme_id = ${programmeId} and m.peer_group_id = ${group.peer_group_id}
      ${timePeriodId === undefined ? sql`` : sql`and s.time_period_id = ${timePeriodId}`}
      ${submissionIds === undefined ? sql`` : sql`and s.submission_id in (${sql.join(submissionIds)})`}
      ${seesOthers(caller, project.visibility) ? sql`` : sql`and s.organisation_id = ${caller.organisationId ?? 0}`}
    order by m.lineage_id, t.starts_at desc, s.submission_id
    limit ${MAX_GROUP_MEMBERS}`.execute(database)
  return result.rows.map(({ lineage_id, ...member }) => ({
    ...member,
    peer_group_membership_id: membershipId({ peer_group_id: member.peer_group_id, lineage_id })
  }))
}

/**
 * Adds submissions of the group's project; existing members stay. `field` names the field in errors.
 * Submissions that the caller may not identify are treated as unknown.
 */
export async function addMembers(
  tx: Tx,
  caller: CallingUser,
  group: OwnedGroup,
  submissionIds: readonly number[],
  field: string
): Promise<void> {
  const { programmeId } = caller
  const ids = [...new Set(submissionIds)]
  const { visibility } = await requireProject(tx, programmeId, group.project_id)
  const submissions = await tx
    .selectFrom('submissions')
    .select(['submission_id', 'project_id', 'lineage_id'])
    .where('programme_id', '=', programmeId)
    .where('submission_id', 'in', ids)
    .$if(!seesOthers(caller, visibility), rows =>
      rows.where('organisation_id', '=', caller.organisationId ?? 0)
    )
    .execute()
  if (submissions.length < ids.length) throw notFound('submission')
  const stranger = submissions.find(submission => submission.project_id !== group.project_id)
  if (stranger) throw invalid(field, `submission ${stranger.submission_id} is of another project`)
  const lineages = submissions.map(submission => submission.lineage_id)
  await storeMembers(tx, programmeId, group, lineages, field)
  await dropDefinition(tx, programmeId, group)
}

/** Adds members by lineage; those already in the group stay. */
export async function storeMembers(
  tx: Tx,
  programmeId: number,
  group: Pick<OwnedGroup, 'peer_group_id' | 'project_id'>,
  lineageIds: readonly number[],
  field: string
): Promise<void> {
  const lineages = [...new Set(lineageIds)]
  if (lineages.length > 0)
    await tx
      .insertInto('peer_group_memberships')
      .values(
        lineages.map(lineage_id => ({
          programme_id: programmeId,
          peer_group_id: group.peer_group_id,
          lineage_id
        }))
      )
      .onConflict(conflict => conflict.columns(['programme_id', 'peer_group_id', 'lineage_id']).doNothing())
      .execute()
  const { count } = await tx
    .selectFrom('peer_group_memberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(eb => eb.and({ programme_id: programmeId, peer_group_id: group.peer_group_id }))
    .executeTakeFirstOrThrow()
  if (count > MAX_GROUP_MEMBERS) throw invalid(field, `a peer group has at most ${MAX_GROUP_MEMBERS} members`)
  await bumpMemberVersions(tx, programmeId, [group])
}

/** The description that the screen gave to a group made by rules or by similarity. */
function isOfRules({ definition, description }: OwnedGroup): boolean {
  if (definition?.kind === 'rules') return description === filterSummary(definition.filters)
  return definition?.kind === 'similar' && description.startsWith(`The ${definition.size} `)
}

/** Drops the rules of a group whose members were changed by hand, and the description that only repeats them. */
export const dropDefinition = async (tx: Tx, programmeId: number, group: OwnedGroup): Promise<void> =>
  void (await tx
    .updateTable('peer_groups')
    .set({ member_rule: null, ...(isOfRules(group) && { description: '' }) })
    .where(eb => eb.and({ programme_id: programmeId, peer_group_id: group.peer_group_id }))
    .execute())

/** Invalidates averages of the groups' previous members, and drops a file's rule, because the members no longer follow from it. */
export async function bumpMemberVersions(
  tx: Tx,
  programmeId: number,
  groups: readonly Pick<OwnedGroup, 'peer_group_id' | 'project_id'>[]
): Promise<void> {
  await tx
    .updateTable('peer_groups')
    .set({ member_rule: null })
    .where('programme_id', '=', programmeId)
    .where(
      'peer_group_id',
      'in',
      groups.map(({ peer_group_id }) => peer_group_id)
    )
    .where(sql`member_rule ->> 'kind'`, '=', 'file')
    .execute()
  await bumpDataVersions(
    tx,
    programmeId,
    groups.map(({ project_id }) => project_id)
  )
}
