// Invites the first person who can log in: by email if a mail server is set, otherwise by a link that is shown once.

import * as v from 'valibot'
import { EmailAddress, Name } from '#contract/fields.ts'
import { ROLE, roleName } from '#domain/people/roles.ts'
import type { AccountStatus } from '#domain/people/user-status.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { mailTemplates } from '#server/accounts/mail-templates.ts'
import { writeMail } from '#server/accounts/outbox.ts'
import { changeStatus } from '#server/accounts/status.ts'
import { requireUser } from '#server/accounts/user-rows.ts'
import { changedAccess } from '#server/accounts/users.ts'
import { issueCode, revokeCodes } from '#server/auth/one-time-codes.ts'
import { recordActs } from '#server/auth/record-acts.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { siteUrl } from '#server/http/programme.ts'

export interface Admin {
  emailAddress: string
  firstName: string
  lastName: string
}

/** `Anna Berg <anna@museums.example>`, or the address alone. */
export function readAdmin(text: string): Result<Admin> {
  const [, name = '', bracketed] = /^(.*?)\s*<([^>]*)>$/.exec(text.trim()) ?? []
  const address = v.safeParse(EmailAddress, bracketed ?? text)
  if (!address.success) return err(`"${text}" is not like "Anna Berg <anna@museums.example>"`)
  const [first = '', ...others] = name.split(/\s+/).filter(part => part !== '')
  const fallback = address.output.split('@')[0] ?? ''
  const names = v.safeParse(v.tuple([Name(), Name()]), [first || fallback, others.join(' ') || 'Admin'])
  if (!names.success) return err(`"${name}" is not a name`)
  return ok({ emailAddress: address.output, firstName: names.output[0], lastName: names.output[1] })
}

export type AdminInvitation =
  | { outcome: 'invited by email' }
  | { outcome: 'link'; link: string }
  | { outcome: 'has an account'; role: string; status: AccountStatus }

/**
 * Invites a superuser. Someone who has only requested an account, or has not accepted an earlier invitation, becomes one with a new link, and earlier
 * links stop working.
 */
export const inviteAdmin = (
  database: Database,
  programme: RunningProgramme,
  admin: Admin,
  options: { now: Date; isMailed: boolean }
): Promise<AdminInvitation> => transaction(database, tx => inviteIn(tx, programme, admin, options))

async function inviteIn(
  tx: Tx,
  programme: RunningProgramme,
  { emailAddress, firstName, lastName }: Admin,
  { now, isMailed }: { now: Date; isMailed: boolean }
): Promise<AdminInvitation> {
  const { programmeId } = programme
  await lockRow(tx, 'programmes', programmeId, programmeId)
  const own = { organisation_id: null, first_name: firstName, last_name: lastName, job_title: '' }
  const added = await tx
    .insertInto('users')
    .values({
      ...own,
      programme_id: programmeId,
      email_address: emailAddress,
      role_type_id: ROLE.superuser,
      status: 'invited',
      otp_enabled: false,
      created_at: now
    })
    .onConflict(conflict => conflict.columns(['programme_id', 'email_address']).doNothing())
    .returning('user_id')
    .execute()
  const found = await tx
    .selectFrom('users')
    .select('user_id')
    .where(eb => eb.and({ programme_id: programmeId, email_address: emailAddress }))
    .executeTakeFirstOrThrow()
  const user = { programme_id: programmeId, user_id: found.user_id }
  const before = await requireUser(tx, programmeId, user.user_id)
  if (!(await changeStatus(tx, user, 'invite')))
    return { outcome: 'has an account', role: roleName(before.role_type_id), status: before.status }
  await tx
    .updateTable('users')
    .set({
      role_type_id: ROLE.superuser,
      // Anyone can have made a request that is not confirmed (decision 0015).
      ...(before.status === 'email_unverified' && { ...own, requested_organisation_name: null })
    })
    .where(eb => eb.and(user))
    .execute()
  const acts =
    added.length > 0
      ? [{ kind: 'user_invited', user_id: user.user_id, value_after: roleName(ROLE.superuser) } as const]
      : changedAccess(before, await requireUser(tx, programmeId, user.user_id))
  await recordActs(tx, { programmeId, userId: null, actedBy: 'provisioning', now }, acts, null)
  await revokeCodes(tx, user, now)
  const code = await issueCode(tx, { programmeId, emailAddress }, 'invite', now)
  const mail = mailTemplates.invite(programme, code)
  if (!isMailed) return { outcome: 'link', link: linkIn(mail.text, siteUrl(programme)) }
  await writeMail(tx, programmeId, emailAddress, mail, now)
  return { outcome: 'invited by email' }
}

/** The link in the text of an email. */
const linkIn = (text: string, origin: string): string =>
  text.split('\n').find(line => line.startsWith(`${origin}/`)) ?? origin
