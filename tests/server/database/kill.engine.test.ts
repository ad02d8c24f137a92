// Whoever was told that a cell is saved finds it again, however often the server or the database is killed meanwhile.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#demo/seed.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded, openPostgres } from '#server/database/open.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { expectNothingLost, killDuringWrites, untilReady } from '#tests/support/killed-writes.ts'
import { killIfThere, startPostgres, type RunningPostgres } from '#tests/support/postgres.ts'
import type { SectionWriter } from '#tests/support/section-writer.ts'
import { isPartitioned, wards } from '#tests/support/seeded-database.ts'
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { wardWriters } from '#tests/support/ward-writers.ts'

// A few show a break in the order of writing; the long tests look for what is rare.
const KILLS = process.env['LONG'] ? 10 : 2
const DATABASE_KILLS = process.env['LONG'] ? 4 : 1
const SECRET = 'a secret of the tests that is long enough'
/** A database of its own in the PostgreSQL step: killing its processes would take the other tests along. */
const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined

const directory = mkdtempSync(join(tmpdir(), 'kills-'))
const environment: Record<string, string> = {
  DATA_DIRECTORY: join(directory, 'data'),
  JWT_SECRET: SECRET
}
let postgres: RunningPostgres | undefined
let server: ServerProcess
let writers: SectionWriter[]

beforeAll(async () => {
  if (onPostgres) {
    postgres = await startPostgres()
    environment['DATABASE_URL'] = postgres.url
  } else await initialiseData(join(directory, 'data'))
  const store = postgres ? openPostgres(postgres.url) : await openEmbedded(environment['DATA_DIRECTORY'])
  await migrate(store.database)
  await seed(store.database, [wards], { now: new Date(), organisations: 8 })
  writers = await wardWriters(store, SECRET)
  await store.close()
  server = await startProcess(environment)
})
afterAll(async () => {
  await server?.kill()
  await postgres?.stop()
  rmSync(directory, { recursive: true, force: true })
})

test.skipIf(isPartitioned)(
  'the server is killed under load and loses nothing that it acknowledged',
  { timeout: 600_000 },
  async () => {
    for (let kills = 0; kills < KILLS; kills++) {
      await killDuringWrites(writers, server.url, () => server.kill())
      server = await startProcess(environment)
      await expectNothingLost(writers, server.url)
    }
    for (const writer of writers) expect(writer.count).toBeGreaterThanOrEqual(KILLS)
  }
)

test.runIf(onPostgres && !isPartitioned)(
  'the database is killed under load: the server comes back by itself',
  { timeout: 300_000 },
  async () => {
    for (let kills = 0; kills < DATABASE_KILLS; kills++) {
      await killDuringWrites(writers, server.url, killBackends)
      await untilReady(server.url)
      await expectNothingLost(writers, server.url)
    }
  }
)

/** Kills the processes that work for the server; PostgreSQL then ends all others and recovers from its log. */
async function killBackends(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres?.url })
  // It loses its own connection as well.
  client.on('error', () => {})
  await client.connect()
  const backends = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  )
  expect(backends.rows.length).toBeGreaterThan(0)
  for (const { pid } of backends.rows) killIfThere(pid)
  await client.end().catch(() => {})
}
