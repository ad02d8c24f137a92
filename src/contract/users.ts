import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Name, ParamId, QueryId, QueryOffset, Text, Timestamp, queryLimit } from './fields.ts'
import { MAX_PAGE_ROWS } from './limits.ts'

export const CurrentUser = v.object({
  user_id: Id,
  first_name: v.string(),
  last_name: v.string(),
  email_address: v.string(),
  job_title: v.string(),
  role_type_id: Id,
  role_type_name: v.string(),
  organisation_id: v.nullable(Id),
  organisation_name: v.nullable(v.string()),
  programme_id: Id,
  otp_enabled: v.boolean(),
  /** Recovery codes that have not been used. */
  recovery_codes_left: IdOrZero,
  otp_required: v.boolean(),
  password_expires_at: v.nullable(Timestamp)
})
export type CurrentUser = v.InferOutput<typeof CurrentUser>

export const UserStatus = v.picklist([
  'email_unverified',
  'awaiting_approval',
  'invited',
  'active',
  'suspended',
  'rejected'
])
export type UserStatus = v.InferOutput<typeof UserStatus>

export const User = v.object({
  user_id: Id,
  first_name: v.string(),
  last_name: v.string(),
  email_address: v.string(),
  job_title: v.string(),
  role_type_id: Id,
  role_type_name: v.string(),
  organisation_id: v.nullable(Id),
  /** Without an id: the name that was entered at registration, because the list did not have it. */
  organisation_name: v.nullable(v.string()),
  status: UserStatus,
  otp_enabled: v.boolean(),
  last_login_at: v.nullable(Timestamp),
  created_at: Timestamp,
  /** Why the last mail to this address was not delivered, in the mail server's words; null if it was, or is waiting. */
  mail_failure: v.nullable(v.object({ failed_at: Timestamp, reason: v.string() }))
})
export type User = v.InferOutput<typeof User>

export const RoleTypeId = v.pipe(Id, v.maxValue(5))

export const getCurrentUser = endpoint({
  method: 'GET',
  path: 'users/me',
  access: 'viewer',
  isBeforeSecondFactor: true,
  summary: 'The logged-in user.',
  reply: CurrentUser
})

/** One status, or several by repeating the parameter. */
const UserStatuses = v.optional(
  v.pipe(
    v.union([v.array(UserStatus), UserStatus]),
    v.transform(status => (Array.isArray(status) ? status : [status])),
    v.array(UserStatus),
    v.maxLength(UserStatus.options.length)
  )
)
export const UserSort = v.picklist(['name', 'organisation', 'created', 'last_login'])
export type UserSort = v.InferOutput<typeof UserSort>

/** Admins see the programme's users, leads those of their organisation. */
export const listUsers = endpoint({
  method: 'GET',
  path: 'users/',
  access: 'lead',
  summary: 'Users by status, organisation and search text, in pages.',
  query: v.object({
    programme_id: QueryId,
    status: UserStatuses,
    organisation_id: v.optional(QueryId),
    role_type_id: v.optional(QueryId),
    search: v.optional(Text(200)),
    sort: v.optional(UserSort, 'name'),
    direction: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    limit: queryLimit(MAX_PAGE_ROWS),
    offset: QueryOffset
  }),
  reply: v.object({
    users: v.array(User),
    total: IdOrZero,
    /** Of all that match: how many organisations they belong to, and when the oldest account was made. */
    organisation_count: IdOrZero,
    oldest_created_at: v.nullable(Timestamp),
    /** All that match apart from their status, by status. */
    status_counts: v.array(v.object({ status: UserStatus, count: IdOrZero }))
  })
})

/** Own names and job title for everyone; role, organisation and status for admins, never above themselves. */
export const updateUser = endpoint({
  method: 'PATCH',
  path: 'users/update-user/{id}',
  access: 'viewer',
  summary: 'Changes a user.',
  params: ParamId,
  body: v.object({
    first_name: v.optional(Name(100)),
    last_name: v.optional(Name(100)),
    job_title: v.optional(v.nullable(Text(200))),
    role_type_id: v.optional(RoleTypeId),
    organisation_id: v.optional(v.nullable(Id)),
    /** `awaiting_approval` takes a rejection back: the person waits for a decision again. */
    status: v.optional(v.picklist(['active', 'suspended', 'awaiting_approval']))
  }),
  reply: User
})
