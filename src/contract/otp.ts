import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const generateOtp = endpoint({
  method: 'GET',
  path: 'auth/otp/generate',
  access: 'viewer',
  summary: 'A new secret for the caller’s second factor. It counts only once it is enabled with a code.',
  reply: v.object({
    secret: v.string(),
    otpauth_url: v.string(),
    issuer: v.string(),
    account_name: v.string()
  })
})

export const enableOtp = endpoint({
  method: 'PUT',
  path: 'auth/otp/enable',
  access: 'viewer',
  summary: 'Switches the second factor on or off; both need a current code. Recovery codes are shown once.',
  body: v.object({ enabled: v.boolean(), token: v.pipe(v.string(), v.trim(), v.maxLength(40)) }),
  reply: v.object({ otp_enabled: v.boolean(), recovery_codes: v.array(v.string()) })
})
