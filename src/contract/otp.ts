import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import { Password } from './fields.ts'

export const OtpToken = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(40))

export const generateOtp = endpoint({
  method: 'GET',
  path: 'auth/otp/generate',
  access: 'viewer',
  isBeforeSecondFactor: true,
  summary:
    'A new secret for the caller’s two-factor authentication. It takes effect when enabled with a code.',
  reply: v.object({
    secret: describe('The secret for the authenticator app, if its QR code cannot be read.', v.string()),
    otpauth_url: describe('What the QR code for the authenticator app says.', v.string()),
    issuer: describe('Name of the programme in the authenticator app.', v.string()),
    account_name: v.string()
  }),
  hasSecret: true
})

export const enableOtp = endpoint({
  method: 'PUT',
  path: 'auth/otp/enable',
  access: 'viewer',
  isBeforeSecondFactor: true,
  summary:
    'Turns two-factor authentication on, with a code of the new secret and, unless the login was just now, the password; or off with a current code. Recovery codes are returned once.',
  // Turning it off requires a code, which an open session alone does not provide. Turning it on requires equivalent proof: otherwise
  // anyone who finds an open session could tie the account to their own phone.
  body: v.object({
    enabled: describe('Whether two-factor authentication is on.', v.boolean()),
    token: describe('The six digits of the authenticator app.', OtpToken),
    current_password: describe('The current password.', v.optional(Password))
  }),
  reply: v.object({
    otp_enabled: v.boolean(),
    recovery_codes: describe(
      'Codes that each replace a code of the authenticator app once. They are shown only here.',
      v.array(v.string())
    )
  }),
  hasSecret: true
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: 'auth/otp/recovery-codes',
  access: 'viewer',
  isAddition: true,
  summary: 'Replaces the recovery codes, with a current code. The new ones are returned once.',
  body: v.object({ token: OtpToken }),
  reply: v.object({ recovery_codes: v.array(v.string()) }),
  hasSecret: true
})
