// Accounts from the outside: asking for one, confirming an address, setting a password. The answers do not tell whether an account exists.
import { passwordFault } from '#domain/password.ts'
import { PASSWORD_LINK_STATUSES } from '#domain/user-status.ts'
import { letters } from '../accounts/letters.ts'
import { findCode, issueCode, redeem } from '../accounts/one-time-codes.ts'
import { changeStatus } from '../accounts/status.ts'
import { mayMail, writeMail } from '../accounts/outbox.ts'
import { FIRST_ROLE, limitAddress, programmeOf } from '../accounts/people.ts'
import type { Database } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { hashPassword } from '../passwords.ts'
import { Refusal, found, invalid } from '../refusal.ts'
import type { RouteContext, RouteOf } from '../route.ts'

const findUser = (database: Database, programmeId: number, emailAddress: string) =>
  database
    .selectFrom('users')
    .select(['programme_id', 'user_id', 'status', 'email_address'])
    .where('programme_id', '=', programmeId)
    .where('email_address', '=', emailAddress)
    .executeTakeFirst()

export const registerUser: RouteOf<'registerUser'> = async ({ body }, context) => {
  const { database, programmes, now, address } = context
  const programme = programmeOf(programmes, body.programme_id)
  await limitAddress(database, body.programme_id, address, now)
  if ('resend' in body) await sendVerification(body.programme_id, body.email_address, context)
  else {
    const ownWords = [body.first_name, body.last_name, body.email_address.split('@')[0] ?? '', programme.programmeName, programme.code]
    const fault = passwordFault(body.password, { hasSecondFactor: false, ownWords })
    if (fault !== null) throw invalid('password', fault)
    if (body.organisation_id !== null) await requireListed(database, body.programme_id, body.organisation_id)
    // Hashed before the look-up, so that a known address takes as long as a new one.
    await register(body, await hashPassword(body.password), context)
  }
  return { user_id: null, status: 'email_unverified' as const }
}

type Registration = Exclude<Parameters<RouteOf<'registerUser'>>[0]['body'], { resend: true }>

async function register(body: Registration, passwordHash: string, context: RouteContext<'open'>): Promise<void> {
  const { database, programmes, now } = context
  const known = await findUser(database, body.programme_id, body.email_address)
  if (known && known.status !== 'email_unverified') {
    const programme = programmeOf(programmes, body.programme_id)
    if (await mayMail(database, body.programme_id, body.email_address, now))
      await writeMail(database, body.programme_id, body.email_address, letters.known(programme), now)
    return
  }
  // Whoever asked before without confirming may have been somebody else: the last one to ask sets the password, the mailbox decides.
  const fields = {
    organisation_id: body.organisation_id,
    first_name: body.first_name,
    last_name: body.last_name,
    job_title: body.job_title ?? '',
    requested_organisation_name: body.organisation_id === null ? (body.organisation_name ?? null) : null,
    password_hash: passwordHash,
    password_changed_at: now,
    terms_accepted_at: now
  }
  await database
    .insertInto('users')
    .values({
      ...fields,
      programme_id: body.programme_id,
      email_address: body.email_address,
      role_type_id: FIRST_ROLE,
      status: 'email_unverified',
      otp_enabled: false,
      created_at: now
    })
    .onConflict(conflict =>
      conflict.columns(['programme_id', 'email_address']).doUpdateSet(fields).where('users.status', '=', 'email_unverified')
    )
    .execute()
  await sendVerification(body.programme_id, body.email_address, context)
}

async function sendVerification(
  programmeId: number,
  emailAddress: string,
  { database, programmes, now }: RouteContext<'open'>
): Promise<void> {
  const programme = programmeOf(programmes, programmeId)
  const user = await findUser(database, programmeId, emailAddress)
  if (user?.status !== 'email_unverified' || !(await mayMail(database, programmeId, emailAddress, now))) return
  await transaction(database, async work => {
    const code = await issueCode(work, user, 'verify_email', now)
    await writeMail(work, programmeId, emailAddress, letters.verify(programme, code), now)
  })
}

async function requireListed(database: Database, programmeId: number, organisationId: number): Promise<void> {
  const row = await database
    .selectFrom('organisations')
    .select('organisation_id')
    .where('programme_id', '=', programmeId)
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  found(row, 'organisation')
}

export const verifyEmail: RouteOf<'verifyEmail'> = async ({ query }, { database, now }) => {
  const row = found(await findCode(database, query.code, ['verify_email']), 'code')
  const next = row.status === 'active' ? ('login' as const) : ('awaiting_approval' as const)
  if (row.used_at !== null || row.status !== 'email_unverified')
    return { status: 'already_verified', email_address: row.email_address, next }
  if (row.expires_at <= now) throw new Refusal(410, 'This link has expired. Ask for another.')
  await transaction(database, async work => {
    if (await redeem(work, row, now)) await changeStatus(work, row, 'verify_email')
  })
  return { status: 'verified', email_address: row.email_address, next: 'awaiting_approval' }
}

export const resetPassword: RouteOf<'resetPassword'> = async ({ body }, { database, programmes, now, address }) => {
  const programme = programmeOf(programmes, body.programme_id)
  await limitAddress(database, body.programme_id, address, now)
  const user = await findUser(database, body.programme_id, body.email_address)
  const isServed = user !== undefined && PASSWORD_LINK_STATUSES.includes(user.status)
  if (isServed && (await mayMail(database, body.programme_id, body.email_address, now))) {
    await transaction(database, async work => {
      const code = await issueCode(work, user, 'reset_password', now)
      await writeMail(work, body.programme_id, body.email_address, letters.reset(programme, code), now)
    })
  }
  return { detail: 'If there is an account with this address, a link to set a new password is on its way.' }
}
