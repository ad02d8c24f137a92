import { setTimeout as pause } from 'node:timers/promises'

/** serialization_failure and deadlock_detected: the same work can succeed when it is run again. */
const LOST_RACE: readonly string[] = ['40001', '40P01']
const MAX_PAUSE_MS = 1000

interface RetryOptions {
  /** The database's error codes that are retried. */
  codes?: readonly string[]
  attempts?: number
}

/**
 * Runs `work`. If the database lost a race or a plan is outdated, retries it from the start after a growing, random pause, at
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
      if (attempt === attempts || !(codes.includes(codeOf(error)) || isOutdatedPlan(error))) throw error
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, 10 * 2 ** attempt))
    }
  }
}

/** Makes the transaction run again from its start, as after a race that the database itself has found. */
export class LostRaceError extends Error {
  readonly code = '40001'
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)

/** Whether PostgreSQL refuses a prepared statement because its columns have changed since. It has no code of its own for that. */
export const isOutdatedPlan = (error: unknown): boolean =>
  (error as { routine?: unknown } | null)?.routine === 'RevalidateCachedQuery'
