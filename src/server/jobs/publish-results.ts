// Publishes results on the dates that were set for them.

import { messageOf } from '#lib/text/message-of.ts'
import type { Database } from '#server/database/schema.ts'
import type { Log } from '#server/http/log.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { repeatJob } from './repeat.ts'

export const PUBLISHING_INTERVAL_MS = 60_000
const PUBLISHING_FAULT = 'publishing failed'

interface PublishingOptions {
  database: Database
  programmes: readonly RunningProgramme[]
  clock: () => Date
  log: Log
  /** Publishes what is due in the programmes, tells of each period that failed, and returns the programme of each that was published. */
  publishDue: (
    database: Database,
    programmeIds: readonly number[],
    now: Date,
    onFault: (error: unknown) => void
  ) => Promise<number[]>
}

/** Publishes what is due now and then every minute. Several servers may do so at once. Returns a function that stops it. */
export const startPublishing = (options: PublishingOptions): (() => Promise<void>) =>
  repeatJob(() => publishAll(options), PUBLISHING_INTERVAL_MS, { log: options.log, fault: PUBLISHING_FAULT })

export async function publishAll({
  database,
  programmes,
  clock,
  log,
  publishDue
}: PublishingOptions): Promise<void> {
  const logFault = (error: unknown): void => log('error', PUBLISHING_FAULT, { message: messageOf(error) })
  const ids = programmes.map(({ programmeId }) => programmeId)
  const published = await publishDue(database, ids, clock(), logFault)
  for (const { programmeId, code } of programmes) {
    const count = published.filter(id => id === programmeId).length
    if (count > 0) log('info', 'results published', { programme: code, count })
  }
}
