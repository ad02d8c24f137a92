// The machine of the primary database is gone while people save, and a standby takes its place behind the same address. Nobody restarts the API, and
// whoever was told that a cell is saved finds it again.

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#demo/seed.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/open.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#tests/support/database-proxy.ts'
import { expectNothingLost, killDuringWrites, untilReady } from '#tests/support/killed-writes.ts'
import {
  startPostgres,
  startStandby,
  type RunningPostgres,
  type StandbyPostgres
} from '#tests/support/postgres.ts'
import type { SectionWriter } from '#tests/support/section-writer.ts'
import { wards } from '#tests/support/seeded-database.ts'
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { wardWriters } from '#tests/support/ward-writers.ts'

const SECRET = 'a secret of the tests that is long enough'
const FAILOVERS = 2

let primary: RunningPostgres
let proxy: DatabaseProxy
let server: ServerProcess
let writers: SectionWriter[]

beforeAll(async () => {
  primary = await startPostgres()
  const store = openPostgres(primary.url)
  await migrate(store.database)
  await seed(store.database, [wards], { now: new Date(), organisations: 8 })
  writers = await wardWriters(store, SECRET)
  await store.close()
  proxy = await openDatabaseProxy(primary.url)
  server = await startProcess({ DATABASE_URL: proxy.url, JWT_SECRET: SECRET })
}, 300_000)
afterAll(async () => {
  await server?.kill()
  await proxy?.close()
  await primary?.stop()
})

/** A standby without which the primary tells nobody that something is saved. */
async function addStandby(): Promise<StandbyPostgres> {
  const standby = await startStandby(primary)
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  await client.query(`alter system set synchronous_standby_names = '*'`)
  await client.query('select pg_reload_conf()')
  const waits = async (): Promise<boolean> => {
    const { rows } = await client.query('select from pg_stat_replication where sync_state = $1', ['sync'])
    return rows.length === 1
  }
  for (let attempt = 0; attempt < 500 && !(await waits()); attempt++) await pause(20)
  expect(await waits()).toBe(true)
  await client.end()
  return standby
}

test('the primary is killed while people save, and the standby has all that was acknowledged', async () => {
  const counts: number[] = []
  for (let times = 0; times < FAILOVERS; times++) {
    const standby = await addStandby()
    await killDuringWrites(writers, server.url, () => primary.kill())
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    standby.promote()
    primary = standby
    proxy.pointTo(standby.url)
    await untilReady(server.url)
    await expectNothingLost(writers, server.url)
    for (const writer of writers) await writer.write(server.url, 3)
    counts.push(Math.min(...writers.map(writer => writer.count)))
  }
  // Each failover fell among writes.
  expect(counts[0]).toBeGreaterThan(3)
  expect(counts[1]! - counts[0]!).toBeGreaterThan(3)
}, 300_000)
