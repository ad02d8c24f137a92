// Account requests from logged-out visitors: registering, looking at a request, requesting a password link.
// Replies do not reveal whether an account exists, neither in text nor in timing: known and unknown
// addresses run the same statements.

import { ACCOUNT_STATUSES, MAILED_CODE_STATUSES, type AccountStatus } from '#domain/people/user-status.ts'
import { findOneTimeCode, issueCode, issueCodes, requireOpen } from '#server/auth/one-time-codes.ts'
import type { ConfirmedRegistration } from '#server/database/column-types.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { forbiddenError, requireFound } from '#server/http/api-error.ts'
import { programmeOf, type RunningProgramme } from '#server/http/programme.ts'
import type { RouteOf } from '#server/http/route.ts'
import { lockAddress, mayMail, type RequestedMail } from './mail-limits.ts'
import { mailTemplates } from './mail-templates.ts'
import { findOpenRequests, organisationNames } from './open-requests.ts'
import { writeMailTo } from './outbox.ts'
import { DEFAULT_ROLE } from './user-rows.ts'

type RegisterBody = Parameters<RouteOf<'registerUser'>>[0]['body']
type AccountRegistration = Exclude<RegisterBody, { resend: true }>

const UNVERIFIED = MAILED_CODE_STATUSES.verify_email
const WITH_PASSWORD_LINK = MAILED_CODE_STATUSES.reset_password
const UNDECIDED: readonly AccountStatus[] = ['awaiting_approval']
const CLOSED_ACCOUNTS = ACCOUNT_STATUSES.filter(
  status => ![UNVERIFIED, WITH_PASSWORD_LINK, UNDECIDED].some(others => others.includes(status))
)

export const registerUser: RouteOf<'registerUser'> = async (
  { body },
  { database, programmes, now, requester }
) => {
  const programme = programmeOf(programmes, body.programme_id)
  const mail = { programmeId: body.programme_id, emailAddress: body.email_address, requester }
  if ('resend' in body)
    await mailOnce(database, { ...mail, kind: 'resend' }, now, tx =>
      mailOpenRequests(tx, programme, body.email_address, now)
    )
  else {
    if (programme.isRegistrationClosed) throw forbiddenError('Registration is closed.')
    const organisationName = await requireListed(database, body)
    await mailOnce(database, { ...mail, kind: 'registration' }, now, tx =>
      keepRegistration(tx, programme, body, organisationName, now)
    )
  }
  return { user_id: null, status: 'email_unverified' as const }
}

/** Runs a change that sends a mail, if the address may receive one more this hour. Otherwise changes nothing. */
async function mailOnce(
  database: Database,
  mail: RequestedMail,
  now: Date,
  change: (tx: Tx) => Promise<void>
): Promise<void> {
  await transaction(database, async tx => {
    await lockAddress(tx, mail.programmeId, mail.emailAddress)
    if (await mayMail(tx, mail, now)) await change(tx)
  })
}

/**
 * Issues a code that confirms what was entered now, and creates the account if the address has none. An existing request is
 * unchanged: someone else may have made it, and the owner of the mailbox chooses between them.
 */
async function keepRegistration(
  tx: Tx,
  programme: RunningProgramme,
  body: AccountRegistration,
  organisationName: string | null,
  now: Date
): Promise<void> {
  const confirms: ConfirmedRegistration = {
    organisation_id: body.organisation_id,
    first_name: body.first_name,
    last_name: body.last_name,
    job_title: body.job_title ?? '',
    requested_organisation_name: body.organisation_id === null ? organisationName : null
  }
  await tx
    .insertInto('users')
    .values({
      ...confirms,
      programme_id: body.programme_id,
      email_address: body.email_address,
      role_type_id: DEFAULT_ROLE,
      status: 'email_unverified',
      otp_enabled: false,
      terms_accepted_at: now,
      created_at: now
    })
    .onConflict(conflict => conflict.columns(['programme_id', 'email_address']).doNothing())
    .execute()
  const recipient = { programmeId: body.programme_id, emailAddress: body.email_address }
  const code = await issueCode(tx, recipient, 'verify_email', now, confirms)
  const mail = mailTemplates.verify_email(programme, [{ ...confirms, code, organisationName }], now)
  await writeMailTo(tx, { ...recipient, statuses: UNVERIFIED }, mail, now)
  const { known, waiting, closed } = mailTemplates
  await writeMailTo(tx, { ...recipient, statuses: WITH_PASSWORD_LINK }, known(programme), now)
  await writeMailTo(tx, { ...recipient, statuses: UNDECIDED }, waiting(programme), now)
  await writeMailTo(tx, { ...recipient, statuses: CLOSED_ACCOUNTS }, closed(programme), now)
}

/** Mails each open request of an address with a code of its own. */
async function mailOpenRequests(
  tx: Tx,
  programme: RunningProgramme,
  emailAddress: string,
  now: Date
): Promise<void> {
  const recipient = { programmeId: programme.programmeId, emailAddress }
  const requests = await findOpenRequests(tx, recipient)
  const names = await organisationNames(tx, programme.programmeId, requests)
  const codes = await issueCodes(tx, recipient, 'verify_email', now, requests)
  const listed = requests.map((request, index) => ({
    ...request,
    code: codes[index] ?? '',
    organisationName: names[index] ?? null
  }))
  await writeMailTo(
    tx,
    { ...recipient, statuses: UNVERIFIED },
    mailTemplates.verify_email(programme, listed, now),
    now
  )
}

/** The organisation's name: from the list, or as typed. */
async function requireListed(
  database: Database,
  { programme_id, organisation_id, organisation_name }: AccountRegistration
): Promise<string | null> {
  if (organisation_id === null) return organisation_name ?? null
  const row = await database
    .selectFrom('organisations')
    .select('organisation_name')
    .where(eb => eb.and({ programme_id, organisation_id, is_active: true }))
    .executeTakeFirst()
  return requireFound(row, 'organisation').organisation_name
}

/** Shows the request that a code confirms. The code stays valid, because mail scanners open links too. */
export const verifyEmail: RouteOf<'verifyEmail'> = async ({ query }, { database, now }) => {
  const code = requireFound(await findOneTimeCode(database, query.code, ['verify_email']), 'code')
  const isDone = code.status === 'active' || code.status === 'awaiting_approval'
  if (!isDone) requireOpen(code, now)
  const person = isDone ? code : (code.confirms ?? code)
  const [organisationName = null] = await organisationNames(database, code.programme_id, [person])
  return {
    status: isDone ? 'already_verified' : 'open',
    email_address: code.email_address,
    first_name: person.first_name,
    last_name: person.last_name,
    organisation_name: organisationName,
    next: code.status === 'active' ? 'login' : isDone ? 'awaiting_approval' : 'set_password'
  }
}

export const resetPassword: RouteOf<'resetPassword'> = async (
  { body },
  { database, programmes, now, requester }
) => {
  const programme = programmeOf(programmes, body.programme_id)
  const recipient = { programmeId: body.programme_id, emailAddress: body.email_address }
  await mailOnce(database, { ...recipient, kind: 'password', requester }, now, async tx => {
    const code = await issueCode(tx, recipient, 'reset_password', now)
    const mail = mailTemplates.reset_password(programme, body.email_address, code)
    await writeMailTo(tx, { ...recipient, statuses: MAILED_CODE_STATUSES.reset_password }, mail, now)
  })
  return { detail: 'If there is an account with this address, we have sent a link to set a new password.' }
}
