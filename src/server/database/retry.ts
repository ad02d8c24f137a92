import { setTimeout as pause } from 'node:timers/promises'

/** feature_not_supported, as PostgreSQL says of a prepared statement whose columns have changed since. */
export const OUTDATED_PLAN = '0A000'
/** serialization_failure and deadlock_detected: the same work can succeed when it is run again. */
const LOST_RACE: readonly string[] = ['40001', '40P01', OUTDATED_PLAN]
const MAX_PAUSE_MS = 1000

interface RetryOptions {
  /** The database's error codes that are retried. */
  codes?: readonly string[]
  attempts?: number
}

/**
 * Runs `work`. If the database lost a race, retries it from the start after a growing, random pause, at
 * most five times in all by default. The last error is thrown.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { codes = LOST_RACE, attempts = 5 }: RetryOptions = {}
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!codes.includes(codeOf(error)) || attempt === attempts) throw error
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, 10 * 2 ** attempt))
    }
  }
}

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
