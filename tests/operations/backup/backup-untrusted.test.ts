// Files that are not backups or are malicious, and a folder in which others have placed links.

import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  createWriteStream
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { BackupError } from '#operations/backup/file.ts'
import { readRestorableBackup, restoreBackup } from '#operations/backup/restore.ts'
import { checkBackup, writeBackup } from '#operations/backup/write.ts'
import { allMigrations } from '#server/database/migrate.ts'
import { openEmpty } from '#tests/support/seeded-database.ts'

const top = mkdtempSync(join(tmpdir(), 'backup-untrusted-'))
afterAll(() => rmSync(top, { recursive: true }))
let folder = ''
let count = 0
beforeEach(() => {
  folder = mkdtempSync(join(top, `${(count += 1)}-`))
})

const row = '{"id": 1}'
const sum = createHash('sha256').update(row).digest('hex')
const header = ['backup', { format: 1, made: '2026-11-20T12:00:00.000Z', migrations: ['001-baseline'] }]
const small = [
  JSON.stringify(header),
  '["table","users"]',
  row,
  JSON.stringify(['end', { table: 'users', rows: 1, sum, next: {} }]),
  '["complete"]'
]
const packed = (lines: readonly string[]): Buffer => gzipSync(lines.map(line => `${line}\n`).join(''))
const bytes = (lines = small): Readable => Readable.from([packed(lines)])
const secret = (): string => {
  const file = join(folder, 'secret.txt')
  writeFileSync(file, 'secret')
  return file
}

test('a backup is written under a temporary name and then renamed', async () => {
  const path = join(folder, 'all.backup')
  expect(await writeBackup(bytes(), path)).toMatchObject({ tables: 1, rows: 1 })
  expect(readdirSync(folder)).toEqual(['all.backup'])
  await expect(writeBackup(bytes(), path)).rejects.toThrow('already exists')
})

test.each(['all.backup.unfinished', 'all.backup'])('a link named %s is not followed', async name => {
  const target = secret()
  symlinkSync(target, join(folder, name))
  await expect(writeBackup(bytes(), join(folder, 'all.backup'))).rejects.toThrow(/already exists/)
  symlinkSync(join(folder, 'made.txt'), join(folder, 'other.backup.unfinished'))
  await expect(writeBackup(bytes(), join(folder, 'other.backup'))).rejects.toThrow('already exists')
  expect(readFileSync(target, 'utf8')).toBe('secret')
  expect(existsSync(join(folder, 'made.txt'))).toBe(false)
})

test('of two backups with one name the second is refused, and the first is complete', async () => {
  const path = join(folder, 'all.backup')
  const [one, other] = await Promise.allSettled([writeBackup(bytes(), path), writeBackup(bytes(), path)])
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await checkBackup(path)).toMatchObject({ rows: 1 })
  expect(readdirSync(folder)).toEqual(['all.backup'])
})

test.each<[string, readonly string[], RegExp]>([
  ['nothing of a backup', ['hello'], /is not a backup/],
  ['rows before its first line', [row, ...small], /is not a backup/],
  ['rows outside of a table', [small[0]!, row], /is not a backup/],
  ['two first lines', [small[0]!, ...small], /is not a backup/],
  ['a line that is 100,000 deep', [small[0]!, `["table",${'['.repeat(100_000)}`], /is not a backup/],
  ['a line about itself that is too long', [`["backup","${'x'.repeat(1_000_001)}"]`], /is not a backup/]
])('a file with %s is refused', async (_, lines, said) => {
  const path = join(folder, 'all.backup')
  writeFileSync(path, packed(lines))
  await expect(checkBackup(path)).rejects.toThrow(said)
})

test('reading a small file that unpacks to one endless line is aborted', async () => {
  const path = join(folder, 'all.backup')
  const piece = 'x'.repeat(1_000_000)
  const lines = function* () {
    yield `${small[0]}\n${small[1]}\n`
    for (let index = 0; index < 200; index++) yield piece
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path))
  await expect(checkBackup(path)).rejects.toThrow('too long for a backup')
})

test('a link or a folder is not read as a backup', async () => {
  const path = join(folder, 'all.backup')
  symlinkSync(secret(), path)
  await expect(checkBackup(path)).rejects.toThrow('all.backup is a link')
  await expect(checkBackup(folder)).rejects.toThrow('is a folder, not a file')
  await expect(checkBackup(join(folder, 'none.backup'))).rejects.toThrow('There is no file')
})

const migrationNames = allMigrations.map(({ name }) => name)

/** A complete backup with a table of one row. */
const backupOf = (migrations: readonly string[], table: string, text: string, next: object = {}): Buffer =>
  packed([
    JSON.stringify(['backup', { format: 1, made: '2026-11-20T12:00:00.000Z', migrations }]),
    `["table","${table}"]`,
    text,
    JSON.stringify(['end', { table, rows: 1, sum: createHash('sha256').update(text).digest('hex'), next }]),
    '["complete"]'
  ])

test('complete files with rows that do not fit our tables are refused in a sentence', async () => {
  const empty = await openEmpty()
  const made: Record<string, Buffer> = {
    noVersion: backupOf([], 'users', row),
    noJson: backupOf(migrationNames, 'programmes', 'hello'),
    otherType: backupOf(migrationNames, 'programmes', '{"programme_id":"one"}'),
    incomplete: backupOf(migrationNames, 'programmes', '{}'),
    ofNobody: backupOf(migrationNames, 'time_periods', '{"programme_id":7,"time_period_id":1}'),
    hugeNumber: backupOf(migrationNames, 'programmes', '{}', { programme_id: 1e30 })
  }
  for (const [name, content] of Object.entries(made)) {
    const path = join(folder, name)
    writeFileSync(path, content)
    const restore = async () => restoreBackup(empty.database, await readRestorableBackup(path))
    await expect(restore()).rejects.toSatisfy(
      (error: Error) =>
        error instanceof BackupError &&
        error.message.startsWith(`${path} is not a backup that this version can`)
    )
  }
  await empty.close()
})
