import { LOGIN_FAILURE } from '#contract/failures.ts'
import { isPasswordDue, normalisePassword } from '#domain/people/password.ts'
import { isSameSecondFactor, lockCredential, requireOpenSession } from '#server/auth/credentials.ts'
import { requireCurrentPassword, requireSamePassword } from '#server/auth/current-password.ts'
import {
  findOneTimeCode,
  redeemMailedCode,
  requireOpen,
  type MailedCode
} from '#server/auth/one-time-codes.ts'
import { withPasswords, type Passwords } from '#server/auth/passwords.ts'
import { requireCodeOrRecovery } from '#server/auth/second-factor-check.ts'
import { redeemCode } from '#server/auth/second-factor.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { ApiError, forbiddenError, invalid } from '#server/http/api-error.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteContext, RouteOf } from '#server/http/route.ts'
import { mailTemplates } from './mail-templates.ts'
import { prepareNewPassword, requireGoodPassword, savePassword, type PasswordHolder } from './new-password.ts'
import { writeMail } from './outbox.ts'
import { changeStatus } from './status.ts'
import { requireUser, requireUserOrganisation } from './user-rows.ts'

type PasswordBody = Parameters<RouteOf<'changePassword'>>[0]['body']
type PasswordChangeContext = RouteContext<'open'>

/**
 * Accepts a mailed code, the caller's current password, or, when logged out, an address with its expired
 * password and the second factor if there is one: the same proof as a login.
 */
export const changePassword: RouteOf<'changePassword'> = async ({ body }, context) => ({
  detail:
    body.code === undefined
      ? await changeByPassword(body, context)
      : await changeByCode(body.code, body.new_password, context)
})

const CHANGED = 'The password was changed.'

async function changeByCode(
  text: string,
  newPassword: string,
  context: PasswordChangeContext
): Promise<string> {
  const { database, now } = context
  const code = await findOneTimeCode(database, text, ['verify_email', 'reset_password', 'invite'])
  if (!code) throw new ApiError(404, 'This link is damaged. Copy the whole link, or request another one.')
  requireOpen(code, now)
  const password = await withPasswords(passwords =>
    prepareNewPassword(passwords, newPassword, { ...code, ...code.confirms }, context)
  )
  return transaction(database, async tx => {
    const redeemed = await redeemMailedCode(tx, code, now)
    await savePassword(tx, { ...redeemed, ...redeemed.confirms }, password, context)
    if (redeemed.purpose === 'verify_email') {
      await confirmRegistration(tx, redeemed, now)
      return 'Your email address is confirmed.'
    }
    if (redeemed.status === 'invited') await requireOpenInvitation(tx, redeemed)
    // Setting a password accepts an invitation: it proves the mailbox.
    await changeStatus(tx, redeemed, 'accept_invitation')
    await mailPasswordChanged(tx, redeemed, context)
    return CHANGED
  })
}

/** The organisation may have been retired since the invitation. */
async function requireOpenInvitation(tx: Tx, { programme_id, user_id }: MailedCode): Promise<void> {
  const { organisation_id, role_type_id } = await requireUser(tx, programme_id, user_id)
  try {
    await requireUserOrganisation(tx, programme_id, organisation_id, role_type_id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw forbiddenError(
      'Your organisation has been retired, so this account cannot be opened. To have it restored, ask a programme admin.'
    )
  }
}

/** Sets the account's data to those in the code's mail. */
async function confirmRegistration(
  tx: Tx,
  { programme_id, user_id, confirms }: MailedCode,
  now: Date
): Promise<void> {
  await changeStatus(tx, { programme_id, user_id }, 'verify_email')
  if (confirms === null) throw new Error('Only a code with its data can be redeemed.')
  const { organisation_id, first_name, last_name, job_title, requested_organisation_name } = confirms
  await tx
    .updateTable('users')
    .set({ organisation_id, first_name, last_name, job_title, requested_organisation_name })
    .set({ terms_accepted_at: now })
    .where(eb => eb.and({ programme_id, user_id }))
    .execute()
}

async function changeByPassword(body: PasswordBody, given: PasswordChangeContext): Promise<string> {
  const { database, now } = given
  const caller = await callerNamed(body, given)
  const context = { ...given, caller }
  const { user, code, password } = await withPasswords(async passwords => {
    const known = await knownByPassword(passwords, body, context)
    if (normalisePassword(body.current_password ?? '') === normalisePassword(body.new_password))
      throw invalid('new_password', 'must be different')
    requireGoodPassword(body.new_password, known, context)
    const validCode = caller === null ? await requireCodeOrRecovery(database, known, body.otp, now) : null
    return {
      user: known,
      code: validCode,
      password: await prepareNewPassword(passwords, body.new_password, known, context)
    }
  })
  await transaction(database, async tx => {
    const current = await lockCredential(tx, user)
    requireSamePassword(current, user)
    if (caller !== null) await requireOpenSession(tx, caller)
    else if (!isSameSecondFactor(current, user)) throw new ApiError(401, LOGIN_FAILURE.missingOtp)
    if (!(await redeemCode(tx, user, code, now))) throw new ApiError(401, LOGIN_FAILURE.invalidOtp)
    await savePassword(tx, { ...user, otp_enabled: current.otp_enabled }, password, context)
    await mailPasswordChanged(tx, user, context)
  })
  return CHANGED
}

const mailPasswordChanged = (
  tx: Tx,
  { programme_id, email_address }: PasswordHolder,
  { programmes, now }: PasswordChangeContext
): Promise<void> =>
  writeMail(
    tx,
    programme_id,
    email_address,
    mailTemplates.passwordChanged(programmeOf(programmes, programme_id)),
    now
  )

/** The caller, unless the body names another account: someone else may be logged in where an expired password is replaced. The call then counts as one without a session. */
async function callerNamed(
  { programme_id, email_address }: PasswordBody,
  { database, caller }: PasswordChangeContext
): Promise<PasswordChangeContext['caller']> {
  if (caller === null || email_address === undefined) return caller
  const own = await find(database, caller)
  const isOwn =
    own?.email_address === email_address && (programme_id ?? own.programme_id) === own.programme_id
  return isOwn ? caller : null
}

/** The user whose current password was given: the caller, or when logged out someone whose password must be replaced. */
async function knownByPassword(
  passwords: Passwords,
  body: PasswordBody,
  { database, programmes, caller, now }: PasswordChangeContext
) {
  if (body.current_password === undefined) throw invalid('current_password', 'must be given')
  const named: NamedAccount = caller
    ? { programmeId: caller.programmeId, userId: caller.userId }
    : namedByAddress(body)
  const programme = programmeOf(programmes, named.programmeId)
  const found = await find(database, named)
  const account = { programmeId: named.programmeId, emailAddress: accountAddress(named, found) }
  const user = await requireCurrentPassword(passwords, database, account, found, body.current_password, now)
  if (caller === null && !isPasswordDue(user, body.current_password, programme.passwordMaxAgeDays, now))
    throw new ApiError(403, LOGIN_FAILURE.notExpired)
  return user
}

const accountAddress = (named: NamedAccount, user: { email_address: string } | undefined): string =>
  user?.email_address ?? ('emailAddress' in named ? named.emailAddress : '')

type NamedAccount = { programmeId: number; userId: number } | { programmeId: number; emailAddress: string }

function namedByAddress(body: PasswordBody): { programmeId: number; emailAddress: string } {
  if (body.programme_id === undefined || body.email_address === undefined)
    throw new ApiError(401, 'Log in to continue.')
  return { programmeId: body.programme_id, emailAddress: body.email_address }
}

const find = (database: Database, named: NamedAccount) =>
  database
    .selectFrom('users')
    .select([
      'programme_id',
      'user_id',
      'email_address',
      'first_name',
      'last_name',
      'otp_enabled',
      'otp_secret',
      'password_hash'
    ])
    .select(['status', 'password_changed_at', 'password_expires_at'])
    .where('programme_id', '=', named.programmeId)
    .where(is =>
      'userId' in named ? is('user_id', '=', named.userId) : is('email_address', '=', named.emailAddress)
    )
    .executeTakeFirst()
