import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'

/** serialization_failure and deadlock_detected: the same transaction can succeed when it is run again. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 5

/**
 * Runs `tx` in a transaction. If the database lost a race, runs it again from its start after a growing,
 * random pause, at most five times in all. Only `tx` may be used inside: the embedded engine has one
 * connection, and the outer handle would wait for it for ever.
 */
export async function transaction<Tables, T>(
  database: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction().execute(work)
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code))
}
