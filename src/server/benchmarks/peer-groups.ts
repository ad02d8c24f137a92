import type { PeerGroup } from '#contract/filters.ts'
import { contentLimits } from '#contract/list-limits.ts'
import { foldedText } from '#lib/text/text-characters.ts'
import { requireProject, requireSubmission, requireTimePeriod } from '#server/auth/ownership.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, requireRow, invalid, notFound, requireRoom } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { peerGroupsFor } from './peer-groups/choice.ts'
import { fillGroup, refill, rulesOf } from './peer-groups/fill.ts'
import {
  addMembers,
  bumpMemberVersions,
  dropDefinition,
  membersByGroup,
  visibleMembers
} from './peer-groups/members.ts'
import {
  lockOwnGroup,
  lockOwnGroups,
  ownerFor,
  requireGroup,
  requireOwnGroup,
  type OwnedGroup
} from './peer-groups/ownership.ts'
import { previewOf } from './peer-groups/preview.ts'

export const createPeerGroup: RouteOf<'createPeerGroup'> = inTransaction(
  async (tx, { body }, { caller, now }) => {
    const { programmeId } = caller
    await lockRow(tx, 'projects', programmeId, body.project_id)
    await requireTimePeriod(tx, programmeId, body.time_period_id)
    const owner = ownerFor(caller, body.is_shared, body.organisation_id ?? null)
    // The named one is looked up even if the group will be the caller's own: an unknown organisation is
    // always an error.
    const organisationId = body.organisation_id ?? owner.organisation_id
    if (organisationId !== null) await requireGroupOrganisation(tx, programmeId, organisationId)
    const { peer_group_name, description, project_id } = body
    await requireGroupRoom(tx, programmeId, {
      ...owner,
      peer_group_id: 0,
      peer_group_name,
      description,
      project_id
    })
    const { peer_group_id } = await tx
      .insertInto('peer_groups')
      .values({
        programme_id: programmeId,
        peer_group_name,
        description,
        project_id,
        ...owner,
        created_at: now,
        member_rule: rulesOf(body.definition)
      })
      .returning('peer_group_id')
      .executeTakeFirstOrThrow()
    if (body.definition)
      await fillGroup(tx, caller, { ...body, now }, { ...owner, peer_group_id }, body.definition)
    return describeGroup(tx, caller, { ...owner, peer_group_id, project_id }, body.time_period_id)
  }
)

/** A preview before saving; nothing is stored. */
export const previewPeerGroup: RouteOf<'previewPeerGroup'> = async ({ body }, { database, caller, now }) => {
  const project = await requireProject(database, caller.programmeId, body.project_id)
  await requireTimePeriod(database, caller.programmeId, body.time_period_id)
  if (body.submission_id > 0) await requireSubmission(database, caller, body.submission_id)
  if (body.peer_group_id) await requireOwnGroup(database, caller, body.peer_group_id)
  return previewOf(database, caller, project, {
    ...body,
    now,
    peer_group_id: body.peer_group_id ?? null
  })
}

async function requireGroupOrganisation(tx: Tx, programmeId: number, organisationId: number): Promise<void> {
  await requireRow(
    tx.selectFrom('organisations').select('organisation_id'),
    { programme_id: programmeId, organisation_id: organisationId },
    'organisation'
  )
}

/** Names are unique per owner, because people choose by name. */
async function requireGroupRoom(
  tx: Tx,
  programmeId: number,
  group: Omit<OwnedGroup, 'definition'>
): Promise<void> {
  const others = await tx
    .selectFrom('peer_groups')
    .select(['peer_group_id', 'peer_group_name'])
    .where('programme_id', '=', programmeId)
    .where('project_id', '=', group.project_id)
    .where('owner_type', '=', group.owner_type)
    .$if(group.owner_type === 'organisation', query =>
      query.where('organisation_id', '=', group.organisation_id)
    )
    .$if(group.owner_type === 'user', query => query.where('user_id', '=', group.user_id))
    .where('peer_group_id', '!=', group.peer_group_id)
    .limit(contentLimits.peer_groups.most)
    .execute()
  requireRoom('project_id', contentLimits.peer_groups, others.length + 1)
  const name = foldedText(group.peer_group_name)
  if (others.some(other => foldedText(other.peer_group_name) === name))
    throw invalid('peer_group_name', 'is the name of another group')
}

/** The group as a choice in a period. */
async function describeGroup(
  database: Database,
  caller: CallingUser,
  group: Pick<OwnedGroup, 'peer_group_id' | 'project_id' | 'organisation_id'>,
  timePeriodId: number
): Promise<PeerGroup> {
  const project = await requireProject(database, caller.programmeId, group.project_id)
  const selection = { project_id: group.project_id, time_period_id: timePeriodId }
  const groups = await peerGroupsFor(database, caller, selection, group.organisation_id, project)
  return requireFound(
    groups.find(candidate => candidate.peer_group_id === group.peer_group_id),
    'peer group'
  )
}

export const updatePeerGroup: RouteOf<'updatePeerGroup'> = inTransaction(
  async (tx, { params, body }, { caller, now }) => {
    const { programmeId } = caller
    const { project_id } = await requireOwnGroup(tx, caller, params.id)
    await lockRow(tx, 'projects', programmeId, project_id)
    const group = await lockOwnGroup(tx, caller, params.id)
    const isShared = group.owner_type !== 'user'
    const owner =
      body.is_shared === undefined || body.is_shared === isShared
        ? group
        : ownerFor(caller, body.is_shared, null)
    const changed = { ...group, ...owner, peer_group_name: body.peer_group_name ?? group.peer_group_name }
    await requireGroupRoom(tx, programmeId, changed)
    await tx
      .updateTable('peer_groups')
      .set({
        peer_group_name: changed.peer_group_name,
        description: body.description ?? group.description,
        owner_type: owner.owner_type,
        organisation_id: owner.organisation_id,
        user_id: owner.user_id
      })
      .where(eb => eb.and({ programme_id: programmeId, peer_group_id: params.id }))
      .execute()
    const { refill_time_period_id } = body
    if (refill_time_period_id !== undefined) await refill(tx, caller, group, refill_time_period_id, now)
    const period = refill_time_period_id ?? (await newestSubmittedPeriod(tx, caller, group.project_id))
    return describeGroup(tx, caller, changed, period)
  }
)

/** The newest period for which the caller’s organisation, or for others any, has submissions to the project; otherwise the newest of all. */
async function newestSubmittedPeriod(
  database: Database,
  { programmeId, organisationId }: CallingUser,
  projectId: number
): Promise<number> {
  const row = await database
    .selectFrom('time_periods as t')
    .leftJoin('submissions as s', join =>
      inProgramme(join, 's', 't', 'time_period_id')
        .on('s.project_id', '=', projectId)
        .on(eb => eb.or([eb.val(organisationId === null), eb('s.organisation_id', '=', organisationId ?? 0)]))
    )
    .select('t.time_period_id')
    .where('t.programme_id', '=', programmeId)
    .orderBy(({ eb }) => eb('s.submission_id', 'is', null))
    .orderBy('t.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return requireFound(row, 'time period').time_period_id
}

/** All or nothing. */
export const deletePeerGroups: RouteOf<'deletePeerGroups'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const ids = [...new Set(body.peer_group_ids)]
    await lockOwnGroups(tx, caller, ids, { forRemoval: true })
    for (const table of ['peer_group_memberships', 'peer_groups'] as const) {
      await tx
        .deleteFrom(table)
        .where('programme_id', '=', caller.programmeId)
        .where('peer_group_id', 'in', ids)
        .execute()
    }
    return { peer_group_ids: ids }
  }
)

export const listPeerGroupMemberships: RouteOf<'listPeerGroupMemberships'> = async (
  { query },
  { database, caller }
) => {
  const group = await requireGroup(database, caller, query.peer_group_id)
  if (query.time_period_id === undefined)
    return { peer_group_memberships: await visibleMembers(database, caller, group) }
  await requireTimePeriod(database, caller.programmeId, query.time_period_id)
  return {
    peer_group_memberships: await visibleMembers(database, caller, group, {
      timePeriodId: query.time_period_id
    })
  }
}

export const createPeerGroupMembership: RouteOf<'createPeerGroupMembership'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const group = await lockOwnGroup(tx, caller, body.peer_group_id)
    await addMembers(tx, caller, group, [body.submission_id], 'submission_id')
    const [member] = await visibleMembers(tx, caller, group, { submissionIds: [body.submission_id] })
    return requireFound(member, 'submission')
  }
)

export const createPeerGroupMemberships: RouteOf<'createPeerGroupMemberships'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const group = await lockOwnGroup(tx, caller, body.peer_group_id)
    await addMembers(tx, caller, group, body.submission_ids, 'submission_ids')
    return {
      peer_group_memberships: await visibleMembers(tx, caller, group, { submissionIds: body.submission_ids })
    }
  }
)

/** All or nothing; a submission may be a member of several groups. */
export const deletePeerGroupMemberships: RouteOf<'deletePeerGroupMemberships'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const ids = [...new Set(body.peer_group_membership_ids)]
    const members = await membersByGroup(tx, caller, ids)
    const groups = await lockOwnGroups(tx, caller, [...members.keys()])
    let removed = 0n
    for (const [groupId, lineages] of members) {
      const { numDeletedRows } = await tx
        .deleteFrom('peer_group_memberships')
        .where(eb => eb.and({ programme_id: caller.programmeId, peer_group_id: groupId }))
        .where('lineage_id', 'in', lineages)
        .executeTakeFirst()
      removed += numDeletedRows
    }
    if (removed < BigInt(ids.length)) throw notFound('peer group')
    for (const group of groups) await dropDefinition(tx, caller.programmeId, group)
    await bumpMemberVersions(tx, caller.programmeId, groups)
    return { peer_group_membership_ids: ids }
  }
)
