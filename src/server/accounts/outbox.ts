// Every mail is first a row of the outbox, written in the transaction that causes it. The worker (mail-worker.ts) sends it from
// there, so that no reply waits for a mail server and no reply reveals by its timing whether a mail was
// sent.

import { sql } from 'kysely'
import type { AccountStatus } from '#domain/people/user-status.ts'
import { withoutDirectionControls } from '#lib/text/direction-controls.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import type { MailContent } from './mail-templates.ts'

/**
 * Queues a mail to the account with this address, if it has one of the statuses. The same statement runs
 * without such an account, so that timing reveals nothing.
 */
export async function writeMailTo(
  tx: Tx,
  {
    programmeId,
    emailAddress,
    statuses
  }: { programmeId: number; emailAddress: string; statuses: readonly AccountStatus[] },
  mail: MailContent,
  now: Date
): Promise<void> {
  const { subject, text } = withoutControls(mail)
  await tx
    .insertInto('mails')
    .columns(['programme_id', 'recipient', 'subject', 'body_text', 'created_at', 'due_at', 'code_expires_at'])
    .expression(eb =>
      eb
        .selectFrom('users as u')
        .select([
          'u.programme_id',
          'u.email_address',
          sql<string>`cast(${subject} as text)`.as('subject'),
          sql<string>`cast(${text} as text)`.as('body_text'),
          sql<Date>`cast(${now} as timestamptz)`.as('created_at'),
          sql<Date>`cast(${now} as timestamptz)`.as('due_at'),
          sql<Date | null>`cast(${codeExpiry(mail, now)} as timestamptz)`.as('code_expires_at')
        ])
        .where('u.programme_id', '=', programmeId)
        .where('u.email_address', '=', emailAddress)
        .where('u.status', 'in', statuses)
    )
    .execute()
}

const codeExpiry = (mail: MailContent, now: Date): Date | null =>
  'codeLifetimeMs' in mail ? new Date(now.getTime() + mail.codeLifetimeMs) : null

/** A name must not be able to change the direction of the mail's own text. */
const withoutControls = ({ subject, text }: MailContent): MailContent => ({
  subject: withoutDirectionControls(subject),
  text: withoutDirectionControls(text)
})

/** Queues a mail for later, unless the same one already waits. */
export async function writeMailOnce(
  tx: Tx,
  programmeId: number,
  recipient: string,
  mail: MailContent,
  { now, delayMs }: { now: Date; delayMs: number }
): Promise<void> {
  const { subject, text } = withoutControls(mail)
  const waiting = await tx
    .selectFrom('mails')
    .select('mail_id')
    .where('programme_id', '=', programmeId)
    .where('recipient', '=', recipient)
    .where('subject', '=', subject)
    .where('body_text', '=', text)
    .where('sent_at', 'is', null)
    .where('due_at', '>', now)
    // One that was tried may have arrived.
    .where('unconfirmed_count', '=', 0)
    .limit(1)
    .executeTakeFirst()
  if (!waiting) await writeMail(tx, programmeId, recipient, mail, now, delayMs)
}

export async function writeMail(
  tx: Database | Tx,
  programmeId: number,
  recipient: string,
  mail: MailContent,
  now: Date,
  delayMs = 0
): Promise<void> {
  const { subject, text } = withoutControls(mail)
  await tx
    .insertInto('mails')
    .values({
      programme_id: programmeId,
      recipient,
      subject,
      body_text: text,
      created_at: now,
      due_at: new Date(now.getTime() + delayMs),
      sent_at: null,
      code_expires_at: codeExpiry(mail, now)
    })
    .execute()
}
