import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Database, Tx } from '#server/database/schema.ts'

const PERIOD_SECONDS = 30

interface SecretHolder {
  programme_id: number
  user_id: number
  otp_secret: string | null
}

/** A code that is valid and was not redeemed before: a time step, or a recovery code. */
export type ValidCode = { step: number } | { recoveryCodeHash: string }

/**
 * Finds a code that is valid now: a time-based one, each step once with one step of drift, or a recovery code, each once. Null if it is not
 * valid. It stays valid until what it allows is done and redeems it.
 */
export async function findValidCode(
  database: Database,
  user: SecretHolder,
  typed: string,
  now: Date
): Promise<ValidCode | null> {
  const code = typed.replaceAll(/[\s-]/g, '')
  const found = /^\d{6}$/.test(code)
    ? findTimeStep(user, code, now)
    : { recoveryCodeHash: hashOf(code.toUpperCase()) }
  return found !== null && (await isUnused(database, user, found)) ? found : null
}

function findTimeStep({ otp_secret }: SecretHolder, code: string, now: Date): ValidCode | null {
  if (otp_secret === null) return null
  const totp = new TOTP({ secret: Secret.fromBase32(otp_secret), digits: 6, period: PERIOD_SECONDS })
  const drift = totp.validate({ token: code, window: 1, timestamp: now.getTime() })
  return drift === null ? null : { step: Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + drift }
}

async function isUnused(
  database: Database,
  { programme_id, user_id }: SecretHolder,
  code: ValidCode
): Promise<boolean> {
  const row =
    'step' in code
      ? await database
          .selectFrom('users')
          .select('user_id')
          .where(eb => eb.and({ programme_id, user_id }))
          .where(is => is.or([is('otp_last_step', 'is', null), is('otp_last_step', '<', code.step)]))
          .executeTakeFirst()
      : await database
          .selectFrom('recovery_codes')
          .select('user_id')
          .where(eb => eb.and({ programme_id, user_id, code_hash: code.recoveryCodeHash }))
          .where('used_at', 'is', null)
          .executeTakeFirst()
  return row !== undefined
}

/**
 * Redeems a code in the transaction of what it allows, so that a refused attempt uses up none. False if it was redeemed or replaced in the
 * meantime; true without a code, if none was required.
 */
export async function redeemCode(
  tx: Tx,
  { programme_id, user_id }: Pick<SecretHolder, 'programme_id' | 'user_id'>,
  code: ValidCode | null,
  now: Date
): Promise<boolean> {
  if (code === null) return true
  const result =
    'step' in code
      ? await tx
          .updateTable('users')
          .set({ otp_last_step: code.step })
          .where(eb => eb.and({ programme_id, user_id }))
          .where(is => is.or([is('otp_last_step', 'is', null), is('otp_last_step', '<', code.step)]))
          .executeTakeFirst()
      : await tx
          .updateTable('recovery_codes')
          .set({ used_at: now })
          .where(eb => eb.and({ programme_id, user_id, code_hash: code.recoveryCodeHash }))
          .where('used_at', 'is', null)
          .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Codes that the server generates are random enough for a plain hash. */
export const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url')
