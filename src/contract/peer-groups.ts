import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Name, ParamId, QueryId, Text } from './fields.ts'
import { PeerGroup } from './filters.ts'
import { MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { MemberIds, PeerGroupDefinition } from './peer-group-definitions.ts'

export const createPeerGroup = endpoint({
  method: 'POST',
  path: 'peerGroups',
  access: 'viewer',
  summary: 'Creates a peer group for the caller, or for the organisation if shared (leads).',
  body: v.object({
    peer_group_name: Name(),
    description: v.optional(Text(1000), ''),
    project_id: Id,
    time_period_id: Id,
    organisation_id: v.optional(v.nullable(Id)),
    is_shared: describe('Whether the whole organisation sees the group.', v.optional(v.boolean(), false)),
    /** Its initial members; without this field the group is empty. */
    definition: v.optional(PeerGroupDefinition)
  }),
  reply: PeerGroup
})

export const updatePeerGroup = endpoint({
  method: 'PUT',
  path: 'peerGroups/{id}',
  access: 'viewer',
  summary: 'Renames or shares a peer group, or applies its rules again.',
  params: ParamId,
  body: v.object({
    peer_group_name: v.optional(Name()),
    description: v.optional(Text(1000)),
    is_shared: v.optional(v.boolean()),
    refill_time_period_id: describe(
      'Time period in which to apply the rules of the group again.',
      v.optional(Id)
    )
  }),
  reply: PeerGroup
})

export const deletePeerGroups = endpoint({
  method: 'DELETE',
  path: 'peerGroups',
  access: 'viewer',
  summary: 'Removes peer groups.',
  body: v.object({ peer_group_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(1000)) }),
  reply: v.object({ peer_group_ids: v.array(Id) })
})

const LikenessFigure = v.object({
  chart_id: Id,
  chart_name: v.string(),
  unit: v.string(),
  decimal_places: IdOrZero,
  likeness: describe(
    'Why the group is like the own organisation, in words.',
    v.picklist(['close', 'higher', 'lower', 'missing'])
  ),
  value: v.nullable(v.number())
})

/** Previews a group: how many members it would have, whether it could be chosen, and in a named project who is in it and why. */
export const previewPeerGroup = endpoint({
  method: 'POST',
  path: 'peerGroups/preview',
  access: 'viewer',
  isAddition: true,
  onlyReads: true,
  summary: 'Counts a peer group that is being made, checks it against the others, and stores nothing.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    /** The own submission, which is never among its own peers; 0 for none. */
    submission_id: v.optional(IdOrZero, 0),
    definition: PeerGroupDefinition,
    /** The group being edited: it is not compared with itself. */
    peer_group_id: v.optional(v.nullable(Id)),
    /** What makes members similar to the own submission: these filters and charts. */
    filter_ids: v.optional(v.pipe(v.array(Id), v.maxLength(20)), []),
    chart_ids: v.optional(v.pipe(v.array(Id), v.maxLength(8)), [])
  }),
  reply: v.object({
    /** Submissions other than the own one, and organisations other than the own one; null if they are too few to disclose. */
    submission_count: v.nullable(IdOrZero),
    organisation_count: v.nullable(IdOrZero),
    minimum_count: Id,
    /** Whether it consists of whole blocks of organisations, because the project discloses others only as sets. */
    is_restricted: v.boolean(),
    is_selectable: v.boolean(),
    unselectable_reason: v.nullable(v.picklist(['too_few', 'too_close', 'not_published', 'not_shown'])),
    closest: describe(
      'The group that differs least from it, or everyone (without a name); null where none is near.',
      v.nullable(
        v.object({
          peer_group_name: v.nullable(v.string()),
          difference: describe('Number of organisations by which it differs from another group.', IdOrZero)
        })
      )
    ),
    /** Compared with the stored members of the group being edited, in organisations other than the caller's; null where members may not be identified. */
    changes: describe(
      'Who would join and leave if the rules were applied again; null where members may not be told apart.',
      v.nullable(
        v.object({
          joined_organisation_count: describe(
            'Other organisations that match now and are not in the group.',
            IdOrZero
          ),
          left_organisation_count: describe(
            'Other organisations that are in the group and no longer match.',
            IdOrZero
          )
        })
      )
    ),
    rule_counts: describe(
      'Number of submissions left after each rule; null if too few to disclose.',
      v.array(v.nullable(IdOrZero))
    ),
    /** At most 500; empty unless members may be identified. */
    members: describe(
      'The members, where they may be listed.',
      v.array(
        v.object({
          submission_id: Id,
          submission_name: v.string(),
          organisation_name: v.string(),
          shared_filters: describe(
            'Options that all members share with the own organisation.',
            v.array(v.string())
          ),
          other_filters: describe(
            'Options in which the members differ from the own organisation.',
            v.array(v.string())
          ),
          figures: describe('Own figures.', v.array(LikenessFigure))
        })
      )
    )
  })
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
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'The members of a peer group. Unless the project is named, only the caller’s organisation’s.',
  /** With a period, the members' submissions in it; otherwise each member's newest submission. */
  query: v.object({ peer_group_id: QueryId, time_period_id: v.optional(QueryId) }),
  reply: v.object({
    peer_group_memberships: describe('Members of a peer group.', v.array(PeerGroupMembership))
  })
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
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'Adds submissions to a peer group. Existing members are kept.',
  body: v.object({ peer_group_id: Id, submission_ids: MemberIds }),
  reply: v.object({ peer_group_memberships: v.array(PeerGroupMembership) })
})

export const deletePeerGroupMemberships = endpoint({
  method: 'DELETE',
  path: 'peerGroupMemberships',
  access: 'viewer',
  summary: 'Removes submissions from a peer group.',
  body: v.object({ peer_group_membership_ids: MemberIds }),
  reply: v.object({ peer_group_membership_ids: v.array(Id) })
})
