// The owner of a peer group: the programme (by admins), an organisation (by its leads), or a user.

import type { PeerGroupDefinition } from '#contract/peer-group-definitions.ts'
import { definitionIn } from '#domain/disclosure/member-rule.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import { mayActFor, organisationOf } from '#server/auth/ownership.ts'
import type { Row } from '#server/database/column-types.ts'
import { lockRows } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { forbiddenError, requireFound, requireRow, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'

export type GroupOwner = Pick<Row<'peer_groups'>, 'owner_type' | 'organisation_id' | 'user_id'>

/**
 * The owner of a group that the caller creates or shares. An admin's shared group belongs to the programme
 * unless an organisation is named.
 */
export function ownerFor(caller: CallingUser, isShared: boolean, organisationId: number | null): GroupOwner {
  const named = organisationOf(caller, organisationId ?? 0)
  if (!isShared) return { owner_type: 'user', organisation_id: caller.organisationId, user_id: caller.userId }
  if (isAdminRole(caller.roleTypeId) && organisationId === null)
    return { owner_type: 'programme', organisation_id: null, user_id: null }
  if (!isAtLeast(caller.roleTypeId, ROLE.lead))
    throw forbiddenError('Only a lead can share a peer group with the organisation.')
  return { owner_type: 'organisation', organisation_id: named, user_id: null }
}

const maySee = (caller: CallingUser, group: GroupOwner): boolean => {
  if (group.owner_type === 'programme') return true
  return group.owner_type === 'user'
    ? group.user_id === caller.userId
    : mayActFor(caller, group.organisation_id ?? 0)
}

function rejectChange(caller: CallingUser, group: GroupOwner): void {
  if (group.owner_type === 'user' || isAdminRole(caller.roleTypeId)) return
  if (group.owner_type === 'programme')
    throw forbiddenError('Only programme admins can change the programme’s peer groups.')
  if (!isAtLeast(caller.roleTypeId, ROLE.lead))
    throw forbiddenError('Only a lead can change the organisation’s peer groups.')
}

/** Whether the caller may rename, fill and delete a visible group. */
export const mayChange = (caller: CallingUser, group: GroupOwner): boolean => {
  if (group.owner_type === 'user' || isAdminRole(caller.roleTypeId)) return true
  return group.owner_type === 'organisation' && isAtLeast(caller.roleTypeId, ROLE.lead)
}

const groupFields = [
  'peer_group_id',
  'peer_group_name',
  'description',
  'project_id',
  'owner_type',
  'organisation_id',
  'user_id',
  'member_rule'
] as const

export type OwnedGroup = Pick<Row<'peer_groups'>, 'peer_group_name' | 'description' | 'project_id'> &
  GroupOwner & { peer_group_id: number; definition: PeerGroupDefinition | null }

/** A group that the caller can see; others are a 404. */
export async function requireGroup(
  database: Database,
  caller: CallingUser,
  peerGroupId: number
): Promise<OwnedGroup> {
  const { member_rule, ...stored } = await requireRow(
    database.selectFrom('peer_groups').select(groupFields),
    { programme_id: caller.programmeId, peer_group_id: peerGroupId },
    'peer group'
  )
  const group = { ...stored, definition: definitionIn(member_rule) }
  if (!maySee(caller, group)) throw notFound('peer group')
  return group
}

/** A group that the caller may change: 404 if it is not visible, 403 if the role is too low. */
export async function requireOwnGroup(
  database: Database,
  caller: CallingUser,
  peerGroupId: number
): Promise<OwnedGroup> {
  const group = await requireGroup(database, caller, peerGroupId)
  rejectChange(caller, group)
  return group
}

/** The same, locked until the transaction ends, so that changes of owner, rules and members are serialised. */
export async function lockOwnGroups(
  tx: Tx,
  caller: CallingUser,
  peerGroupIds: readonly number[],
  options?: { forRemoval: true }
): Promise<OwnedGroup[]> {
  await lockRows(tx, 'peer_groups', caller.programmeId, peerGroupIds, options)
  const groups: OwnedGroup[] = []
  for (const id of peerGroupIds) groups.push(await requireOwnGroup(tx, caller, id))
  return groups
}

export async function lockOwnGroup(tx: Tx, caller: CallingUser, peerGroupId: number): Promise<OwnedGroup> {
  const [group] = await lockOwnGroups(tx, caller, [peerGroupId])
  return requireFound(group, 'peer group')
}
