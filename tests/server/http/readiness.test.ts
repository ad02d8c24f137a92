// /readyz tells a load balancer whether answers can be stored, and an operator why not.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataDirectoryFault, watchDisk } from '#server/database/disk.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { AppEnvironment } from '#server/http/environment.ts'
import { healthRoutes, type HealthOptions } from '#server/http/health.ts'
import { openEmptyEmbedded } from '#tests/support/seeded-database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

let store: OpenDatabase
let directory: string

beforeAll(async () => {
  store = await openEmptyEmbedded()
  directory = mkdtempSync(join(tmpdir(), 'readiness-'))
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

async function readyz(options: HealthOptions = {}) {
  const app = new Hono<AppEnvironment>()
  healthRoutes(app, { database: store.database, log: silentLog, ...options })
  const response = await app.request('/readyz')
  return [response.status, await response.json()]
}

test('a database that can only be read is not ready', async () => {
  expect(await readyz()).toEqual([200, { status: 'ready' }])
  await sql`set default_transaction_read_only = on`.execute(store.database)
  const detail = 'The database is read-only. Connect to the primary, or make this one writable.'
  expect(await readyz()).toEqual([503, { detail }])
  await sql`set default_transaction_read_only = off`.execute(store.database)
  expect(await readyz()).toEqual([200, { status: 'ready' }])
})

test('a data directory that takes nothing more is not ready, and looking leaves nothing behind', async () => {
  expect(await readyz({ diskFault: watchDisk(directory) })).toEqual([200, { status: 'ready' }])
  expect(readdirSync(directory)).toEqual([])
  mkdirSync(join(directory, 'probe'))
  const [status, body] = await readyz({ diskFault: watchDisk(directory) })
  expect(status).toBe(503)
  expect(body).toMatchObject({
    detail: expect.stringMatching(/^The data directory cannot be written to \(E/)
  })
  rmSync(directory, { recursive: true })
  expect(await readyz({ diskFault: watchDisk(directory) })).toEqual([
    503,
    { detail: 'The data directory cannot be written to (ENOENT). Check the disk and the file permissions.' }
  ])
})

test('reports a silent database as not ready, before a load balancer times out', async () => {
  const held = Promise.withResolvers<void>()
  const busy = store.database.transaction().execute(() => held.promise)
  const detail = 'The database does not respond.'
  expect(await readyz({ maxWaitMs: 50 })).toEqual([503, { detail }])
  held.resolve()
  await busy
  expect(await readyz()).toEqual([200, { status: 'ready' }])
})

test('no room and no quota left are a full disk', () => {
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(dataDirectoryFault(code)).toBe('The disk of the database is full. Free some space.')
  expect(dataDirectoryFault('EROFS')).toContain('cannot be written to (EROFS)')
})
