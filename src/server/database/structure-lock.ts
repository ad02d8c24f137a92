// Locks the structure of a project: shared while answers are written, exclusive while the questions, who answers them or when are changed. So
// nobody changes the meaning of an answer between its check and its commit (docs/decisions/0048).
//
// The order in which a transaction takes its locks, several rows of one kind by their ids:
//   programme, project, structure, registration, organisation, submission, case code, section, query, chart, chart group, peer group, data version.
// What belongs to several projects follows the structures of all of them, and their versions come last.

import { sql, type RawBuilder } from 'kysely'
import { pipeline } from './connections/pipeline.ts'
import { prepared } from './connections/prepared.ts'
import { inLockOrder, lockRows, MissingRowError } from './locks.ts'
import type { Tx } from './schema.ts'

declare const mode: unique symbol

/** Proof that the project's structure cannot change until the transaction ends. Only this file's functions return it. */
export interface HeldStructure {
  readonly tx: Tx
  readonly programmeId: number
  readonly [mode]: 'held' | 'taken'
}

/** Proof of the exclusive lock: nobody else writes answers or changes the structure until the transaction ends. */
export interface TakenStructure extends HeldStructure {
  readonly [mode]: 'taken'
}

const projectsOf = {
  projects: { id: 'project_id', name: 'project' },
  registrations: { id: 'registration_id', name: 'registration' },
  submissions: { id: 'submission_id', name: 'submission' }
} as const

/**
 * Locks by an advisory key. Unlike a shared row lock, it writes nothing and is granted in order, so that a writer does not wait for ever. On Citus a
 * lock holds on the node that runs the statement, so each reads a row of the programme and runs where its rows are.
 */
const lockStructure = (
  lock: RawBuilder<unknown>,
  table: keyof typeof projectsOf,
  programmeId: number,
  id: number
): RawBuilder<unknown> => sql`
  select ${lock}(hashtextextended(concat('structure ', ${programmeId}::bigint, ' ', project_id), 0))
  from ${sql.table(table)} where programme_id = ${programmeId} and ${sql.ref(projectsOf[table].id)} = ${id}`

export const holdStructure = (tx: Tx, programmeId: number, projectId: number): Promise<HeldStructure> =>
  holdStructureOf(tx, 'projects', programmeId, projectId)

/** Holds the structures of several projects, always in the same order, so that two calls do not deadlock. */
export async function holdStructures(
  tx: Tx,
  programmeId: number,
  projectIds: Iterable<number>
): Promise<void> {
  for (const projectId of inLockOrder(projectIds)) await holdStructure(tx, programmeId, projectId)
}

/** Holds the structure of the project that a row belongs to; a 404 if the row does not exist. */
export async function holdStructureOf(
  tx: Tx,
  table: keyof typeof projectsOf,
  programmeId: number,
  id: number
): Promise<HeldStructure> {
  const { holding, heldBy } = holdStructureWith(tx, table, programmeId, id)
  const [rows] = await pipeline(tx, [holding])
  return heldBy(rows)
}

/** The same as a statement that is sent with others, and what follows from its rows. */
export function holdStructureWith(tx: Tx, table: keyof typeof projectsOf, programmeId: number, id: number) {
  const lock = sql`${prepared} pg_advisory_xact_lock_shared`
  const holding = lockStructure(lock, table, programmeId, id).compile(tx)
  const heldBy = (rows: readonly unknown[]): HeldStructure => {
    if (rows[0] === undefined) throw new MissingRowError(projectsOf[table].name)
    return asHeldStructure(tx, programmeId)
  }
  return { holding, heldBy }
}

/** Takes the exclusive lock, and locks the projects too, so that names within them stay unique. Anything read before is outdated. */
export async function takeStructure(
  tx: Tx,
  programmeId: number,
  ...projectIds: readonly number[]
): Promise<TakenStructure> {
  await lockRows(tx, 'projects', programmeId, projectIds)
  for (const projectId of inLockOrder(projectIds))
    await lockStructure(sql`pg_advisory_xact_lock`, 'projects', programmeId, projectId).execute(tx)
  return asHeldStructure(tx, programmeId) as TakenStructure
}

const asHeldStructure = (tx: Tx, programmeId: number): HeldStructure => ({ tx, programmeId }) as HeldStructure
