import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { MAX_LARGE_REPLY_BYTES } from './limits.ts'
import { PeerGroupDefinition } from './peer-group-definitions.ts'
import { Id, IdOrZero, QueryId, QueryIdOrZero } from './fields.ts'

/** Spec 3: a filter and its options; `submission_count` says how many submissions of the period carry the option, unless they are too few to disclose. */
export const Filter = v.object({
  filter_id: Id,
  filter_name: v.string(),
  option_list: v.array(v.object({ option_name: v.string(), submission_count: v.optional(IdOrZero) }))
})
export type Filter = v.InferOutput<typeof Filter>

export const NamedSubmission = v.object({ id: Id, name: v.string() })
export type NamedSubmission = v.InferOutput<typeof NamedSubmission>

/** Spec 3: a tiered organisation with its submissions. Unless the project is named, only the own organisation is listed. */
export const OrganisationSubmissions = v.object({
  id: Id,
  organisation_name: v.string(),
  tier: v.number(),
  submission_list: v.array(NamedSubmission)
})
export type OrganisationSubmissions = v.InferOutput<typeof OrganisationSubmissions>

export const PeerGroup = v.object({
  peer_group_id: Id,
  peer_group_name: v.string(),
  description: v.string(),
  owner_type: v.picklist(['programme', 'organisation', 'user']),
  /** null if it covers too few other organisations to disclose. */
  member_count: v.nullable(IdOrZero),
  /** Of other organisations than the caller's; null as member_count is. */
  organisation_count: v.nullable(IdOrZero),
  /** How its members were found; null where they are chosen one by one, and of others' groups by similarity. */
  definition: v.nullable(PeerGroupDefinition),
  /** Whether the caller may rename it, change its members and delete it. */
  may_change: v.boolean(),
  /** False when the group has fewer members than the project's minimum, or differs from everyone or another group by fewer. */
  is_selectable: v.boolean(),
  unselectable_reason: v.optional(v.nullable(v.picklist(['too_few', 'too_close'])))
})
export type PeerGroup = v.InferOutput<typeof PeerGroup>

export const listFilterOptions = endpoint({
  method: 'GET',
  path: 'filters/options',
  access: 'viewer',
  maxReplyBytes: MAX_LARGE_REPLY_BYTES,
  summary: 'Filters, submissions by organisation and peer groups to choose from in a project and period.',
  query: v.object({ organisation_id: QueryIdOrZero, project_id: QueryId, time_period_id: QueryId }),
  reply: v.object({
    filters: v.array(Filter),
    organisation_submissions: v.array(OrganisationSubmissions),
    peer_groups: v.array(PeerGroup)
  })
})
