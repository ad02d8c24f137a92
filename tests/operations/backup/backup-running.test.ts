// `npm run backup` beside an API that uses the embedded database.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveBackups } from '#operations/backup/running.ts'
import type { EmbeddedData } from '#server/start.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { eventually } from '#tests/support/patience.ts'
import { NOON, openSeeded } from '#tests/support/seeded-database.ts'
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-running-'))
const data = join(folder, 'data')
const run = promisify(execFile)
let server: ServerProcess

beforeAll(async () => {
  await initialiseData(data)
  server = await startProcess({ DATA_DIRECTORY: data })
})
afterAll(async () => {
  await server.kill()
  rmSync(folder, { recursive: true })
})

const backUp = (name: string, ...words: string[]) =>
  run(process.execPath, ['scripts/backup.ts', join(folder, name), '--data', data, ...words])

/** The codes of the programmes in a backup. */
const programmesIn = (name: string): string[] =>
  [
    ...gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .matchAll(/"programme_code": "(\w+)"/g)
  ].map(([, code = '']) => code)

test('the API writes the backup and keeps running', async () => {
  const { stdout } = await backUp('running.backup')
  expect(stdout).toMatch(/^Wrote .*running\.backup: \d+ rows of \d+ tables/)
  expect((await fetch(`${server.url}/api/v1/version/`)).status).toBeLessThan(500)
  expect(programmesIn('running.backup')).toEqual(['wards', 'libraries', 'councils'])
})

test('only the owner of the data can open the socket', () => {
  expect(statSync(join(data, 'control')).mode & 0o777).toBe(0o700)
})

test('after a kill, a backup is made from the files, and the next API serves backups again', async () => {
  await server.kill()
  await backUp('killed.backup')
  expect(programmesIn('killed.backup')).toEqual(programmesIn('running.backup'))
  server = await startProcess({ DATA_DIRECTORY: data })
  const { stdout } = await backUp('again.backup')
  expect(stdout).toContain('again.backup')
})

test('an existing, a damaged and a missing file are reported in one sentence each', async () => {
  writeFileSync(join(folder, 'mine'), 'mine')
  for (const [name, words, sentence] of [
    ['mine', [], /mine already exists/],
    ['mine', ['--check'], /mine is damaged, or is not a backup/],
    ['nothing', ['--check'], /There is no file/],
    [
      'wrong',
      ['--data', join(folder, 'typo')],
      /There is no database in .*typo\. Give its folder with --data/
    ]
  ] as const) {
    const failure = await backUp(name, ...words).catch(
      (error: unknown) => error as { code: number; stderr: string }
    )
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) })
    expect(failure.stderr.trim().split('\n')).toHaveLength(1)
  }
  // A wrong folder name creates neither a database nor an empty backup.
  expect(['typo', 'wrong'].filter(name => existsSync(join(folder, name)))).toEqual([])
})

test('a reader who stops reading does not keep the database from others', async () => {
  const store = await openSeeded(14)
  // More than fits between the processes.
  const { numUpdatedRows } = await store.database
    .updateTable('document_files')
    .set({ content: randomBytes(1_000_000) })
    .where('document_id', '=', eb =>
      eb.selectFrom('documents').select(({ fn }) => fn.min('document_id').as('first'))
    )
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBeGreaterThan(0)
  const log = vi.fn<EmbeddedData['log']>()
  const directory = join(folder, 'stalled')
  const stop = await serveBackups(
    { database: store.database, directory, clock: () => NOON, log },
    { maxStallMs: 200 }
  )
  const reader = createConnection(join(directory, 'control', 'backup'))
  await once(reader, 'readable')
  await sql`select 1`.execute(store.database)
  await eventually(() =>
    expect(log).toHaveBeenCalledWith('error', 'backup failed', { message: 'The reader has stopped reading.' })
  )
  reader.destroy()
  await stop()
  await store.close()
})
