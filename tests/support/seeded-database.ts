// A seeded database for each test file. It is made once for each state of the code and then copied: a dump of the embedded engine, or with
// TEST_DATABASE_URL a template on a real PostgreSQL. With TEST_PARTITIONS every table is partitioned by programme.

import { randomUUID } from 'node:crypto'
import { openAsBlob, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { seed } from '#demo/seed.ts'
import { DEFAULT_TIME_ZONE } from '#lib/time/time-zone.ts'
import { migrate } from '#server/database/migrate.ts'
import {
  embedDatabase,
  openPostgres,
  pgliteOptions,
  type OpenDatabase,
  type QueryListener
} from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { digestOf, madeOnce } from './made-once.ts'

/** The time at which the tests' demo data is created and their servers start. */
export const NOON = new Date('2026-11-20T12:00:00.000Z')

const explorerTypes = [
  { explorer_type: 'results', label: 'Results' },
  { explorer_type: 'trends', label: 'Trends' }
]

export const wards: RunningProgramme = {
  programmeId: 1,
  code: 'wards',
  programmeName: 'Wards',
  minimumPeerCount: 5,
  origins: ['https://wards.example'],
  explorerTypes,
  timeZone: DEFAULT_TIME_ZONE
}

/** A second tenant, whose data must never be visible in the first. */
export const sites: RunningProgramme = {
  ...wards,
  programmeId: 2,
  code: 'sites',
  programmeName: 'Sites',
  origins: ['https://sites.example']
}

const partitions = Number(process.env['TEST_PARTITIONS'] ?? 0)
export const isPartitioned = partitions > 0
/** Database options that a migration and a restored backup take from the tested engine. */
export const partitionOptions = isPartitioned ? { partitions } : {}

export interface SeededDatabase extends OpenDatabase {
  /** Where it is, when it is on a real PostgreSQL. */
  url?: string
}

export function openSeeded(organisations: number, onQuery?: QueryListener): Promise<SeededDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined
    ? openSeededEmbedded(organisations, partitions, onQuery)
    : openCopy(url, organisations, onQuery)
}

async function fill(database: Database, organisations: number, parts = partitions): Promise<void> {
  await migrate(database, { partitions: parts })
  await seed(database, [wards, sites], { now: NOON, organisations })
}

/** A hash of everything that determines the content of the database. */
const stateOfCode = (organisations: number, parts = partitions): string =>
  digestOf(
    [organisations, parts, wards, sites],
    [
      'package.json',
      'src/server/database/**/*.ts',
      'src/demo/**/*.{ts,json,csv,txt}',
      'src/operations/provision/**/*.ts',
      'src/domain/**/*.ts',
      'src/contract/chart-kinds.ts',
      'src/server/benchmarks/output-types.ts',
      'src/server/benchmarks/editions/*.ts',
      'src/server/benchmarks/chart-data/*.ts',
      'tests/support/seeded-database.ts'
    ]
  )

/** A seeded embedded database, on whatever engine the tests run. */
export const openSeededEmbedded = (
  organisations: number,
  parts = 0,
  onQuery?: QueryListener
): Promise<OpenDatabase> =>
  openPrepared(stateOfCode(organisations, parts), database => fill(database, organisations, parts), onQuery)

/**
 * Makes copies start in less than half the time: without template databases to unpack, with few buffers to clear, and without a
 * write-ahead log to replay or its earlier files, 16 MB each.
 */
const QUICK_START = [
  "update pg_database set datistemplate = false, datallowconn = false where datname like 'template%'",
  'drop database template0',
  'drop database template1',
  "alter system set shared_buffers = '16MB'",
  'set wal_recycle = off',
  'select pg_switch_wal()',
  'checkpoint'
]

/** An embedded database from its dump. */
async function openPrepared(
  name: string,
  prepare: (database: Database) => Promise<void>,
  onQuery?: QueryListener
): Promise<OpenDatabase> {
  const dump = await madeOnce(name, async path => {
    const pglite = await PGlite.create(pgliteOptions)
    const store = embedDatabase(pglite)
    await prepare(store.database)
    for (const statement of QUICK_START) await pglite.exec(statement)
    writeFileSync(path, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
    await store.close()
  })
  const pglite = await PGlite.create({ ...pgliteOptions, loadDataDir: await openAsBlob(dump) })
  return embedDatabase(pglite, { onQuery })
}

/** An empty embedded database, on whatever engine the tests run. */
export const openEmptyEmbedded = (onQuery?: QueryListener): Promise<OpenDatabase> =>
  openPrepared(`empty-${digestOf([], ['package.json'])}`, async () => {}, onQuery)

async function openCopy(
  url: string,
  organisations: number,
  onQuery?: QueryListener
): Promise<SeededDatabase> {
  const template = `template_${stateOfCode(organisations)}`
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(url, async client => {
    // Any fixed number: others who want the template wait here until it is made.
    await client.query('select pg_advisory_lock(7391)')
    const known = await client.query('select 1 from pg_database where datname = $1', [template])
    if (known.rowCount === 0) await makeTemplate(client, url, template, organisations)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    await client.query('select pg_advisory_unlock(7391)')
  })
  return ownDatabase(url, name, onQuery)
}

/** An empty database of the tested engine. */
export async function openEmpty(): Promise<SeededDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) return openEmptyEmbedded()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(url, client => client.query(`create database ${name}`))
  return ownDatabase(url, name)
}

/** A database that is dropped when it is closed. */
function ownDatabase(url: string, name: string, onQuery?: QueryListener): SeededDatabase {
  const own = atDatabase(url, name)
  const store = openPostgres(own, onQuery)
  return {
    url: own,
    database: store.database,
    async close() {
      await store.close()
      await administer(url, client => client.query(`drop database ${name}`))
    }
  }
}

async function makeTemplate(
  client: pg.Client,
  url: string,
  template: string,
  organisations: number
): Promise<void> {
  const unfinished = `unfinished_${randomUUID().replaceAll('-', '')}`
  await client.query(`create database ${unfinished}`)
  const store = openPostgres(atDatabase(url, unfinished))
  await fill(store.database, organisations)
  await store.close()
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

/** The address of another database of a server. */
export function atDatabase(url: string, name: string): string {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** Works on a connection of its own. */
export async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
