import { LOGIN_FAILURE } from '#contract/failures.ts'
import type { Database } from '#server/database/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import { forgetAttempts, mayAttempt, tooManyAttempts } from './lockout.ts'
import { redeemCode, type RedeemedCode } from './second-factor.ts'

interface SecondFactorHolder {
  programme_id: number
  user_id: number
  otp_enabled: boolean
  otp_secret: string | null
}

/**
 * Requires a code from a user with a second factor, and returns what was redeemed; null for a user without
 * one.
 */
export async function requireCodeOrRecovery(
  database: Database,
  user: SecondFactorHolder,
  otp: string | null | undefined,
  now: Date
): Promise<RedeemedCode | null> {
  if (!user.otp_enabled) return null
  if (otp === undefined || otp === null || otp.trim() === '')
    throw new ApiError(401, LOGIN_FAILURE.missingOtp)
  const redeemed = await redeemCountedCode(database, user, otp, now)
  if (redeemed === null) throw new ApiError(401, LOGIN_FAILURE.invalidOtp)
  return redeemed
}

/** Redeems a code; null if it is not valid. Failures count for the user, whatever asked for the code. */
export async function redeemCountedCode(
  database: Database,
  user: Omit<SecondFactorHolder, 'otp_enabled'>,
  typed: string,
  now: Date
): Promise<RedeemedCode | null> {
  const attempt = { programmeId: user.programme_id, kind: 'otp', subject: String(user.user_id) } as const
  if (!(await mayAttempt(database, attempt, now))) throw tooManyAttempts()
  const redeemed = await redeemCode(database, user, typed, now)
  if (redeemed !== null) await forgetAttempts(database, attempt)
  return redeemed
}
