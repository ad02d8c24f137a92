import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { EmailAddress, Id, PersonName, Text } from './fields.ts'
import { ACCOUNT_REQUESTS, GUESSABLE } from './rate-limits.ts'

/** A reply that does not reveal whether an account exists. */
export const Neutral = v.object({ detail: describe('Why, in a sentence for a person.', v.string()) })

export const resetPassword = endpoint({
  method: 'POST',
  path: 'users/reset-password',
  access: 'open',
  rateLimits: ACCOUNT_REQUESTS,
  summary: 'Emails a code to set a new password. The reply is the same whether or not the account exists.',
  body: v.object({ programme_id: Id, email_address: EmailAddress }),
  reply: Neutral
})

export const registerUser = endpoint({
  method: 'POST',
  path: 'users/register',
  access: 'open',
  rateLimits: ACCOUNT_REQUESTS,
  summary:
    'Requests an account, or the emails of open requests again. The reply is the same whether or not the address is known.',
  body: v.union([
    v.object({
      programme_id: Id,
      first_name: PersonName,
      last_name: PersonName,
      email_address: EmailAddress,
      organisation_id: v.nullable(Id),
      organisation_name: v.optional(v.nullable(Text(200))),
      job_title: v.optional(v.nullable(Text(200))),
      terms_accepted: describe('Whether the terms are accepted.', v.literal(true, 'must be accepted'))
    }),
    v.object({
      programme_id: Id,
      email_address: EmailAddress,
      resend: describe('Sends the email again.', v.literal(true))
    })
  ]),
  /** No id: it would distinguish a new address from a known one. */
  reply: v.object({ user_id: v.null(), status: v.literal('email_unverified') })
})

export const verifyEmail = endpoint({
  method: 'GET',
  path: 'users/verify-email',
  access: 'open',
  rateLimits: GUESSABLE,
  summary: 'Shows the account request of a mailed code. The code is confirmed with users/change-password.',
  query: v.object({
    code: describe('A code from an email.', v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)))
  }),
  /** For a code that was used: the account as it is now. */
  reply: v.object({
    status: v.picklist(['open', 'already_verified']),
    email_address: v.string(),
    first_name: v.string(),
    last_name: v.string(),
    organisation_name: v.nullable(v.string()),
    next: describe('What the person does next.', v.picklist(['set_password', 'login', 'awaiting_approval']))
  })
})
