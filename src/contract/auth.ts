import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { EmailAddress, Id } from './fields.ts'
import { MAX_PASSWORD_LENGTH } from './limits.ts'
import { GUESSABLE } from './rate-limits.ts'

/** Claims of the access token; times are seconds since 1970 (spec 3). */
export const TokenClaims = v.object({
  sub: v.string(),
  role_type_id: Id,
  programme_id: Id,
  exp: v.number(),
  iat: v.number()
})
export type TokenClaims = v.InferOutput<typeof TokenClaims>

export const login = endpoint({
  method: 'POST',
  path: 'auth/login/',
  access: 'open',
  rateLimits: GUESSABLE,
  refusesWhenBusy: true,
  summary:
    'Exchanges an email address, a password and, where asked for, a one-time code for an access token.',
  body: v.object({
    programme_id: Id,
    email_address: EmailAddress,
    password: describe('The password.', v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_PASSWORD_LENGTH))),
    otp: describe(
      'The six digits of the authenticator app, or a recovery code.',
      v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))))
    )
  }),
  reply: v.object({
    access_token: describe('A bearer token for the Authorization header.', v.string()),
    token_type: describe('Always bearer.', v.optional(v.literal('bearer'), 'bearer'))
  }),
  hasSecret: true
})

export const logout = endpoint({
  method: 'POST',
  path: 'auth/logout/',
  access: 'viewer',
  isAddition: true,
  isBeforeSecondFactor: true,
  summary: 'Ends the token’s session. The token is no longer valid.',
  reply: v.object({ is_ended: describe('Whether the session has ended.', v.literal(true)) })
})
