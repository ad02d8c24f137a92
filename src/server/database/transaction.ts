import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import { Turns } from './connections/turns.ts'
import { withRetries } from './retry.ts'

// A transaction that waits for a lock keeps its connection, and the locks of a programme make only its own calls wait. So the transactions of one
// programme's calls take turns: while two programmes wait, the others still find some of the ten connections of a process (open.ts). Browsers wait 30
// seconds for a save.
const ROOM = { atOnce: 4, patienceMs: 10_000 }

const calling = new AsyncLocalStorage<number>()
const turnsOf = new WeakMap<object, Map<number, Turns>>()

/** Does the work of a call of this programme: its transactions take turns with those of the programme's other calls. */
export const asProgramme = <T>(programmeId: number, work: () => Promise<T>): Promise<T> =>
  calling.run(programmeId, work)

function turnsOn(database: object, programmeId: number): Turns {
  const known = turnsOf.get(database) ?? new Map<number, Turns>()
  turnsOf.set(database, known)
  const turns = known.get(programmeId) ?? new Turns(ROOM)
  known.set(programmeId, turns)
  return turns
}

/**
 * Runs `tx` in a transaction, and again from its start if the database lost a race (see `withRetries`). Only
 * `tx` may be used inside: the embedded engine has one connection, and the outer handle would wait for it
 * for ever.
 */
export function transaction<Tables, T>(
  database: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>
): Promise<T> {
  const run = () => database.transaction().execute(work)
  const programmeId = calling.getStore()
  const turns = programmeId === undefined ? null : turnsOn(database, programmeId)
  return withRetries(() => turns?.run(run) ?? run())
}
