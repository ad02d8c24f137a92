// Data from before the first release. Its schema was made in 26 steps, which ended where the baseline begins.

import { sql } from 'kysely'
import { baseline } from './migrations/001-baseline.ts'
import type { Database } from './schema.ts'

/** In order. There was no step 020. */
export const STEPS: readonly string[] = [
  '001-people',
  '002-projects',
  '003-registrations',
  '004-questionnaires',
  '005-answers',
  '006-charts',
  '007-documents',
  '008-question-projects',
  '009-kept-charts',
  '010-packed-charts',
  '011-bound-codes',
  '012-visibility',
  '013-session-devices',
  '014-chart-building',
  '015-search-words',
  '016-part-versions',
  '017-statistics',
  '018-peer-group-rules',
  '019-editions',
  '021-provisioning',
  '022-one-member-rule',
  '023-search-titles',
  '024-mail-queue',
  '025-whole-days',
  '026-long-passwords',
  '027-mailed-codes'
]

/** A database that this version cannot bring to its schema, in a sentence for the person who runs it. */
export class SchemaError extends Error {}

export const isBeforeBaseline = (applied: readonly string[]): boolean =>
  applied.some(name => STEPS.includes(name))

/** The same with the baseline instead of its steps. */
export const withBaseline = (applied: readonly string[]): string[] => [
  baseline.name,
  ...applied.filter(name => !STEPS.includes(name))
]

/** The first missing step: data that stopped there has a different schema from the baseline. */
export const missingStep = (applied: readonly string[]): string | undefined =>
  STEPS.find(name => !applied.includes(name))

/** Records the baseline in place of the steps if all were applied; refuses a database that stopped between them. */
export async function adoptBaseline(database: Database): Promise<void> {
  if (!isBeforeBaseline(await appliedMigrations(database))) return
  await database.transaction().execute(async tx => {
    // If several processes start at once, one adopts the database and the others find it done.
    await sql`lock table schema_migrations in share row exclusive mode`.execute(tx)
    const recorded = await appliedMigrations(tx)
    if (!isBeforeBaseline(recorded)) return
    const missing = missingStep(recorded)
    if (missing !== undefined)
      throw new SchemaError(
        `The database is from before the first release and was not migrated to its end: ${missing} is missing. Start the version that last used it once, or restore a backup, then start this one.`
      )
    await sql`delete from schema_migrations where migration_name = any(${STEPS})`.execute(tx)
    await sql`insert into schema_migrations (migration_name) values (${baseline.name})`.execute(tx)
  })
}

/** Names of the migrations that a database has; none if it is empty. */
export async function appliedMigrations(database: Database): Promise<string[]> {
  const { rows: found } = await sql<{
    name: string | null
  }>`select to_regclass('schema_migrations')::text as name`.execute(database)
  if (!found[0]?.name) return []
  const { rows } = await sql<{
    migration_name: string
  }>`select migration_name from schema_migrations order by migration_name`.execute(database)
  return rows.map(({ migration_name }) => migration_name)
}
