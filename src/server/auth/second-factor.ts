import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Database } from '#server/database/schema.ts'

const PERIOD_SECONDS = 30

interface SecretHolder {
  programme_id: number
  user_id: number
  otp_secret: string | null
}

/** A code that was valid: which recovery code it was, or null for a time-based one. */
export interface RedeemedCode {
  recoveryCodeHash: string | null
}

/**
 * Redeems a code that is valid now: a time-based one, each step once with one step of drift, or a recovery
 * code, each once. Null if it is not valid.
 */
export async function redeemCode(
  database: Database,
  user: SecretHolder,
  typed: string,
  now: Date
): Promise<RedeemedCode | null> {
  const code = typed.replaceAll(/[\s-]/g, '')
  if (/^\d{6}$/.test(code))
    return (await redeemTimeCode(database, user, code, now)) ? { recoveryCodeHash: null } : null
  const recoveryCodeHash = hashOf(code.toUpperCase())
  return (await redeemRecoveryCode(database, user, recoveryCodeHash, now)) ? { recoveryCodeHash } : null
}

async function redeemTimeCode(
  database: Database,
  user: SecretHolder,
  code: string,
  now: Date
): Promise<boolean> {
  if (user.otp_secret === null) return false
  const totp = new TOTP({ secret: Secret.fromBase32(user.otp_secret), digits: 6, period: PERIOD_SECONDS })
  const drift = totp.validate({ token: code, window: 1, timestamp: now.getTime() })
  if (drift === null) return false
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + drift
  const result = await database
    .updateTable('users')
    .set({ otp_last_step: step })
    .where(eb => eb.and({ programme_id: user.programme_id, user_id: user.user_id }))
    .where(is => is.or([is('otp_last_step', 'is', null), is('otp_last_step', '<', step)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

async function redeemRecoveryCode(
  database: Database,
  user: SecretHolder,
  codeHash: string,
  now: Date
): Promise<boolean> {
  const result = await database
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where(eb => eb.and({ programme_id: user.programme_id, user_id: user.user_id, code_hash: codeHash }))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Codes that the server generates are random enough for a plain hash. */
export const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url')
