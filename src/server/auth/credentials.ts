// Checks that a proved credential is still the account's current one. Hashing a password takes time, in which the credential may be replaced.
// So every write that it allows first locks the account and compares, in the same transaction.

import { LOGIN_FAILURE } from '#contract/failures.ts'
import type { Row } from '#server/database/column-types.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Tx } from '#server/database/schema.ts'
import { ApiError, unauthenticatedError } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { redeemCode, type ValidCode } from './second-factor.ts'

interface CredentialAccount {
  programme_id: number
  user_id: number
}

/** The credential at the time the caller proved it. */
export type Credential = CredentialAccount &
  Pick<Row<'users'>, 'status' | 'password_hash' | 'otp_enabled' | 'otp_secret'>

export interface ProvedLogin extends Credential {
  /** The code of the second factor, if one was required. */
  code: ValidCode | null
}

export type CurrentCredential = Credential & Pick<Row<'users'>, 'role_type_id' | 'has_long_password'>

/** Locks the account until the transaction ends. Returns its credential as it is now. */
export async function lockCredential(
  tx: Tx,
  { programme_id, user_id }: CredentialAccount
): Promise<CurrentCredential> {
  await lockRow(tx, 'users', programme_id, user_id)
  return tx
    .selectFrom('users')
    .select(['programme_id', 'user_id', 'status', 'password_hash', 'otp_enabled', 'otp_secret'])
    .select(['role_type_id', 'has_long_password'])
    .where(eb => eb.and({ programme_id, user_id }))
    .executeTakeFirstOrThrow()
}

export const isSameSecondFactor = (one: Credential, other: Credential): boolean =>
  one.otp_enabled === other.otp_enabled && (!one.otp_enabled || one.otp_secret === other.otp_secret)

/** Refuses a login whose credential has been replaced since it was proved, and redeems its code. Returns the current one. */
export async function requireCurrentLogin(
  tx: Tx,
  proved: ProvedLogin,
  now: Date
): Promise<CurrentCredential> {
  const current = await lockCredential(tx, proved)
  requireActive(current.status)
  if (current.password_hash !== proved.password_hash) throw new ApiError(401, LOGIN_FAILURE.incorrect)
  if (!isSameSecondFactor(current, proved))
    throw new ApiError(401, current.otp_enabled ? LOGIN_FAILURE.missingOtp : LOGIN_FAILURE.incorrect)
  if (!(await redeemCode(tx, proved, proved.code, now))) throw new ApiError(401, LOGIN_FAILURE.invalidOtp)
  return current
}

/** Only statuses that the user can act on are disclosed, and only to someone who knows the password. */
export function requireActive(status: Row<'users'>['status']): void {
  if (status === 'email_unverified') throw new ApiError(403, LOGIN_FAILURE.emailNotVerified)
  if (status === 'awaiting_approval') throw new ApiError(403, LOGIN_FAILURE.awaitingApproval)
  if (status !== 'active') throw new ApiError(401, LOGIN_FAILURE.incorrect)
}

/** The call's session, unless it has ended, for example because the password was changed elsewhere or the user suspended. */
export const selectOpenSession = (tx: Tx, { programmeId, userId, sessionId }: CallingUser) =>
  tx
    .selectFrom('sessions')
    .modifyFront(prepared)
    .select('session_id')
    .where(eb => eb.and({ programme_id: programmeId, user_id: userId, session_id: sessionId }))
    .where('revoked_at', 'is', null)

export async function requireOpenSession(tx: Tx, caller: CallingUser): Promise<void> {
  if ((await selectOpenSession(tx, caller).executeTakeFirst()) === undefined) throw unauthenticatedError()
}
