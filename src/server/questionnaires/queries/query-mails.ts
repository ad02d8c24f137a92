// Sends each person one email a day about a project's open queries and correction windows.

import { sql } from 'kysely'
import { dayIn, timeIn } from '#lib/time/time-zone.ts'
import { writeMail } from '#server/accounts/outbox.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { findDueMails } from './due-mails.ts'

/** In the programme's time zone, and from then until the end of the day for those who were still at work. */
const MAIL_TIME = '17:00'

/** The programmes whose people may be mailed now, found by one statement. */
export async function programmesToMail(
  database: Database,
  programmes: readonly RunningProgramme[],
  now: Date
): Promise<RunningProgramme[]> {
  const ready = programmes.filter(({ timeZone }) => timeIn(now, timeZone) >= MAIL_TIME)
  if (ready.length === 0) return []
  const ids = ready.map(({ programmeId }) => programmeId)
  const rows = await database
    .selectFrom('queries')
    .select('programme_id')
    .where('programme_id', '=', sql<number>`any(cast(${ids} as integer[]))`)
    .where('status', '=', 'open')
    .union(
      database
        .selectFrom('correction_windows')
        .select('programme_id')
        .where('programme_id', '=', sql<number>`any(cast(${ids} as integer[]))`)
        .where('open_until', '>', now)
    )
    .execute()
  const open = new Set(rows.map(({ programme_id }) => programme_id))
  return ready.filter(({ programmeId }) => open.has(programmeId))
}

/** Queues the mails of the day that are due now. Returns how many. Several servers may do so at once. */
export async function mailDueQueries(
  database: Database,
  programme: RunningProgramme,
  now: Date
): Promise<number> {
  const { programmeId, timeZone } = programme
  let count = 0
  for (const found of await findDueMails(database, programme, now)) {
    const isSent = await transaction(database, async tx => {
      // Whoever changes accounts or sends reminders takes the same lock, so all that the mail depends on is read again.
      await lockRow(tx, 'programmes', programmeId, programmeId)
      const [due] = await findDueMails(tx, programme, now, found)
      if (due === undefined) return false
      const claimed = await tx
        .insertInto('query_mails')
        .values({
          programme_id: programmeId,
          user_id: due.user_id,
          project_id: due.project_id,
          sent_on: dayIn(now, timeZone),
          sent_at: now,
          named: JSON.stringify(due.names)
        })
        .onConflict(conflict => conflict.doNothing())
        .returning('user_id')
        .executeTakeFirst()
      if (claimed !== undefined) await writeMail(tx, programmeId, due.email_address, due.mail, now)
      return claimed !== undefined
    })
    if (isSent) count += 1
  }
  return count
}
