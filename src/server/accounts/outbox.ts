// Every mail is first a row of the outbox, written in the transaction that causes it. A worker sends it from
// there, so that no reply waits for a mail server and no reply reveals by its timing whether a mail was
// sent.
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { messageOf } from '#lib/message-of.ts'
import type { AccountStatus } from '#domain/user-status.ts'
import { withoutDirectionControls } from '#lib/direction-controls.ts'
import { mayAttempt } from '../auth/lockout.ts'
import type { Database, Tx } from '../database/schema.ts'
import type { Log } from '../http/log.ts'
import type { Programme } from '../http/programme.ts'
import type { MailContent } from './mail-templates.ts'

const HOUR_MS = 60 * 60 * 1000
/** Quality 2: mails to one address in an hour. */
const MAX_MAILS = 3
const BATCH = 20
const ROUND_MS = 5000
/** A mail that could not be delivered for a day stays in the outbox. */
const GIVE_UP_MS = 24 * HOUR_MS

/** Counts a mail to the address and returns whether this hour's limit allows it. */
export const mayMail = (tx: Tx, programmeId: number, recipient: string, now: Date): Promise<boolean> =>
  mayAttempt(tx, { programmeId, kind: 'mail', subject: recipient }, now, {
    max: MAX_MAILS,
    windowMs: HOUR_MS
  })

/** Serialises requests for one address until the end of the transaction, whether or not it has an account. */
export async function lockAddress(tx: Tx, programmeId: number, emailAddress: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${programmeId} ${emailAddress}`}, 0))`.execute(
    tx
  )
}

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
  const { subject, text } = plain(mail)
  await tx
    .insertInto('mails')
    .columns(['programme_id', 'recipient', 'subject', 'body_text', 'created_at'])
    .expression(eb =>
      eb
        .selectFrom('users as u')
        .select([
          'u.programme_id',
          'u.email_address',
          sql<string>`cast(${subject} as text)`.as('subject'),
          sql<string>`cast(${text} as text)`.as('body_text'),
          sql<Date>`cast(${now} as timestamptz)`.as('created_at')
        ])
        .where('u.programme_id', '=', programmeId)
        .where('u.email_address', '=', emailAddress)
        .where('u.status', 'in', statuses)
    )
    .execute()
}

/** A name must not be able to change the direction of the mail's own text. */
const plain = ({ subject, text }: MailContent): MailContent => ({
  subject: withoutDirectionControls(subject),
  text: withoutDirectionControls(text)
})

export async function writeMail(
  tx: Database | Tx,
  programmeId: number,
  recipient: string,
  mail: MailContent,
  now: Date
): Promise<void> {
  const { subject, text } = plain(mail)
  await tx
    .insertInto('mails')
    .values({
      programme_id: programmeId,
      recipient,
      subject,
      body_text: text,
      created_at: now,
      sent_at: null
    })
    .execute()
}

interface MailWorkerOptions {
  database: Database
  programmes: readonly Programme[]
  smtpUrl: string
  from: string
  clock: () => Date
  log: Log
}

export interface MailWorker {
  /** Delivers waiting mails now. Returns how many were sent. */
  round(): Promise<number>
  close(): Promise<void>
}

/**
 * Delivers waiting mails by SMTP every few seconds. Several processes may share a database: each mail is
 * claimed before it is sent.
 */
export function startMailWorker({
  database,
  programmes,
  smtpUrl,
  from,
  clock,
  log
}: MailWorkerOptions): MailWorker {
  const transport = createTransport(smtpUrl)
  let running: Promise<number> | null = null
  const deliver = async (): Promise<number> => {
    let sent = 0
    for (const { programmeId } of programmes) {
      for (const mail of await waiting(database, programmeId, clock())) {
        if (!(await claim(database, programmeId, mail.mail_id, clock()))) continue
        try {
          await transport.sendMail({ from, to: mail.recipient, subject: mail.subject, text: mail.body_text })
          sent += 1
        } catch (error) {
          await release(database, programmeId, mail.mail_id)
          log('error', 'mail not sent', {
            mail_id: mail.mail_id,
            message: messageOf(error)
          })
        }
      }
    }
    return sent
  }
  const round = (): Promise<number> => {
    running ??= deliver().finally(() => {
      running = null
    })
    return running
  }
  const timer = setInterval(() => void round().catch(() => undefined), ROUND_MS)
  return {
    round,
    async close() {
      clearInterval(timer)
      await running
      transport.close()
    }
  }
}

const waiting = (database: Database, programmeId: number, now: Date) =>
  database
    .selectFrom('mails')
    .select(['mail_id', 'recipient', 'subject', 'body_text'])
    .where('programme_id', '=', programmeId)
    .where('sent_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - GIVE_UP_MS))
    .orderBy('mail_id')
    .limit(BATCH)
    .execute()

async function claim(database: Database, programmeId: number, mailId: number, now: Date): Promise<boolean> {
  const result = await database
    .updateTable('mails')
    .set({ sent_at: now })
    .where('programme_id', '=', programmeId)
    .where('mail_id', '=', mailId)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const release = (database: Database, programmeId: number, mailId: number) =>
  database
    .updateTable('mails')
    .set({ sent_at: null })
    .where('programme_id', '=', programmeId)
    .where('mail_id', '=', mailId)
    .execute()
