// Account requests from logged-out visitors: registering, confirming an address, requesting a password link.
// Replies do not reveal whether an account exists, neither in text nor in timing: known and unknown
// addresses run the same statements.
import { passwordFault } from '#domain/password.ts'
import { ACCOUNT_STATUSES, PASSWORD_LINK_STATUSES } from '#domain/user-status.ts'
import { mailTemplates } from './mail-templates.ts'
import { findCode, issueCode, redeem, revokeCodes } from '../auth/one-time-codes.ts'
import { lockAddress, mayMail, writeMailTo } from './outbox.ts'
import { DEFAULT_ROLE } from './user-rows.ts'
import { changeStatus } from './status.ts'
import type { Database, Tx } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { withPasswords } from '../auth/passwords.ts'
import { programmeOf, type Programme } from '../http/programme.ts'
import { ApiError, found, invalid } from '../http/api-error.ts'
import type { RouteOf } from '../http/route.ts'

type Body = Parameters<RouteOf<'registerUser'>>[0]['body']
type Registration = Exclude<Body, { resend: true }>

const UNVERIFIED = ['email_unverified'] as const
const KNOWN = ACCOUNT_STATUSES.filter(status => status !== 'email_unverified')

export const registerUser: RouteOf<'registerUser'> = async ({ body }, { database, programmes, now }) => {
  const programme = programmeOf(programmes, body.programme_id)
  const passwordHash = 'resend' in body ? null : await checkedHash(body, programme, database)
  await mailOnce(database, body, now, async tx => {
    if (!('resend' in body) && passwordHash !== null) await keepRegistration(tx, body, passwordHash, now)
    const recipient = {
      programmeId: body.programme_id,
      emailAddress: body.email_address,
      statuses: UNVERIFIED
    }
    const code = await issueCode(tx, recipient, 'verify_email', now)
    await writeMailTo(tx, recipient, mailTemplates.verify(programme, code, now), now)
    if (!('resend' in body))
      await writeMailTo(tx, { ...recipient, statuses: KNOWN }, mailTemplates.known(programme), now)
  })
  return { user_id: null, status: 'email_unverified' as const }
}

/** Validates and hashes before anything is looked up, so that a known address takes as long as a new one. */
async function checkedHash(body: Registration, programme: Programme, database: Database): Promise<string> {
  const personalWords = [
    body.first_name,
    body.last_name,
    body.email_address.split('@')[0] ?? '',
    programme.programmeName,
    programme.code
  ]
  const fault = passwordFault(body.password, { hasSecondFactor: false, personalWords })
  if (fault !== null) throw invalid('password', fault)
  if (body.organisation_id !== null) await requireListed(database, body.programme_id, body.organisation_id)
  return withPasswords(({ hash }) => hash(body.password))
}

/** Runs a change that sends a mail, if the address may receive one more this hour. Otherwise changes nothing. */
async function mailOnce(
  database: Database,
  { programme_id, email_address }: { programme_id: number; email_address: string },
  now: Date,
  tx: (tx: Tx) => Promise<void>
): Promise<void> {
  await transaction(database, async inside => {
    await lockAddress(inside, programme_id, email_address)
    if (await mayMail(inside, programme_id, email_address, now)) await tx(inside)
  })
}

/**
 * Creates an account, or updates one that is still unconfirmed. Whoever asked before may have been someone
 * else: each mailed code confirms the values at the time it was sent, so the owner of the mailbox decides
 * between them.
 */
async function keepRegistration(tx: Tx, body: Registration, passwordHash: string, now: Date): Promise<void> {
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
  await tx
    .insertInto('users')
    .values({
      ...fields,
      programme_id: body.programme_id,
      email_address: body.email_address,
      role_type_id: DEFAULT_ROLE,
      status: 'email_unverified',
      otp_enabled: false,
      created_at: now
    })
    .onConflict(conflict =>
      conflict
        .columns(['programme_id', 'email_address'])
        .doUpdateSet(fields)
        .where('users.status', '=', 'email_unverified')
    )
    .execute()
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
  const { email_address } = row
  if (row.status === 'active') return { status: 'already_verified', email_address, next: 'login' }
  if (row.status === 'awaiting_approval')
    return { status: 'already_verified', email_address, next: 'awaiting_approval' }
  if (row.status !== 'email_unverified' || row.used_at !== null || row.expires_at <= now) throw expired()
  const isFirst = await transaction(database, async tx => {
    if (!(await changeStatus(tx, row, 'verify_email')) || !(await redeem(tx, row, now))) return false
    if (row.confirms !== null)
      await tx
        .updateTable('users')
        .set(row.confirms)
        .where('programme_id', '=', row.programme_id)
        .where('user_id', '=', row.user_id)
        .execute()
    await revokeCodes(tx, row, now)
    return true
  })
  return { status: isFirst ? 'verified' : 'already_verified', email_address, next: 'awaiting_approval' }
}

const expired = (): ApiError => new ApiError(410, 'This link has expired. Request another one.')

export const resetPassword: RouteOf<'resetPassword'> = async ({ body }, { database, programmes, now }) => {
  const programme = programmeOf(programmes, body.programme_id)
  await mailOnce(database, body, now, async tx => {
    const recipient = {
      programmeId: body.programme_id,
      emailAddress: body.email_address,
      statuses: PASSWORD_LINK_STATUSES
    }
    const code = await issueCode(tx, recipient, 'reset_password', now)
    await writeMailTo(tx, recipient, mailTemplates.reset(programme, code), now)
  })
  return { detail: 'If there is an account with this address, we have sent a link to set a new password.' }
}
