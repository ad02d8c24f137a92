// Updates the statistics of an embedded database, which has no autovacuum.

import { messageOf } from '#lib/text/message-of.ts'
import type { Database } from '#server/database/schema.ts'
import { analyseDue } from '#server/database/statistics.ts'
import type { Log } from '#server/http/log.ts'
import { repeatJob } from './repeat-job.ts'

const ANALYSIS_INTERVAL_MS = 60_000

/** Runs now, for data of an earlier version or a restored copy, and then every minute. Returns a function that stops it. */
export function startAnalysing(database: Database, log: Log): () => Promise<void> {
  const run = async (): Promise<void> => {
    try {
      await analyseDue(database)
    } catch (error) {
      log('error', 'statistics not updated', { message: messageOf(error) })
    }
  }
  return repeatJob(run, ANALYSIS_INTERVAL_MS)
}
