import { sql } from 'kysely'
import { people } from './migrations/001-people.ts'
import { projects } from './migrations/002-projects.ts'
import { registrations } from './migrations/003-registrations.ts'
import { questionnaires } from './migrations/004-questionnaires.ts'
import { answers } from './migrations/005-answers.ts'
import { charts } from './migrations/006-charts.ts'
import { documents } from './migrations/007-documents.ts'
import { questionProjects } from './migrations/008-question-projects.ts'
import { keptCharts } from './migrations/009-kept-charts.ts'
import { packedCharts } from './migrations/010-packed-charts.ts'
import { boundCodes } from './migrations/011-bound-codes.ts'
import { visibility } from './migrations/012-visibility.ts'
import { sessionDevices } from './migrations/013-session-devices.ts'
import { chartBuilding } from './migrations/014-chart-building.ts'
import { searchWords } from './migrations/015-search-words.ts'
import { partVersions } from './migrations/016-part-versions.ts'
import { statistics } from './migrations/017-statistics.ts'
import { peerGroupRules } from './migrations/018-peer-group-rules.ts'
import { editions } from './migrations/019-editions.ts'
import { provisioning } from './migrations/021-provisioning.ts'
import { oneMemberRule } from './migrations/022-one-member-rule.ts'
import { searchTitles } from './migrations/023-search-titles.ts'
import { mailQueue } from './migrations/024-mail-queue.ts'
import { wholeDays } from './migrations/025-whole-days.ts'
import { longPasswords } from './migrations/026-long-passwords.ts'
import { mailedCodes } from './migrations/027-mailed-codes.ts'
import type { Migration } from './migration.ts'
import { retried } from './retry.ts'
import type { Database, Tx } from './schema.ts'
import { tableMaker } from './table-maker.ts'

const migrations: readonly Migration[] = [
  people,
  projects,
  registrations,
  questionnaires,
  answers,
  charts,
  documents,
  questionProjects,
  keptCharts,
  packedCharts,
  boundCodes,
  visibility,
  sessionDevices,
  chartBuilding,
  searchWords,
  partVersions,
  statistics,
  peerGroupRules,
  editions,
  provisioning,
  oneMemberRule,
  searchTitles,
  mailQueue,
  wholeDays,
  longPasswords,
  mailedCodes
]

/** The names of all migrations, oldest first. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name)

interface MigrateOptions {
  partitions?: number
  /** Apply just these: for data of an older version, which is loaded before the others are applied. */
  only?: readonly string[]
}

/**
 * Migrates the database to the current schema. Several processes may start at once: a migration's
 * transaction first claims its name, so a second process waits there and then finds it applied.
 */
export async function migrate(
  database: Database,
  { partitions = 0, only = migrationNames }: MigrateOptions = {}
): Promise<void> {
  await sql`create table if not exists schema_migrations (migration_name text primary key)`
    .execute(database)
    .catch(ignoreSimultaneousCreation)
  for (const migration of migrations.filter(({ name }) => only.includes(name)))
    await applyMigration(database, migration, partitions)
}

/** lock_not_available and deadlock_detected. */
const GAVE_WAY: readonly string[] = ['55P03', '40P01']
/** With what it waits and pauses about a minute, longer than any statement of a process that serves. */
const MAX_ATTEMPTS = 60

/**
 * Applies a migration that is not applied yet, while older processes go on serving. While it waits for a
 * table everybody else waits behind it, so after half a second it gives way and is run again.
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
    await migration.up(tableMaker(tx, partitions))
  }
  await retried(() => database.transaction().execute(apply), { codes: GAVE_WAY, attempts: MAX_ATTEMPTS })
}

/**
 * `if not exists` does not separate two simultaneous creations: the later one fails on the catalogue's
 * unique key.
 */
function ignoreSimultaneousCreation(error: unknown): void {
  if ((error as { code?: string }).code !== '23505') throw error
}
