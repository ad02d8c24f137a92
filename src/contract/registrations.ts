import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, ParamId, QueryId, Text, Timestamp } from './fields.ts'
import { MAX_LIST_ROWS } from './limits.ts'

export const RegistrationStatus = v.picklist(['draft', 'registered', 'withdrawn'])

export const Registration = v.object({
  registration_id: Id,
  project_id: Id,
  time_period_id: Id,
  organisation_id: Id,
  organisation_name: v.string(),
  registration_status: RegistrationStatus,
  scope_ids: v.array(Id),
  terms_accepted_at: describe('When the terms were accepted; null if they were not.', v.nullable(Timestamp)),
  withdrawal_reason: describe(
    'Why the organisation does not take part; null if it does.',
    v.nullable(v.string())
  ),
  updated_at: Timestamp,
  updated_by: v.nullable(v.string())
})
export type Registration = v.InferOutput<typeof Registration>

export const listRegistrations = endpoint({
  method: 'GET',
  path: 'registrations',
  access: 'viewer',
  summary: 'Registrations of the caller’s organisation; admins see all.',
  query: v.object({
    project_id: v.optional(QueryId),
    time_period_id: v.optional(QueryId),
    organisation_id: v.optional(QueryId)
  }),
  reply: v.object({ registrations: describe('Registrations.', v.array(Registration)) })
})

export const createRegistration = endpoint({
  method: 'POST',
  path: 'registrations',
  access: 'lead',
  summary: 'Starts an organisation’s registration for a project in a period.',
  body: v.object({
    project_id: Id,
    time_period_id: Id,
    organisation_id: Id,
    scope_ids: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_LIST_ROWS)), []),
    terms_accepted: v.optional(v.boolean(), false)
  }),
  reply: Registration
})

export const updateRegistration = endpoint({
  method: 'PUT',
  path: 'registrations/{id}',
  access: 'lead',
  summary: 'Changes scopes, accepts terms, confirms or withdraws (with a reason).',
  params: ParamId,
  body: v.object({
    scope_ids: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_LIST_ROWS))),
    terms_accepted: v.optional(v.boolean()),
    registration_status: v.optional(RegistrationStatus),
    reason: v.optional(v.nullable(Text(1000)))
  }),
  reply: Registration
})
