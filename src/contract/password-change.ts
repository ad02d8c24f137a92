import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { Neutral } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { EmailAddress, Id, Password, Text } from './fields.ts'
import { GUESSABLE } from './rate-limits.ts'

/** Three ways: with the current password when logged in; with a mailed code; or, for an expired password, with the address and the old password. */
export const changePassword = endpoint({
  method: 'POST',
  path: 'users/change-password',
  access: 'open',
  rateLimits: GUESSABLE,
  summary:
    'Sets a new password and ends the user’s other sessions. With a mailed code it also confirms the account request or invitation.',
  body: v.object({
    programme_id: v.optional(Id),
    email_address: v.optional(EmailAddress),
    code: v.optional(Text(200)),
    current_password: v.optional(Password),
    new_password: describe('The new password.', Password),
    /** Of a user with a second factor who is not logged in. */
    otp: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))))
  }),
  reply: Neutral
})
