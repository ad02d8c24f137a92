import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { WRONG_CODE } from '#contract/failures.ts'
import { isLongPassword, passwordLength } from '#domain/people/password.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { forbiddenError, invalid } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteOf } from '#server/http/route.ts'
import { isSameSecondFactor, lockCredential, requireOpenSession, type ProvedLogin } from './credentials.ts'
import { requireCurrentPassword, requireSamePassword } from './current-password.ts'
import { withPasswords } from './passwords.ts'
import { findCountedCode } from './second-factor-check.ts'
import { hashOf, redeemCode, type ValidCode } from './second-factor.ts'
import { endSessions } from './sessions.ts'

/** Quality 2: ten recovery codes, each valid once. */
const RECOVERY_CODES = 10

/** How long a login counts as a proof of the password. */
const FRESH_LOGIN_MS = 5 * 60 * 1000

const SECOND_FACTOR_IS_OFF = 'Two-factor authentication is off. Turn it on first.'

const findOtpUser = (database: Database, { programmeId, userId }: CallingUser) =>
  database
    .selectFrom('users')
    .select(['programme_id', 'user_id', 'email_address', 'status', 'password_hash'])
    .select(['otp_secret', 'otp_enabled', 'has_long_password'])
    .where(eb => eb.and({ programme_id: programmeId, user_id: userId }))
    .executeTakeFirstOrThrow()

export const generateOtp: RouteOf<'generateOtp'> = async (_, { database, caller, programmes }) => {
  const { email_address } = await findOtpUser(database, caller)
  const secret = new Secret({ size: 20 })
  const issuer = programmeOf(programmes, caller.programmeId).programmeName
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set({ otp_secret: secret.base32, otp_last_step: null })
    .where(eb => eb.and({ programme_id: caller.programmeId, user_id: caller.userId, otp_enabled: false }))
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw forbiddenError('Two-factor authentication is on. Turn it off before you set it up again.')
  const totp = new TOTP({ issuer, label: email_address, secret, digits: 6, period: 30 })
  return { secret: secret.base32, otpauth_url: totp.toString(), issuer, account_name: email_address }
}

export const enableOtp: RouteOf<'enableOtp'> = async ({ body }, { database, caller, programmes, now }) => {
  const user = await findOtpUser(database, caller)
  if (body.enabled === user.otp_enabled)
    throw invalid('enabled', body.enabled ? 'is already on' : 'is already off')
  if (body.enabled && user.otp_secret === null) throw invalid('enabled', 'needs a secret first')
  if (!body.enabled && programmeOf(programmes, caller.programmeId).otpRequired)
    throw forbiddenError('This programme requires two-factor authentication.')
  if (body.enabled) await requireProof(database, caller, user, body.current_password, now)
  else requireLongPassword(user)
  const code = await requireToken(database, user, body.token, now)
  const codes = body.enabled ? newCodes() : []
  await transaction(database, async tx => {
    const current = await lockCredential(tx, user)
    await requireOpenSession(tx, caller)
    // Two codes that are valid at the same time switch it only once.
    if (current.otp_enabled === body.enabled)
      throw invalid('enabled', body.enabled ? 'is already on' : 'is already off')
    if (body.enabled) requireSamePassword(current, user)
    else requireLongPassword(current)
    // The code must be for this secret, not for one that another session has created since.
    if (current.otp_secret !== user.otp_secret) throw invalid('token', WRONG_CODE)
    await redeemToken(tx, user, code, now)
    await tx
      .updateTable('users')
      .set({ otp_enabled: body.enabled, ...(!body.enabled && { otp_secret: null }), ...lengthOf(body) })
      .where(eb => eb.and({ programme_id: caller.programmeId, user_id: caller.userId }))
      .execute()
    await replaceCodes(tx, caller, codes)
    // The other sessions were opened with the password alone.
    if (body.enabled) await endSessions(tx, caller.programmeId, caller.userId, now, caller.sessionId)
  })
  return { otp_enabled: body.enabled, recovery_codes: codes }
}

/** Whether the proved password is long; empty if none was required. */
const lengthOf = ({
  enabled,
  current_password
}: {
  enabled: boolean
  current_password?: string | undefined
}) =>
  enabled && current_password !== undefined ? { has_long_password: isLongPassword(current_password) } : {}

/** Without a second factor a short password would be too weak. */
function requireLongPassword({ has_long_password }: { has_long_password: boolean | null }): void {
  if (has_long_password === true) return
  if (has_long_password === null)
    throw forbiddenError(
      'Log out and log in again first, so that the length of your password can be checked.'
    )
  throw forbiddenError(
    `Without two-factor authentication your password needs at least ${passwordLength(false)} characters. Change it first.`
  )
}

/** A recent login proves the password; after that it is requested again. */
async function requireProof(
  database: Database,
  caller: CallingUser,
  user: Awaited<ReturnType<typeof findOtpUser>>,
  typed: string | undefined,
  now: Date
): Promise<void> {
  if (typed === undefined && now.getTime() - caller.loggedInAt.getTime() <= FRESH_LOGIN_MS) return
  if (typed === undefined) throw invalid('current_password', 'must be given')
  const account = { programmeId: user.programme_id, emailAddress: user.email_address }
  await withPasswords(passwords => requireCurrentPassword(passwords, database, account, user, typed, now))
}

/**
 * Proves that the caller holds the account, not just an open session: by a code where two-factor authentication is on, otherwise by the password.
 * Returns the account for `lockProvedAccount`.
 */
export async function proveAccount(
  database: Database,
  caller: CallingUser,
  proof: { token?: string | undefined; current_password?: string | undefined },
  now: Date
): Promise<ProvedLogin & { email_address: string }> {
  const user = await findOtpUser(database, caller)
  if (user.otp_enabled) {
    if (proof.token === undefined) throw invalid('token', 'must be given')
    return { ...user, code: await requireToken(database, user, proof.token, now) }
  }
  await requireProof(database, caller, user, proof.current_password, now)
  return { ...user, code: null }
}

/** Locks a proved account, if its credential is still the one that was proved, and redeems the code. */
export async function lockProvedAccount(
  tx: Tx,
  caller: CallingUser,
  proved: ProvedLogin,
  now: Date
): Promise<void> {
  const current = await lockCredential(tx, proved)
  await requireOpenSession(tx, caller)
  requireSamePassword(current, proved)
  if (!isSameSecondFactor(current, proved)) throw invalid('token', WRONG_CODE)
  await redeemToken(tx, proved, proved.code, now)
}

export const renewRecoveryCodes: RouteOf<'renewRecoveryCodes'> = async (
  { body },
  { database, caller, now }
) => {
  const user = await findOtpUser(database, caller)
  if (!user.otp_enabled) throw forbiddenError(SECOND_FACTOR_IS_OFF)
  const code = await requireToken(database, user, body.token, now)
  const codes = newCodes()
  await transaction(database, async tx => {
    const current = await lockCredential(tx, user)
    await requireOpenSession(tx, caller)
    // It may have been switched off, reset or set up again in the meantime.
    if (!current.otp_enabled) throw forbiddenError(SECOND_FACTOR_IS_OFF)
    if (!isSameSecondFactor(current, user)) throw invalid('token', WRONG_CODE)
    await redeemToken(tx, user, code, now)
    await replaceCodes(tx, caller, codes)
  })
  return { recovery_codes: codes }
}

async function requireToken(
  database: Database,
  user: Awaited<ReturnType<typeof findOtpUser>>,
  token: string,
  now: Date
): Promise<ValidCode> {
  const code = await findCountedCode(database, user, token, now)
  if (code === null) throw invalid('token', WRONG_CODE)
  return code
}

async function redeemToken(
  tx: Tx,
  user: { programme_id: number; user_id: number },
  code: ValidCode | null,
  now: Date
): Promise<void> {
  if (!(await redeemCode(tx, user, code, now))) throw invalid('token', WRONG_CODE)
}

async function replaceCodes(
  tx: Tx,
  { programmeId, userId }: CallingUser,
  codes: readonly string[]
): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where(eb => eb.and({ programme_id: programmeId, user_id: userId }))
    .execute()
  if (codes.length === 0) return
  const rows = codes.map(code => ({
    programme_id: programmeId,
    user_id: userId,
    code_hash: hashOf(code.replaceAll('-', '')),
    used_at: null
  }))
  await tx.insertInto('recovery_codes').values(rows).execute()
}

const newCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, recoveryCode)

/**
 * 80 random bits in characters that are not confused with each other. Never six digits, so never mistaken
 * for a time-based code.
 */
function recoveryCode(): string {
  const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const text = Array.from(randomBytes(16), byte => letters[byte % 32]).join('')
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}
