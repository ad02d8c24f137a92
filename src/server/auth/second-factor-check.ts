import { LOGIN_FAILURE } from '#contract/failures.ts'
import type { Database } from '#server/database/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import { forgetAttempts, mayAttempt, tooManyAttempts } from './lockout.ts'
import { findValidCode, type ValidCode } from './second-factor.ts'

interface SecondFactorHolder {
  programme_id: number
  user_id: number
  otp_enabled: boolean
  otp_secret: string | null
}

/** Requires a code from a user with a second factor, for `redeemCode`; null for a user without one. */
export async function requireCodeOrRecovery(
  database: Database,
  user: SecondFactorHolder,
  otp: string | null | undefined,
  now: Date
): Promise<ValidCode | null> {
  if (!user.otp_enabled) return null
  if (otp === undefined || otp === null || otp.trim() === '')
    throw new ApiError(401, LOGIN_FAILURE.missingOtp)
  const code = await findCountedCode(database, user, otp, now)
  if (code === null) throw new ApiError(401, LOGIN_FAILURE.invalidOtp)
  return code
}

/** Finds a valid code; null if it is not. Failures count for the user, whatever asked for the code. */
export async function findCountedCode(
  database: Database,
  user: Omit<SecondFactorHolder, 'otp_enabled'>,
  typed: string,
  now: Date
): Promise<ValidCode | null> {
  const attempt = { programmeId: user.programme_id, kind: 'otp', subject: String(user.user_id) } as const
  if (!(await mayAttempt(database, attempt, now))) throw tooManyAttempts()
  const code = await findValidCode(database, user, typed, now)
  if (code !== null) await forgetAttempts(database, attempt)
  return code
}
