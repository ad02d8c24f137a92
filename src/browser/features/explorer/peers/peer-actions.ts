// The calls of the peer groups dialog. Every action reloads the choices, so that the list shows what the server has.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { reloadAfterWrite } from '#browser/api/reload-after-write.ts'
import { reloadFilterOptions } from '#browser/features/explorer/selection/comparison.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { PeerGroup } from '#contract/filters.ts'
import type { PeerGroupDefinition } from '#contract/peer-group-definitions.ts'
import {
  createPeerGroup,
  createPeerGroupMembership,
  createPeerGroupMemberships,
  deletePeerGroupMemberships,
  deletePeerGroups,
  listPeerGroupMemberships,
  updatePeerGroup
} from '#contract/peer-groups.ts'
import { getProject, type Visibility } from '#contract/projects.ts'
import { mapResult, ok, type Result } from '#lib/result.ts'

const reloadGroupsAfter = <T>(writing: Promise<Result<T>>): Promise<Result<T>> =>
  reloadAfterWrite(writing, reloadFilterOptions)

export interface GroupToCreate extends ProjectPeriod {
  name: string
  description: string
  /** Null for the user's own group, otherwise the organisation, or 0 for the programme. */
  sharedWith: number | null
  definition: PeerGroupDefinition
}

export const createNamedGroup = (group: GroupToCreate): Promise<Result<PeerGroup>> =>
  reloadGroupsAfter(createWithMembers(group))

async function createWithMembers(group: GroupToCreate): Promise<Result<PeerGroup>> {
  const { definition } = group
  const made = await call(createPeerGroup, {
    body: {
      peer_group_name: group.name,
      description: group.description,
      project_id: group.projectId,
      time_period_id: group.timePeriodId,
      is_shared: group.sharedWith !== null,
      ...(group.sharedWith !== null && group.sharedWith > 0 && { organisation_id: group.sharedWith }),
      definition
    }
  })
  // An API that knows no definitions has made an empty group.
  if (!made.ok || made.value.definition !== undefined || definition.kind !== 'members') return made
  const { peer_group_id } = made.value
  const { submission_ids } = definition
  return mapResult(await addMemberships(peer_group_id, submission_ids), () => ({
    ...made.value,
    member_count: submission_ids.length
  }))
}

export type GroupMembership = ReplyOf<typeof listPeerGroupMemberships>['peer_group_memberships'][number]

export const readMembers = async (
  groupId: number,
  timePeriodId: number
): Promise<Result<GroupMembership[]>> =>
  mapResult(
    await call(listPeerGroupMemberships, {
      query: { peer_group_id: groupId, time_period_id: timePeriodId }
    }),
    reply => reply.peer_group_memberships
  )

/** Changes the name and the members. The name first: if another group has it, the server refuses it, and nothing has changed. */
export const changeGroup = (
  group: PeerGroup,
  name: string,
  before: readonly GroupMembership[],
  wantedIds: readonly number[]
): Promise<Result<unknown>> => reloadGroupsAfter(changeMembers(group, name, before, wantedIds))

async function changeMembers(
  { peer_group_id, peer_group_name }: PeerGroup,
  name: string,
  before: readonly GroupMembership[],
  wantedIds: readonly number[]
): Promise<Result<unknown>> {
  if (name !== peer_group_name) {
    const renamed = await call(updatePeerGroup, {
      params: { id: peer_group_id },
      body: { peer_group_name: name }
    })
    if (!renamed.ok) return renamed
  }
  const wanted = new Set(wantedIds)
  const known = new Set(before.map(member => member.submission_id))
  const added = [...wanted].filter(id => !known.has(id))
  const removed = before.filter(member => !wanted.has(member.submission_id))
  const adding = await addMemberships(peer_group_id, added)
  if (!adding.ok || removed.length === 0) return adding
  return call(deletePeerGroupMemberships, {
    body: { peer_group_membership_ids: removed.map(member => member.peer_group_membership_id) }
  })
}

function addMemberships(peer_group_id: number, ids: readonly number[]): Promise<Result<unknown>> {
  const [first] = ids
  if (first === undefined) return Promise.resolve(ok(null))
  return ids.length === 1
    ? call(createPeerGroupMembership, { body: { peer_group_id, submission_id: first } })
    : call(createPeerGroupMemberships, { body: { peer_group_id, submission_ids: [...ids] } })
}

/** Replaces the members with those that currently match the group's rules. */
export const refillGroup = ({ peer_group_id }: PeerGroup, timePeriodId: number): Promise<Result<PeerGroup>> =>
  reloadGroupsAfter(
    call(updatePeerGroup, { params: { id: peer_group_id }, body: { refill_time_period_id: timePeriodId } })
  )

export const removeGroup = ({ peer_group_id }: PeerGroup): Promise<Result<unknown>> =>
  reloadGroupsAfter(call(deletePeerGroups, { body: { peer_group_ids: [peer_group_id] } }))

/** What members of the project see of each other, and the minimum for averages. */
export interface Disclosure {
  visibility: Visibility
  minimumCount: number
}

export const $disclosure = loadableStore<Disclosure>()

export const loadDisclosure = (projectId: number): Promise<void> =>
  $disclosure.load(String(projectId), async () =>
    mapResult(await call(getProject, { params: { id: String(projectId) }, query: {} }), project => ({
      visibility: project.visibility,
      minimumCount: project.minimum_count
    }))
  )
