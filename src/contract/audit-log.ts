import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { AuditKind } from './audit-kinds.ts'
import { endpoint } from './endpoint.ts'
import { DayOrTimestamp, Id, IdOrZero, QueryId, Timestamp, PageQuery } from './fields.ts'

const NameOrNull = v.nullable(v.string())

export const AuditEvent = v.object({
  audit_event_id: describe('Number of the entry.', Id),
  event_kind: describe('What was done.', AuditKind),
  happened_at: describe('When it was done.', Timestamp),
  acted_by: describe(
    'Whether a user did it, the provisioning command, or the server on a scheduled date.',
    v.picklist(['user', 'provisioning', 'schedule'])
  ),
  actor_user_id: describe('The user who did it; null if none did.', v.nullable(Id)),
  actor_name: describe(
    'The name and number of the user who did it, or “former member” with the number of a deleted account; null if no user did.',
    NameOrNull
  ),
  user_name: describe(
    'The name and number of the user to whom it was done; null if it was not about a user.',
    NameOrNull
  ),
  organisation_name: NameOrNull,
  submission_name: NameOrNull,
  project_name: NameOrNull,
  time_period_name: NameOrNull,
  questionnaire_name: NameOrNull,
  section_name: NameOrNull,
  value_before: describe(
    'What it was before, such as a role or the end of a window; null if not applicable.',
    NameOrNull
  ),
  value_after: describe(
    'What it is now: a role, an organisation and its number, the end of a correction window, dates, the number of an edition or a key; null if not applicable.',
    NameOrNull
  )
})
export type AuditEvent = v.InferOutput<typeof AuditEvent>

export const listAuditEvents = endpoint({
  method: 'GET',
  path: 'auditEvents/',
  access: 'admin',
  isAddition: true,
  summary: 'The audit log, newest first: who did what, and when.',
  query: v.object({
    event_kind: v.optional(AuditKind),
    actor_user_id: v.optional(QueryId),
    from_day: describe('From this day or moment.', v.optional(DayOrTimestamp)),
    until_day: describe('Up to the end of this day, or up to this moment.', v.optional(DayOrTimestamp)),
    ...PageQuery
  }),
  reply: v.object({
    audit_events: describe('Entries of the audit log.', v.array(AuditEvent)),
    total: IdOrZero,
    actors: describe(
      'Every user who did something that is in the log.',
      v.array(v.object({ user_id: Id, full_name: describe('Name and number of the user.', v.string()) }))
    )
  })
})
