// Mails people once a day what the programme asks about their answers.

import { messageOf } from '#lib/text/message-of.ts'
import type { Database } from '#server/database/schema.ts'
import type { Log } from '#server/http/log.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { mailDueQueries, programmesToMail } from '#server/questionnaires/queries/query-mails.ts'
import { repeatJob } from './repeat.ts'

export const QUERY_MAILING_INTERVAL_MS = 60_000
const QUERY_MAILING_FAULT = 'emails about queries failed'

interface QueryMailingOptions {
  database: Database
  programmes: readonly RunningProgramme[]
  clock: () => Date
  log: Log
}

/** Mails what is due now and then every minute. Several servers may do so at once. Returns a function that stops it. */
export const startQueryMailing = (options: QueryMailingOptions): (() => Promise<void>) =>
  repeatJob(() => mailAllQueries(options), QUERY_MAILING_INTERVAL_MS, {
    log: options.log,
    fault: QUERY_MAILING_FAULT
  })

/** A failure in one programme is logged, and the others continue. */
export async function mailAllQueries({
  database,
  programmes,
  clock,
  log
}: QueryMailingOptions): Promise<void> {
  for (const programme of await programmesToMail(database, programmes, clock())) {
    const { code } = programme
    try {
      const count = await mailDueQueries(database, programme, clock())
      if (count > 0) log('info', 'emails about queries queued', { programme: code, count })
    } catch (error) {
      log('error', QUERY_MAILING_FAULT, { programme: code, message: messageOf(error) })
    }
  }
}
