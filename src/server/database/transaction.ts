import type { Kysely, Transaction } from 'kysely'
import { withRetries } from './retry.ts'

/**
 * Runs `tx` in a transaction, and again from its start if the database lost a race (see `withRetries`). Only
 * `tx` may be used inside: the embedded engine has one connection, and the outer handle would wait for it
 * for ever.
 */
export function transaction<Tables, T>(
  database: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>
): Promise<T> {
  return withRetries(() => database.transaction().execute(work))
}
