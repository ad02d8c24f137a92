import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, Name, ParamId, QueryId, Text } from './fields.ts'
import { PeerGroup } from './filters.ts'

const some = v.pipe(v.array(Id), v.minLength(1), v.maxLength(1000))

export const createPeerGroup = endpoint({
  method: 'POST',
  path: 'peerGroups',
  access: 'viewer',
  summary: 'Creates a peer group of the caller, or of the organisation when shared (leads).',
  body: v.object({
    peer_group_name: Name(),
    description: v.optional(Text(1000), ''),
    project_id: Id,
    time_period_id: Id,
    organisation_id: v.optional(v.nullable(Id)),
    is_shared: v.optional(v.boolean(), false)
  }),
  reply: PeerGroup
})

export const updatePeerGroup = endpoint({
  method: 'PUT',
  path: 'peerGroups/{id}',
  access: 'viewer',
  summary: 'Renames or shares a peer group.',
  params: ParamId,
  body: v.object({
    peer_group_name: v.optional(Name()),
    description: v.optional(Text(1000)),
    is_shared: v.optional(v.boolean())
  }),
  reply: PeerGroup
})

export const deletePeerGroups = endpoint({
  method: 'DELETE',
  path: 'peerGroups',
  access: 'viewer',
  summary: 'Removes peer groups.',
  body: v.object({ peer_group_ids: some }),
  reply: v.object({ peer_group_ids: v.array(Id) })
})

export const PeerGroupMembership = v.object({
  peer_group_membership_id: Id,
  peer_group_id: Id,
  submission_id: Id,
  submission_name: v.string(),
  organisation_name: v.string()
})

export const listPeerGroupMemberships = endpoint({
  method: 'GET',
  path: 'peerGroupMemberships',
  access: 'viewer',
  summary: 'The members of a peer group; unless the project is named, those of the own organisation.',
  /** Members as submissions of the period; without one, each as its newest. */
  query: v.object({ peer_group_id: QueryId, time_period_id: v.optional(QueryId) }),
  reply: v.object({ peer_group_memberships: v.array(PeerGroupMembership) })
})

export const createPeerGroupMembership = endpoint({
  method: 'POST',
  path: 'peerGroupMemberships',
  access: 'viewer',
  summary: 'Adds a submission to a peer group.',
  body: v.object({ peer_group_id: Id, submission_id: Id }),
  reply: PeerGroupMembership
})

export const createPeerGroupMemberships = endpoint({
  method: 'POST',
  path: 'peerGroupMemberships/bulk',
  access: 'viewer',
  summary: 'Adds submissions to a peer group; those already in it stay as they are.',
  body: v.object({ peer_group_id: Id, submission_ids: some }),
  reply: v.object({ peer_group_memberships: v.array(PeerGroupMembership) })
})

export const deletePeerGroupMemberships = endpoint({
  method: 'DELETE',
  path: 'peerGroupMemberships',
  access: 'viewer',
  summary: 'Takes submissions out of a peer group.',
  body: v.object({ peer_group_membership_ids: some }),
  reply: v.object({ peer_group_membership_ids: v.array(Id) })
})
