// Every check that a write depends on is decided in one of two ways. Where a unique key can say it, the write says `on conflict` and looks
// at what came back. Everything else locks, before the check, the one row that all conflicting calls share, and reads
// after that: of two calls the second one sees what the first one wrote. `npm test` races every writing operation (races.test.ts).
import { sql } from 'kysely'
import type { Tx } from './schema.ts'

const lockable = {
  /** All that changes who administers a programme. */
  programmes: { id: 'programme_id', name: 'programme' },
  users: { id: 'user_id', name: 'user' },
  organisations: { id: 'organisation_id', name: 'organisation' },
  /** Names that are unique within a project, and the structure of its questionnaires. */
  projects: { id: 'project_id', name: 'project' },
  registrations: { id: 'registration_id', name: 'registration' },
  submissions: { id: 'submission_id', name: 'submission' },
  case_codes: { id: 'case_code_id', name: 'case code' },
  charts: { id: 'chart_id', name: 'chart' },
  peer_groups: { id: 'peer_group_id', name: 'peer group' }
} as const

/** The row to lock is not there, or no longer: to callers a 404 that names what was looked for. */
export class MissingRowError extends Error {
  readonly what: string
  constructor(what: string) {
    super(`No such ${what}.`)
    this.what = what
  }
}

interface LockOptions {
  /** The row may be deleted: also waits for those who refer to it, and keeps others from referring to it. */
  forRemoval?: boolean
}

/** Locks a row until the transaction ends; a 404 where it is not there, or no longer. What was read before is out of date. */
export async function lockRow(
  tx: Tx,
  table: keyof typeof lockable,
  programmeId: number,
  id: number,
  { forRemoval = false }: LockOptions = {}
): Promise<void> {
  const { id: column, name } = lockable[table]
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where programme_id = ${programmeId} and ${sql.ref(column)} = ${id}
    ${forRemoval ? sql`for update` : sql`for no key update`}`.execute(tx)
  if (rows[0] === undefined) throw new MissingRowError(name)
}

/** Locks several rows, always in the same order, so that two calls do not wait for each other. */
export async function lockRows(
  tx: Tx,
  table: keyof typeof lockable,
  programmeId: number,
  ids: readonly number[],
  options?: LockOptions
): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b))
    await lockRow(tx, table, programmeId, id, options)
}
