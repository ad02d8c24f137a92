// Updates the statistics of an embedded database, which has no autovacuum.

import type { Database } from '#server/database/schema.ts'
import { analyseDue } from '#server/database/statistics.ts'
import type { Log } from '#server/http/log.ts'
import { repeatJob } from './repeat.ts'

const ANALYSIS_INTERVAL_MS = 60_000

/** Runs now, for data of an earlier version or a restored copy, and then every minute. Returns a function that stops it. */
export const startAnalysing = (database: Database, log: Log): (() => Promise<void>) =>
  repeatJob(() => analyseDue(database), ANALYSIS_INTERVAL_MS, { log, fault: 'statistics not updated' })
