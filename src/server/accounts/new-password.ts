// Sets the password of an account: the only writer of password hashes after an account is made.

import { isLongPassword, passwordFault, personalWordsOf } from '#domain/people/password.ts'
import { forgetAttempts } from '#server/auth/lockout.ts'
import { revokeCodes } from '#server/auth/one-time-codes.ts'
import type { Passwords } from '#server/auth/passwords.ts'
import { endSessions } from '#server/auth/sessions.ts'
import type { Tx } from '#server/database/schema.ts'
import { invalid } from '#server/http/api-error.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteContext } from '#server/http/route.ts'

/** The account, with the names that a password must not be made of. */
export interface PasswordHolder {
  programme_id: number
  user_id: number
  email_address: string
  first_name: string
  last_name: string
  otp_enabled: boolean
}

export interface NewPassword {
  text: string
  hash: string
}

type NewPasswordContext = RouteContext<'open'>

/** Validates and hashes a new password. Hashing takes a while, so `savePassword` checks the account again. */
export async function prepareNewPassword(
  { hash }: Passwords,
  text: string,
  holder: PasswordHolder,
  context: NewPasswordContext
): Promise<NewPassword> {
  requireGoodPassword(text, holder, context)
  return { text, hash: await hash(text) }
}

export function requireGoodPassword(
  text: string,
  holder: PasswordHolder,
  { programmes }: NewPasswordContext
): void {
  const { programmeName, code } = programmeOf(programmes, holder.programme_id)
  const personalWords = personalWordsOf(holder, { programmeName, programmeCode: code })
  const fault = passwordFault(text, { hasSecondFactor: holder.otp_enabled, personalWords })
  if (fault !== null) throw invalid('new_password', fault)
}

/**
 * Saves a new password of an account that the transaction has locked; `holder` is the account as it is now. Ends the other sessions and
 * revokes all codes.
 */
export async function savePassword(
  tx: Tx,
  holder: PasswordHolder,
  password: NewPassword,
  context: NewPasswordContext
): Promise<void> {
  requireGoodPassword(password.text, holder, context)
  const { now } = context
  await tx
    .updateTable('users')
    .set({
      password_hash: password.hash,
      password_changed_at: now,
      password_expires_at: null,
      has_long_password: isLongPassword(password.text)
    })
    .where(eb => eb.and({ programme_id: holder.programme_id, user_id: holder.user_id }))
    .execute()
  await revokeCodes(tx, holder, now)
  await endSessions(tx, holder.programme_id, holder.user_id, now, ownSession(context, holder))
  // Ends a lockout caused by someone else's guesses.
  await forgetAttempts(tx, {
    programmeId: holder.programme_id,
    kind: 'password',
    subject: holder.email_address
  })
}

/** The session that makes the change stays open. */
const ownSession = (
  { caller }: NewPasswordContext,
  { programme_id, user_id }: PasswordHolder
): string | undefined =>
  caller?.userId === user_id && caller.programmeId === programme_id ? caller.sessionId : undefined
