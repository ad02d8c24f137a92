import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, QueryIdOrZero, ProjectPeriodQuery } from './fields.ts'
import { MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { PeerGroupDefinition } from './peer-group-definitions.ts'

/** Spec 3: a filter and its options; `submission_count` says how many submissions of the period carry the option, unless they are too few to disclose. */
export const Filter = v.object({
  filter_id: Id,
  filter_name: v.string(),
  option_list: v.array(v.object({ option_name: v.string(), submission_count: v.optional(IdOrZero) }))
})
export type Filter = v.InferOutput<typeof Filter>

export const NamedSubmission = v.object({ id: Id, name: describe('A name.', v.string()) })
export type NamedSubmission = v.InferOutput<typeof NamedSubmission>

/** Spec 3: a tiered organisation with its submissions. Unless the project is named, only the own organisation is listed. */
export const OrganisationSubmissions = v.object({
  id: Id,
  organisation_name: v.string(),
  tier: describe('Size class of the organisation.', v.number()),
  submission_list: describe('Submissions.', v.array(NamedSubmission))
})
export type OrganisationSubmissions = v.InferOutput<typeof OrganisationSubmissions>

export const PeerGroup = v.object({
  peer_group_id: Id,
  peer_group_name: v.string(),
  description: describe('A text for the reader.', v.string()),
  owner_type: describe(
    'Whether the group is the programme’s, the organisation’s or the caller’s own.',
    v.picklist(['programme', 'organisation', 'user'])
  ),
  /** null if it covers too few other organisations to disclose. */
  member_count: describe('Number of members; null if it may not be shown.', v.nullable(IdOrZero)),
  /** Of organisations other than the caller's; null where member_count is. */
  organisation_count: describe(
    'Number of organisations; null if it may not be shown.',
    v.optional(v.nullable(IdOrZero))
  ),
  definition: describe(
    'How the members were found; null if they were chosen one by one.',
    v.optional(v.nullable(PeerGroupDefinition))
  ),
  may_change: describe('Whether the caller may change it.', v.optional(v.boolean())),
  is_selectable: describe(
    'Whether the group has enough members, and differs enough from other groups, to compare with.',
    v.boolean()
  ),
  unselectable_reason: describe(
    'Why the group cannot be chosen; null if it can.',
    v.optional(v.nullable(v.picklist(['too_few', 'too_close', 'not_published', 'not_shown'])))
  )
})
export type PeerGroup = v.InferOutput<typeof PeerGroup>

export const listFilterOptions = endpoint({
  method: 'GET',
  path: 'filters/options',
  access: 'viewer',
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'Filters, submissions by organisation and peer groups to choose from in a project and period.',
  query: v.object({ organisation_id: QueryIdOrZero, ...ProjectPeriodQuery }),
  reply: v.object({
    filters: describe('Filters and their options.', v.array(Filter)),
    organisation_submissions: describe(
      'Organisations with their submissions.',
      v.array(OrganisationSubmissions)
    ),
    peer_groups: describe('Peer groups.', v.array(PeerGroup))
  })
})
