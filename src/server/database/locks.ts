// Every check that a write depends on is made safe in one of two ways. If a unique key can express it, the
// write uses `on conflict` and looks at the returned rows. Otherwise the write first locks the one row that
// all conflicting calls share, and reads after that: of two calls the second sees what the first wrote. `npm
// test` races every writing operation (tests/server/races.test.ts).

import { sql } from 'kysely'
import { capitalise } from '#lib/text/capitalised.ts'
import type { Tx } from './schema.ts'

const lockable = {
  /** Everything that changes who administers a programme. */
  programmes: { id: 'programme_id', name: 'programme' },
  users: { id: 'user_id', name: 'user' },
  organisations: { id: 'organisation_id', name: 'organisation' },
  /** Names that are unique within a project, and the structure of its questionnaires. */
  projects: { id: 'project_id', name: 'project' },
  registrations: { id: 'registration_id', name: 'registration' },
  submissions: { id: 'submission_id', name: 'submission' },
  case_codes: { id: 'case_code_id', name: 'case code' },
  /** The first comment of a thread, for whether the whole thread is resolved. */
  comments: { id: 'comment_id', name: 'comment' },
  charts: { id: 'chart_id', name: 'chart' },
  peer_groups: { id: 'peer_group_id', name: 'peer group' }
} as const

/** The row to lock does not exist, or no longer; callers get a 404 that names it. */
export class MissingRowError extends Error {
  readonly what: string
  constructor(what: string) {
    super(`${capitalise(what)} not found.`)
    this.what = what
  }
}

interface RowLockOptions {
  /** The row may be deleted: also waits for rows that refer to it, and prevents new ones. */
  forRemoval?: boolean
}

/** Locks a row until the transaction ends; a 404 if it does not exist. Anything read before is outdated. */
export async function lockRow(
  tx: Tx,
  table: keyof typeof lockable,
  programmeId: number,
  id: number,
  { forRemoval = false }: RowLockOptions = {}
): Promise<void> {
  const { id: column, name } = lockable[table]
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where programme_id = ${programmeId} and ${sql.ref(column)} = ${id}
    ${forRemoval ? sql`for update` : sql`for no key update`}`.execute(tx)
  if (rows[0] === undefined) throw new MissingRowError(name)
}

/** Locks a name until the transaction ends, whether or not there is a row for it. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** The order in which rows of one kind are locked: by id, each once. */
export const inLockOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].toSorted((a, b) => a - b)

/** Locks several rows, always in the same order, so that two calls do not deadlock. */
export async function lockRows(
  tx: Tx,
  table: keyof typeof lockable,
  programmeId: number,
  ids: readonly number[],
  options?: RowLockOptions
): Promise<void> {
  for (const id of inLockOrder(ids)) await lockRow(tx, table, programmeId, id, options)
}
