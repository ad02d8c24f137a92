import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, PersonName, ParamId, QueryId, Text, Timestamp, PageQuery } from './fields.ts'

export const CurrentUser = v.object({
  user_id: Id,
  first_name: v.string(),
  last_name: v.string(),
  email_address: describe('An email address.', v.string()),
  job_title: describe('What the person does.', v.optional(v.string())),
  role_type_id: describe(
    'The role: 1 superuser, 2 programme admin, 3 organisation lead, 4 contributor, 5 viewer.',
    Id
  ),
  role_type_name: v.string(),
  organisation_id: v.nullable(Id),
  organisation_name: v.nullable(v.string()),
  programme_id: Id,
  otp_enabled: describe('Whether the user has two-factor authentication on.', v.boolean()),
  recovery_codes_left: describe('Number of unused recovery codes.', v.optional(IdOrZero)),
  otp_required: describe(
    'Whether the programme requires two-factor authentication.',
    v.exactOptional(v.boolean())
  ),
  password_expires_at: describe('When the password expires; null if never.', v.nullable(Timestamp))
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
  /** Without an id: the name entered at registration, because it was not in the list. */
  organisation_name: v.nullable(v.string()),
  status: describe('The state it is in.', UserStatus),
  otp_enabled: v.boolean(),
  last_login_at: describe('When the user last logged in; null if never.', v.nullable(Timestamp)),
  created_at: describe('When it was created.', Timestamp),
  mail_failure: describe(
    'Why the last email to this address was not delivered; null if it was delivered or is still waiting.',
    v.nullable(v.object({ failed_at: describe('When sending was given up.', Timestamp), reason: v.string() }))
  )
})
export type User = v.InferOutput<typeof User>

export const RoleTypeIdSchema = v.pipe(Id, v.maxValue(5))

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
    search: describe('Text that a name or code contains.', v.optional(Text(200))),
    sort: describe('The order of the list.', v.optional(UserSort, 'name')),
    direction: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    ...PageQuery
  }),
  reply: v.object({
    users: describe('Users.', v.array(User)),
    total: v.exactOptional(IdOrZero),
    /** Of all that match: how many organisations they belong to, and when the oldest account was made. */
    organisation_count: v.optional(IdOrZero),
    oldest_created_at: describe(
      'When the oldest of them was created; null if there is none.',
      v.optional(v.nullable(Timestamp))
    ),
    status_counts: describe(
      'Number with each status.',
      v.exactOptional(v.array(v.object({ status: UserStatus, count: IdOrZero })))
    )
  })
})

/** Own names and job title for everyone; role, organisation and status for admins, never above themselves; for leads contributor or viewer in their own organisation. */
export const updateUser = endpoint({
  method: 'PATCH',
  path: 'users/update-user/{id}',
  access: 'viewer',
  audits: ['role_changed', 'organisation_changed', 'status_changed'],
  summary: 'Changes a user.',
  params: ParamId,
  body: v.object({
    first_name: v.optional(PersonName),
    last_name: v.optional(PersonName),
    job_title: v.optional(v.nullable(Text(200))),
    role_type_id: v.optional(RoleTypeIdSchema),
    organisation_id: v.optional(v.nullable(Id)),
    /** `awaiting_approval` undoes a rejection: the person waits for a decision again. */
    status: v.optional(v.picklist(['active', 'suspended', 'awaiting_approval']))
  }),
  reply: User
})
