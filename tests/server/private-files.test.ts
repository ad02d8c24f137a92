// Who can read the files of an embedded database.

import {
  chmodSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRestorableBackup, restoreBackup } from '#operations/backup/restore.ts'
import { serveBackups } from '#operations/backup/running.ts'
import { backupStream, writeBackup } from '#operations/backup/write.ts'
import { openEmbedded } from '#server/database/open.ts'
import { makePrivate } from '#server/database/private-files.ts'
import { startServer } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { NOON, sites } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'private-files-'))
const data = join(folder, 'data')
let umask: number
// Nothing may depend on how the account of the operator is set up.
beforeAll(() => {
  umask = process.umask(0)
})
afterAll(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

const run = () =>
  startServer({ port: 0, dataDirectory: data, programmes: [sites], serveBackups, log: silentLog })

/** A directory and everything in it that is open to others, with its mode. */
const openToOthers = (directory: string): string[] =>
  [directory, ...globSync('**/*', { cwd: directory }).map(name => join(directory, name))]
    .filter(path => !lstatSync(path).isSymbolicLink() && (statSync(path).mode & 0o077) !== 0)
    .map(path => `${(statSync(path).mode & 0o777).toString(8)} ${path}`)

test('makes everything in a new data directory readable by its owner only', async () => {
  const server = await run()
  expect(openToOthers(data)).toEqual([])
  expect(globSync('**/*', { cwd: data }).length).toBeGreaterThan(1000)
  await server.close()
  const store = await openEmbedded(data)
  // Tables, indexes and copies of them are files that the engine makes later.
  await sql`create table large as select n, repeat('text', 20) as words from generate_series(1, 20000) n`.execute(
    store.database
  )
  await sql`create index on large (words, n)`.execute(store.database)
  await sql`vacuum full large`.execute(store.database)
  expect(openToOthers(data)).toEqual([])
  await sql`drop table large`.execute(store.database)
  await store.close()
  expect(openToOthers(data)).toEqual([])
})

test('what an earlier version or a copy left open is closed at the next start', async () => {
  for (const name of ['', ...globSync('**/*', { cwd: data })]) {
    const path = join(data, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666)
  }
  expect(openToOthers(data).length).toBeGreaterThan(1000)
  const server = await run()
  expect(openToOthers(data)).toEqual([])
  await server.close()
  expect(openToOthers(data)).toEqual([])
})

test('keeps the mode of other files, also behind a link', () => {
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  writeFileSync(join(shared, 'notes'), 'for everyone')
  mkdirSync(join(shared, 'control'))
  symlinkSync(join(shared, 'notes'), join(shared, 'control', 'link'))
  makePrivate(shared)
  expect(openToOthers(shared)).toEqual([`777 ${shared}`, `666 ${join(shared, 'notes')}`])
})

test('makes a backup and the restored database readable by their owner only', async () => {
  const [path, restored] = [join(folder, 'all.backup'), join(folder, 'restored')]
  const store = await openEmbedded(data)
  await writeBackup(backupStream(store.database, NOON), path)
  await store.close()
  expect(openToOthers(path)).toEqual([])
  await initialiseData(restored)
  const empty = await openEmbedded(restored)
  await restoreBackup(empty.database, await readRestorableBackup(path))
  await empty.close()
  expect(openToOthers(restored)).toEqual([])
})

test('a directory that cannot be made is one sentence', async () => {
  writeFileSync(join(folder, 'file'), '')
  const below = join(folder, 'file', 'data')
  await expect(openEmbedded(below)).rejects.toThrow(
    `The data directory ${below} cannot be created (ENOTDIR). Choose another one.`
  )
})
