import { LOGIN_FAILURE } from '#contract/failures.ts'
import { passwordExpiry, passwordFault } from '#domain/password.ts'
import { PASSWORD_LINK_STATUSES } from '#domain/user-status.ts'
import { mailTemplates } from './mail-templates.ts'
import { findCode, redeem, revokeCodes } from '../auth/one-time-codes.ts'
import { writeMail } from './outbox.ts'
import { requireSecondFactor } from '../auth/second-factor-check.ts'
import { changeStatus } from './status.ts'
import { requireCurrentPassword, requireSamePassword } from '../auth/current-password.ts'
import { forgetAttempts } from '../auth/lockout.ts'
import type { Database, Tx } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { lockRow } from '../database/locks.ts'
import { withPasswords, type Passwords } from '../auth/passwords.ts'
import { programmeOf, type Programme } from '../http/programme.ts'
import { ApiError, invalid } from '../http/api-error.ts'
import type { RouteContext, RouteOf } from '../http/route.ts'
import { endSessions } from '../auth/sessions.ts'

interface Subject {
  programme_id: number
  user_id: number
  email_address: string
  first_name: string
  last_name: string
  otp_enabled: boolean
}

type Body = Parameters<RouteOf<'changePassword'>>[0]['body']
type Context = RouteContext<'open'>

/**
 * Accepts a mailed code, the caller's current password, or, when logged out, an address with its expired
 * password and the second factor if there is one: the same proof as a login.
 */
export const changePassword: RouteOf<'changePassword'> = async ({ body }, context) => {
  const { database, now } = context
  const code = body.code === undefined ? null : await codeOf(body.code, context)
  const { user, programme, passwordHash } = await withPasswords(async passwords => {
    const found = code ?? (await knownByPassword(passwords, body, context))
    const its = programmeOf(context.programmes, found.programme_id)
    requireGoodPassword(body, found, its)
    if ('otp_secret' in found && context.caller === null)
      await requireSecondFactor(database, found, body.otp, now)
    return { user: found, programme: its, passwordHash: await passwords.hash(body.new_password) }
  })
  await transaction(database, async tx => {
    await lockRow(tx, 'users', user.programme_id, user.user_id)
    if (code !== null && !(await redeem(tx, code, now))) throw goneCode()
    if ('password_hash' in user) await requireSamePassword(tx, user)
    await setPassword(tx, user, passwordHash, now)
    await revokeCodes(tx, user, now)
    await endSessions(tx, user.programme_id, user.user_id, now, ownSession(context, user))
    // Lifts a lockout that someone else's guesses have caused.
    await forgetAttempts(tx, {
      programmeId: user.programme_id,
      kind: 'password',
      subject: user.email_address
    })
    await writeMail(tx, user.programme_id, user.email_address, mailTemplates.passwordChanged(programme), now)
  })
  return { detail: 'The password was changed.' }
}

const goneCode = (): ApiError => new ApiError(410, 'This link has expired. Request another one.')

/** The session that makes the change stays open. */
const ownSession = ({ caller }: Context, { programme_id, user_id }: Subject): string | undefined =>
  caller?.userId === user_id && caller.programmeId === programme_id ? caller.sessionId : undefined

function requireGoodPassword(body: Body, user: Subject, programme: Programme): void {
  const personalWords = [
    user.first_name,
    user.last_name,
    user.email_address.split('@')[0] ?? '',
    programme.programmeName,
    programme.code
  ]
  const fault = passwordFault(body.new_password, { hasSecondFactor: user.otp_enabled, personalWords })
  if (fault !== null) throw invalid('new_password', fault)
  if (body.current_password !== undefined && body.current_password === body.new_password)
    throw invalid('new_password', 'must be different')
}

async function codeOf(text: string, { database, now }: Context) {
  const code = await findCode(database, text, ['reset_password', 'invite'])
  if (!code) throw new ApiError(404, 'This link is damaged. Copy the whole link, or request another one.')
  const isOpen = PASSWORD_LINK_STATUSES.includes(code.status)
  if (code.used_at !== null || code.expires_at <= now || !isOpen) throw goneCode()
  return code
}

async function knownByPassword(
  passwords: Passwords,
  body: Body,
  { database, programmes, caller, now }: Context
): Promise<Subject & { otp_secret: string | null; password_hash: string | null }> {
  if (body.current_password === undefined) throw invalid('current_password', 'must be given')
  const named: Named = caller
    ? { programmeId: caller.programmeId, userId: caller.userId }
    : namedByAddress(body)
  const programme = programmeOf(programmes, named.programmeId)
  const found = await find(database, named)
  const account = { programmeId: named.programmeId, emailAddress: addressOf(named, found) }
  const user = await requireCurrentPassword(passwords, database, account, found, body.current_password, now)
  if (caller === null) requireExpired(user, programme, now)
  return user
}

function requireExpired(
  user: Parameters<typeof passwordExpiry>[0],
  { passwordMaxAgeDays }: Programme,
  now: Date
): void {
  const expiry = passwordExpiry(user, passwordMaxAgeDays)
  if (expiry === null || expiry > now) throw new ApiError(403, LOGIN_FAILURE.notExpired)
}

const addressOf = (named: Named, user: { email_address: string } | undefined): string =>
  user?.email_address ?? ('emailAddress' in named ? named.emailAddress : '')

type Named = { programmeId: number; userId: number } | { programmeId: number; emailAddress: string }

function namedByAddress(body: Body): { programmeId: number; emailAddress: string } {
  if (body.programme_id === undefined || body.email_address === undefined)
    throw new ApiError(401, 'Log in to continue.')
  return { programmeId: body.programme_id, emailAddress: body.email_address }
}

const find = (database: Database, named: Named) =>
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

async function setPassword(
  tx: Tx,
  { programme_id, user_id }: Subject,
  passwordHash: string,
  now: Date
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_changed_at: now, password_expires_at: null })
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', user_id)
    .execute()
  // Setting a password accepts an invitation: it proves the mailbox.
  await changeStatus(tx, { programme_id, user_id }, 'accept_invitation')
}
