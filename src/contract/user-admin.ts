import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { EmailAddress, Id, PersonName, ParamId, Text } from './fields.ts'
import { UserStatus, User, RoleTypeIdSchema } from './users.ts'

export const inviteUser = endpoint({
  method: 'POST',
  path: 'users/',
  access: 'lead',
  audits: ['user_invited'],
  summary:
    'Invites a user by email, or sends an open invitation again. Leads invite contributors and viewers to their own organisation.',
  body: v.union([
    v.object({
      programme_id: Id,
      email_address: EmailAddress,
      first_name: PersonName,
      last_name: PersonName,
      role_type_id: RoleTypeIdSchema,
      organisation_id: v.nullable(Id)
    }),
    v.object({ programme_id: Id, email_address: EmailAddress, resend: v.literal(true) })
  ]),
  reply: User
})

export const decideUsers = endpoint({
  method: 'POST',
  path: 'users/{id}/decision',
  access: 'admin',
  audits: ['user_approved', 'user_rejected'],
  summary: 'Approves or rejects waiting users. Returns those that failed with the reason.',
  params: ParamId,
  body: v.object({
    users: v.pipe(
      v.array(
        v.object({
          user_id: Id,
          decision: describe('The decision about all of them.', v.picklist(['approve', 'reject'])),
          role_type_id: v.optional(v.nullable(RoleTypeIdSchema)),
          organisation_id: v.optional(v.nullable(Id)),
          reason: describe(
            'Why; required to reject. The applicant reads it.',
            v.optional(v.nullable(Text(1000)))
          )
        })
      ),
      v.minLength(1),
      v.maxLength(200)
    )
  }),
  reply: v.object({
    users: v.array(v.object({ user_id: Id, status: UserStatus })),
    failed: describe(
      'Those for whom it failed, each with the reason.',
      v.array(v.object({ user_id: Id, detail: v.string() }))
    )
  })
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: 'users/delete/{id}',
  access: 'admin',
  audits: ['user_deleted', 'key_revoked'],
  summary: 'Deletes a user. What the user entered is kept.',
  params: ParamId,
  body: v.object({ reason: v.optional(v.nullable(Text(1000))) }),
  reply: v.object({ user_id: Id })
})

export const resetOtp = endpoint({
  method: 'PATCH',
  path: 'users/reset-otp/{id}',
  access: 'admin',
  audits: ['second_factor_reset'],
  summary: 'Turns a user’s two-factor authentication off.',
  params: ParamId,
  reply: v.object({ user_id: Id, otp_enabled: v.literal(false) })
})
