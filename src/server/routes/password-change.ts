import { LOGIN_FAILURE } from '#contract/failures.ts'
import { passwordFault } from '#domain/password.ts'
import { PASSWORD_LINK_STATUSES } from '#domain/user-status.ts'
import { letters } from '../accounts/letters.ts'
import { findCode, redeem } from '../accounts/one-time-codes.ts'
import { changeStatus } from '../accounts/status.ts'
import { writeMail } from '../accounts/outbox.ts'
import { limitAddress, programmeOf } from '../accounts/people.ts'
import { countAttempt, forgetAttempts, MOST_FAILURES, WINDOW_MS } from '../attempts.ts'
import type { Database, Work } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { Refusal, invalid } from '../refusal.ts'
import type { RouteContext, RouteOf } from '../route.ts'
import { endSessions } from '../sessions.ts'

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

/** By a mailed code, or by the old password: of the caller, or of an address when it has expired and nobody is signed in. */
export const changePassword: RouteOf<'changePassword'> = async ({ body }, context) => {
  const { database, programmes, now } = context
  const code = body.code === undefined ? null : await codeOf(body.code, context)
  const user: Subject = code ?? (await knownByPassword(body, context))
  const programme = programmeOf(programmes, user.programme_id)
  const ownWords = [user.first_name, user.last_name, user.email_address.split('@')[0] ?? '', programme.programmeName, programme.code]
  const fault = passwordFault(body.new_password, { hasSecondFactor: user.otp_enabled, ownWords })
  if (fault !== null) throw invalid('new_password', fault)
  if (body.current_password !== undefined && body.current_password === body.new_password)
    throw invalid('new_password', 'must be another one')
  const passwordHash = await hashPassword(body.new_password)
  await transaction(database, async work => {
    if (code !== null && !(await redeem(work, code, now))) throw goneCode()
    await setPassword(work, user, passwordHash, now)
    await endSessions(
      work,
      user.programme_id,
      user.user_id,
      now,
      context.caller?.userId === user.user_id ? context.caller.sessionId : undefined
    )
    await writeMail(work, user.programme_id, user.email_address, letters.passwordChanged(programme), now)
  })
  return { detail: 'The password was changed.' }
}

const goneCode = (): Refusal => new Refusal(410, 'This link has expired. Ask for another.')

async function codeOf(text: string, { database, now }: Context) {
  const code = await findCode(database, text, ['reset_password', 'invite'])
  if (!code) throw new Refusal(404, 'This link is damaged. Copy all of it, or ask for another.')
  const isOpen = PASSWORD_LINK_STATUSES.includes(code.status)
  if (code.used_at !== null || code.expires_at <= now || !isOpen) throw goneCode()
  return code
}

async function knownByPassword(body: Body, { database, caller, now, address }: Context): Promise<Subject> {
  if (body.current_password === undefined) throw invalid('current_password', 'must be given')
  const named = caller ? { programmeId: caller.programmeId, userId: caller.userId } : namedByAddress(body)
  await limitAddress(database, named.programmeId, address, now)
  const user = await find(database, named)
  // The same count as at the login, so that this is no second door for guessing.
  const subject = user?.email_address ?? ('emailAddress' in named ? named.emailAddress : '')
  const attempt = { programmeId: named.programmeId, kind: 'password', subject } as const
  if ((await countAttempt(database, attempt, now)) > MOST_FAILURES)
    throw new Refusal(429, LOGIN_FAILURE.locked, { 'Retry-After': String(WINDOW_MS / 1000) })
  const isRight = await verifyPassword(body.current_password, user?.password_hash ?? null)
  if (!isRight || user?.status !== 'active') throw invalid('current_password', 'is not right')
  await forgetAttempts(database, attempt)
  return user
}

function namedByAddress(body: Body): { programmeId: number; emailAddress: string } {
  if (body.programme_id === undefined || body.email_address === undefined) throw new Refusal(401, 'Log in to continue.')
  return { programmeId: body.programme_id, emailAddress: body.email_address }
}

const find = (database: Database, named: { programmeId: number; userId: number } | { programmeId: number; emailAddress: string }) =>
  database
    .selectFrom('users')
    .select(['programme_id', 'user_id', 'email_address', 'first_name', 'last_name', 'otp_enabled', 'password_hash', 'status'])
    .where('programme_id', '=', named.programmeId)
    .where(is => ('userId' in named ? is('user_id', '=', named.userId) : is('email_address', '=', named.emailAddress)))
    .executeTakeFirst()

async function setPassword(work: Work, { programme_id, user_id }: Subject, passwordHash: string, now: Date): Promise<void> {
  const mine = work.updateTable('users').where('programme_id', '=', programme_id).where('user_id', '=', user_id)
  await mine.set({ password_hash: passwordHash, password_changed_at: now, password_expires_at: null }).execute()
  // An invitation is taken up by setting a password: the mailbox is proved by then.
  await changeStatus(work, { programme_id, user_id }, 'accept_invitation')
}
