import { sql } from 'kysely'
import { adoptBaseline, appliedMigrations } from './before-baseline.ts'
import type { Migration } from './migration.ts'
import { baseline } from './migrations/001-baseline.ts'
import { changesAfterSignOff } from './migrations/002-changes-after-sign-off.ts'
import { wordsOfWrittenRows } from './migrations/003-words-of-written-rows.ts'
import { reminders } from './migrations/004-reminders.ts'
import { openSections } from './migrations/005-open-sections.ts'
import { aggregates } from './migrations/006-aggregates.ts'
import { acceptance } from './migrations/007-acceptance.ts'
import { queries } from './migrations/008-queries.ts'
import { importedAnswers } from './migrations/009-imported-answers.ts'
import { emptySections } from './migrations/010-empty-sections.ts'
import { correctionCells } from './migrations/011-correction-cells.ts'
import { releases } from './migrations/012-releases.ts'
import { apiKeys } from './migrations/013-api-keys.ts'
import { auditLog } from './migrations/014-audit-log.ts'
import { withRetries } from './retry.ts'
import type { Database, Tx } from './schema.ts'
import { readDistribution, tableMaker } from './table-maker.ts'

/** All migrations, oldest first. */
export const allMigrations: readonly Migration[] = [
  baseline,
  changesAfterSignOff,
  wordsOfWrittenRows,
  reminders,
  openSections,
  aggregates,
  acceptance,
  queries,
  importedAnswers,
  emptySections,
  correctionCells,
  releases,
  apiKeys,
  auditLog
]

interface MigrateOptions {
  partitions?: number
  /** Apply just these: for data of an older version, which is loaded before the others are applied. */
  migrations?: readonly Migration[]
}

/**
 * Migrates the database to the current schema. Several processes may start at once: a migration's
 * transaction first claims its name, so a second process waits there and then finds it applied.
 */
export async function migrate(
  database: Database,
  { partitions = 0, migrations = allMigrations }: MigrateOptions = {}
): Promise<void> {
  const applied = await appliedMigrations(database)
  // Returns before any DDL, so that the API can start with a role that may only read and write rows.
  if (migrations.every(({ name }) => applied.includes(name))) return
  await sql`create table if not exists schema_migrations (migration_name text primary key)`
    .execute(database)
    .catch(ignoreSimultaneousCreation)
  await adoptBaseline(database)
  for (const migration of migrations) await applyMigration(database, migration, partitions)
}

/** lock_not_available and deadlock_detected. */
const GAVE_WAY: readonly string[] = ['55P03', '40P01']
/** With waits and pauses about a minute, longer than any statement of a serving process. */
const MAX_ATTEMPTS = 60

/**
 * Applies a pending migration while older processes go on serving. While it waits for a
 * table everybody else queues behind it, so after half a second it gives way and is retried.
 */
export async function applyMigration(
  database: Database,
  migration: Migration,
  partitions = 0
): Promise<void> {
  const apply = async (tx: Tx): Promise<void> => {
    const taken =
      await sql`insert into schema_migrations (migration_name) values (${migration.name}) on conflict do nothing`.execute(
        tx
      )
    if (taken.numAffectedRows !== 1n) return
    await sql`set local lock_timeout = '500ms'`.execute(tx)
    await migration.up(tableMaker(tx, { partitions, isDistributed: await readDistribution(tx) }))
  }
  await withRetries(() => database.transaction().execute(apply), { codes: GAVE_WAY, attempts: MAX_ATTEMPTS })
}

/** unique_violation of the catalogue, duplicate_object (the table's type) and duplicate_table. */
const CREATED_MEANWHILE: ReadonlySet<unknown> = new Set(['23505', '42710', '42P07'])

/** `if not exists` does not separate two simultaneous creations: the later one fails. */
function ignoreSimultaneousCreation(error: unknown): void {
  if (!CREATED_MEANWHILE.has((error as { code?: string }).code)) throw error
}
