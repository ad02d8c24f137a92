// Publishes results on the dates that were set for them.

import { messageOf } from '#lib/text/message-of.ts'
import type { Database } from '#server/database/schema.ts'
import type { Log } from '#server/http/log.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { repeatJob } from './repeat-job.ts'

const PUBLISHING_INTERVAL_MS = 60_000

interface PublishingOptions {
  database: Database
  programmes: readonly RunningProgramme[]
  clock: () => Date
  log: Log
  /** Publishes what is due in a programme, and returns how much that was. */
  publishDue: (database: Database, programmeId: number, now: Date) => Promise<number>
}

/** Publishes what is due now and then every minute. Several servers may do so at once. Returns a function that stops it. */
export const startPublishing = (options: PublishingOptions): (() => Promise<void>) =>
  repeatJob(() => publishAll(options), PUBLISHING_INTERVAL_MS)

async function publishAll({
  database,
  programmes,
  clock,
  log,
  publishDue
}: PublishingOptions): Promise<void> {
  for (const { programmeId, code } of programmes) {
    try {
      const count = await publishDue(database, programmeId, clock())
      if (count > 0) log('info', 'results published', { programme: code, count })
    } catch (error) {
      log('error', 'publishing failed', { message: messageOf(error) })
    }
  }
}
