// Whoever was told that a cell is saved finds it again, however often the server or the database is killed meanwhile.

import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#demo/seed.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded, openPostgres } from '#server/database/open.ts'
import { startPostgres, type RunningPostgres } from '#tests/support/postgres.ts'
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
  }
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

async function waitFor(isSo: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 1000 && !isSo(); attempt++) await pause(20)
  expect(isSo()).toBe(true)
}

/** Lets all write, kills in the middle of it, and lets them end. */
async function killDuringWrites(kill: () => Promise<void>): Promise<void> {
  const before = writers.map(writer => writer.count)
  const writing = writers.map(writer => writer.writeUntilCut(server.url))
  // However slow the machine is, the kill falls among writes, not before them.
  await waitFor(() => writers.every((writer, index) => writer.count > (before[index] ?? 0)))
  await pause(randomInt(0, 300))
  await kill()
  await Promise.all(writing)
}

/** Nothing acknowledged is missing, nothing is half there, and what was under way can be sent again without being done twice. */
async function expectNothingLost(): Promise<void> {
  for (const writer of writers) {
    const standing = await writer.standing(server.url)
    expect(writer.possible()).toContainEqual(standing[0])
    expect(new Set(standing.map(cell => JSON.stringify(cell))).size).toBe(1)
    await writer.resend(server.url)
    for (const cell of await writer.standing(server.url)) expect(cell).toEqual(writer.acknowledged)
  }
}

test.skipIf(isPartitioned)(
  'the server is killed under load and loses nothing that it acknowledged',
  { timeout: 600_000 },
  async () => {
    for (let kills = 0; kills < KILLS; kills++) {
      await killDuringWrites(() => server.kill())
      server = await startProcess(environment)
      await expectNothingLost()
    }
    for (const writer of writers) expect(writer.count).toBeGreaterThanOrEqual(KILLS)
  }
)

test.runIf(onPostgres && !isPartitioned)(
  'the database is killed under load: the server comes back by itself',
  { timeout: 300_000 },
  async () => {
    for (let kills = 0; kills < DATABASE_KILLS; kills++) {
      await killDuringWrites(killBackends)
      await isReady()
      await expectNothingLost()
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

/** The first kill ends the others' work as well: PostgreSQL may have stopped them by the time that their turn comes. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function isReady(): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if ((await fetch(`${server.url}/readyz`)).ok) return
    await pause(50)
  }
  throw new Error('The server does not find the database again.')
}
