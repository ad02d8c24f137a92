// The rows of the outbox as a queue. A mail is due at `due_at`; while it is being sent, that is the end of its lease, so that another process
// takes it over if this one is killed. Nothing is due once the mail is sent or given up.

import { sql, type RawBuilder } from 'kysely'
import { withoutDirectionControls } from '#lib/text/direction-controls.ts'
import { MINUTE_MS } from '#lib/time/clock.ts'
import type { Database } from '#server/database/schema.ts'

/** Longer than a mail may take to be sent, so that no lease ends while its holder is still sending. */
export const LEASE_MS = 2 * MINUTE_MS
const MAX_BACKOFF_MS = 60 * MINUTE_MS
/** A mail that could not be delivered for a day is given up. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS
/** How often a mail is sent whose earlier attempt may have been delivered. */
const MAX_UNCONFIRMED = 2
const MAX_REASON_LENGTH = 300

export interface QueuedMail {
  programme_id: number
  mail_id: number
  recipient: string
  subject: string
  body_text: string
  created_at: Date
  /** When the code in it stops working, where it has one. */
  code_expires_at: Date | null
  attempt_count: number
  unconfirmed_count: number
  failure: string | null
}

/** Up to `limit` mails of these programmes that are due, found by one statement. Those never tried come first: a refused address delays no other. */
export const findDue = (
  database: Database,
  programmeIds: readonly number[],
  now: Date,
  limit: number
): Promise<QueuedMail[]> =>
  database
    .selectFrom('mails')
    .select(['programme_id', 'mail_id', 'recipient', 'subject', 'body_text'])
    .select(['created_at', 'code_expires_at', 'attempt_count', 'unconfirmed_count', 'failure'])
    .where('programme_id', '=', sql<number>`any(cast(${programmeIds} as integer[]))`)
    .where('due_at', '<=', now)
    .where('sent_at', 'is', null)
    .orderBy('attempt_count')
    .orderBy('due_at')
    .orderBy('mail_id')
    .limit(limit)
    .execute()

/** The row of a mail that is still due as it was read: no other process has leased or finished it since. */
const updateDue = (database: Database, mail: QueuedMail, now: Date) =>
  updateMail(database, mail)
    .where('due_at', '<=', now)
    .where('unconfirmed_count', '=', mail.unconfirmed_count)
    .where('sent_at', 'is', null)

const updateMail = (database: Database, { programme_id, mail_id }: QueuedMail) =>
  database.updateTable('mails').where('programme_id', '=', programme_id).where('mail_id', '=', mail_id)

/** Takes a due mail for as long as a lease lasts. Returns whether it was still due: another process may have been faster. */
export async function leaseMail(database: Database, mail: QueuedMail, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateDue(database, mail, now)
    .set({
      due_at: new Date(now.getTime() + LEASE_MS),
      unconfirmed_count: mail.unconfirmed_count + 1
    })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Why a due mail is not sent any more, or null. */
export function reasonToGiveUp(mail: QueuedMail, now: Date): string | null {
  if (mail.unconfirmed_count >= MAX_UNCONFIRMED)
    return 'The connection broke twice while this email was being sent. It may have been delivered.'
  if (mail.code_expires_at !== null && mail.code_expires_at <= now)
    return 'Its link expired before it could be sent.'
  if (now.getTime() - mail.created_at.getTime() < GIVE_UP_MS) return null
  return mail.failure === null
    ? 'It could not be sent within a day.'
    : `It could not be sent within a day: ${mail.failure}`
}

/** Columns of a finished mail: codes are removed, so that nobody can read a valid one in the database. */
const withoutCode = {
  body_text: sql<string>`case when code_expires_at is null then body_text else '' end`,
  code_expires_at: null
}

export const markSent = (database: Database, mail: QueuedMail, now: Date) =>
  updateMail(database, mail)
    .set({ sent_at: now, due_at: null, failed_at: null, failure: null, ...withoutCode })
    .execute()

/** A mail that still contains a code of no more use. */
export const hasExpiredCode = (now: Date): RawBuilder<boolean> =>
  sql`code_expires_at is not null and (code_expires_at < ${now} or sent_at is not null)`

/**
 * Empties the mails whose code has expired, or that were sent by an earlier version, which kept it. One that still waits is given up, because
 * nobody can use it without its text; without a mail server none was ever tried, so none has failed.
 */
export const removeExpiredCodes = (database: Database, programmeId: number, now: Date) =>
  database
    .updateTable('mails')
    .set({
      ...withoutCode,
      due_at: null,
      failed_at: sql<Date | null>`case when due_at is not null and attempt_count > 0 then cast(${now} as timestamptz) else failed_at end`
    })
    .where('programme_id', '=', programmeId)
    .where(hasExpiredCode(now))
    .execute()

const failureColumns = (now: Date, reason: string) => ({
  failed_at: now,
  due_at: null,
  failure: printableReason(reason),
  ...withoutCode
})

/** Gives up a leased mail that the mail server refused. */
export const markFailed = (database: Database, mail: QueuedMail, now: Date, reason: string) =>
  updateMail(database, mail).set(failureColumns(now, reason)).execute()

/** Gives up a mail that was not leased; another process may have sent it since it was read. */
export const giveUpMail = (database: Database, mail: QueuedMail, now: Date, reason: string) =>
  updateDue(database, mail, now).set(failureColumns(now, reason)).execute()

/**
 * Queues a mail again, later after each attempt, unless it was given up in the meantime. `isUndelivered`: the mail server certainly did not
 * take it.
 */
export const markDelayed = (
  database: Database,
  mail: QueuedMail,
  now: Date,
  { reason, isUndelivered }: { reason: string; isUndelivered: boolean }
) =>
  updateMail(database, mail)
    .set({
      due_at: new Date(now.getTime() + backoffMs(mail.attempt_count)),
      attempt_count: mail.attempt_count + 1,
      unconfirmed_count: mail.unconfirmed_count + (isUndelivered ? 0 : 1),
      failure: printableReason(reason)
    })
    .where('due_at', 'is not', null)
    .execute()

/** 1, 2, 4 … 60 minutes after the first, second, third … failed attempt. */
export const backoffMs = (attemptCount: number): number =>
  Math.min(MINUTE_MS * 2 ** Math.min(attemptCount, 10), MAX_BACKOFF_MS)

/** Admins read the mail server's words, which are untrusted text. */
const printableReason = (reason: string): string =>
  withoutDirectionControls(reason)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_REASON_LENGTH)
