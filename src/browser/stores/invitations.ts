// Invitations by email, by admins and by leads.

import { call } from '#browser/api/call.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { inviteUser } from '#contract/user-admin.ts'
import type { User } from '#contract/users.ts'
import type { Result } from '#lib/result.ts'
import { runtimeConfig } from './site-config.ts'

export type InvitedPerson = Omit<
  Extract<InputOf<typeof inviteUser>['body'], { first_name: string }>,
  'programme_id'
>

export const invitePerson = (person: InvitedPerson): Promise<Result<User>> =>
  call(inviteUser, { body: { programme_id: runtimeConfig().programmeId, ...person } })

export const inviteAgain = ({ email_address }: User): Promise<Result<User>> =>
  call(inviteUser, {
    body: { programme_id: runtimeConfig().programmeId, email_address, resend: true }
  })
