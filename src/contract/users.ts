import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import {
  EmailAddress,
  Id,
  IdOrZero,
  Name,
  ParamId,
  QueryId,
  QueryOffset,
  Text,
  Timestamp,
  queryLimit
} from './fields.ts'
import { PAGE_LIMIT, PASSWORD_LENGTH_LIMIT } from './limits.ts'
import { ACCOUNT_REQUESTS, GUESSABLE } from './rate-limits.ts'

export const CurrentUser = v.object({
  user_id: Id,
  first_name: v.string(),
  last_name: v.string(),
  email_address: v.string(),
  role_type_id: Id,
  role_type_name: v.string(),
  organisation_id: v.nullable(Id),
  organisation_name: v.nullable(v.string()),
  programme_id: Id,
  otp_enabled: v.boolean(),
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
  role_type_id: Id,
  role_type_name: v.string(),
  organisation_id: v.nullable(Id),
  organisation_name: v.nullable(v.string()),
  status: UserStatus,
  otp_enabled: v.boolean(),
  last_login_at: v.nullable(Timestamp),
  created_at: Timestamp
})
export type User = v.InferOutput<typeof User>

const Password = v.pipe(v.string(), v.nonEmpty('must not be empty'), v.maxLength(PASSWORD_LENGTH_LIMIT))
const RoleTypeId = v.pipe(Id, v.maxValue(5))
/** The answer where saying more would reveal whether an account exists. */
const Neutral = v.object({ detail: v.string() })

export const getCurrentUser = endpoint({
  method: 'GET',
  path: 'users/me',
  access: 'viewer',
  summary: 'Details of the user whose token it is.',
  reply: CurrentUser
})

/** Admins see the programme's users, leads those of their organisation. */
export const listUsers = endpoint({
  method: 'GET',
  path: 'users/',
  access: 'lead',
  summary: 'Users by status, organisation and search words, a page at a time.',
  query: v.object({
    programme_id: QueryId,
    status: v.optional(UserStatus),
    organisation_id: v.optional(QueryId),
    role_type_id: v.optional(QueryId),
    search: v.optional(Text(200)),
    limit: queryLimit(PAGE_LIMIT),
    offset: QueryOffset
  }),
  reply: v.object({ users: v.array(User), total: IdOrZero })
})

export const inviteUser = endpoint({
  method: 'POST',
  path: 'users/',
  access: 'admin',
  summary: 'Invites a person by mail to set a password.',
  body: v.object({
    programme_id: Id,
    email_address: EmailAddress,
    first_name: Name(100),
    last_name: Name(100),
    role_type_id: RoleTypeId,
    organisation_id: v.nullable(Id)
  }),
  reply: User
})

export const decideUsers = endpoint({
  method: 'POST',
  path: 'users/{id}/decision',
  access: 'admin',
  summary: 'Approves or rejects waiting users; each that could not be decided comes back with its reason.',
  params: ParamId,
  body: v.object({
    users: v.pipe(
      v.array(
        v.object({
          user_id: Id,
          decision: v.picklist(['approve', 'reject']),
          role_type_id: v.optional(v.nullable(RoleTypeId)),
          organisation_id: v.optional(v.nullable(Id)),
          reason: v.optional(v.nullable(Text(1000)))
        })
      ),
      v.minLength(1),
      v.maxLength(200)
    )
  }),
  reply: v.object({
    users: v.array(v.object({ user_id: Id, status: UserStatus })),
    failed: v.array(v.object({ user_id: Id, detail: v.string() }))
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
    status: v.optional(v.picklist(['active', 'suspended']))
  }),
  reply: User
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: 'users/delete/{id}',
  access: 'admin',
  summary: 'Removes a user; what the user entered stays.',
  params: ParamId,
  body: v.object({ reason: v.optional(v.nullable(Text(1000))) }),
  reply: v.object({ user_id: Id })
})

export const resetPassword = endpoint({
  method: 'POST',
  path: 'users/reset-password',
  access: 'open',
  rateLimits: ACCOUNT_REQUESTS,
  summary: 'Mails a code to set a new password. The answer is the same whether or not the account exists.',
  body: v.object({ programme_id: Id, email_address: EmailAddress }),
  reply: Neutral
})

export const resetOtp = endpoint({
  method: 'PATCH',
  path: 'users/reset-otp/{id}',
  access: 'admin',
  summary: 'Switches a user’s second factor off.',
  params: ParamId,
  reply: v.object({ user_id: Id, otp_enabled: v.literal(false) })
})

/** Signed in with the current password; or with a mailed code; or, when it has expired, with the address and the old password. */
export const changePassword = endpoint({
  method: 'POST',
  path: 'users/change-password',
  access: 'open',
  rateLimits: GUESSABLE,
  summary: 'Sets a new password and ends the user’s other sessions.',
  body: v.object({
    programme_id: v.optional(Id),
    email_address: v.optional(EmailAddress),
    code: v.optional(Text(200)),
    current_password: v.optional(Password),
    new_password: Password,
    /** Of a user with a second factor who is not signed in. */
    otp: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))))
  }),
  reply: Neutral
})

export const registerUser = endpoint({
  method: 'POST',
  path: 'users/register',
  access: 'open',
  rateLimits: ACCOUNT_REQUESTS,
  summary:
    'Asks for an account, or for the verification mail once more. The answer is the same whether or not the address is known.',
  body: v.union([
    v.object({ programme_id: Id, email_address: EmailAddress, resend: v.literal(true) }),
    v.object({
      programme_id: Id,
      first_name: Name(100),
      last_name: Name(100),
      email_address: EmailAddress,
      password: Password,
      organisation_id: v.nullable(Id),
      organisation_name: v.optional(v.nullable(Text(200))),
      job_title: v.optional(v.nullable(Text(200))),
      terms_accepted: v.literal(true, 'must be accepted')
    })
  ]),
  /** No id: it would tell a new address from a known one. */
  reply: v.object({ user_id: v.null(), status: v.literal('email_unverified') })
})

export const verifyEmail = endpoint({
  method: 'GET',
  path: 'users/verify-email',
  access: 'open',
  rateLimits: GUESSABLE,
  summary: 'Confirms an email address by the mailed code.',
  query: v.object({ code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)) }),
  reply: v.object({
    status: v.picklist(['verified', 'already_verified']),
    email_address: v.string(),
    next: v.picklist(['login', 'awaiting_approval'])
  })
})
