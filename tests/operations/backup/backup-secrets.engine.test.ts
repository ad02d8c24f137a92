// Nothing in a backup or an export grants access.

import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isExported, tableExports } from '#operations/backup/exports.ts'
import { moveData } from '#operations/backup/move.ts'
import { readRestorableBackup, restoreBackup } from '#operations/backup/restore.ts'
import { backupStream, writeBackup } from '#operations/backup/write.ts'
import { contentKindNames } from '#operations/provision/content-kinds/definition.ts'
import { mailTemplates } from '#server/accounts/mail-templates.ts'
import { writeMail } from '#server/accounts/outbox.ts'
import { secretInDatabase } from '#server/auth/secrets.ts'
import { startSession } from '#server/auth/sessions.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { NOON, openEmpty, openSeeded, partitionOptions, wards } from '#tests/support/seeded-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-secrets-'))
const path = join(folder, 'all.backup')
const CODE = 'a-code-that-sets-a-password'
let store: OpenDatabase
let key: string
let sessionId: string

beforeAll(async () => {
  store = await openSeeded(14)
  const secretFor = await secretInDatabase(store.database, [wards])
  const user = await store.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'super@wards.example')
    .executeTakeFirstOrThrow()
  const token = await startSession(store.database, secretFor, { ...user, code: null }, NOON)
  sessionId = decodeJwt<{ sid: string }>(token).sid
  await writeMail(store.database, 1, 'lead@wards.example', mailTemplates.invite(wards, CODE), NOON)
  const secret = await store.database.selectFrom('secrets').select('secret_value').executeTakeFirstOrThrow()
  key = secret.secret_value
  await writeBackup(backupStream(store.database, NOON), path)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const textOf = (file: string): string => gunzipSync(readFileSync(file)).toString()

async function countOf(database: Database, table: keyof typeof tableExports): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(database)
  return rows[0]!.count
}

test('every table of the database is listed as exported or not', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'schema_migrations'`.execute(store.database)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(tableExports).toSorted())
  expect(isExported('a_table_of_somebody_else', 'backup')).toBe(false)
})

test('provisioning exports only tables without secrets', () => {
  for (const kind of contentKindNames) expect([kind, isExported(kind, 'backup')]).toEqual([kind, true])
})

test('a backup has no key, no session, no code and no mail', () => {
  const text = textOf(path)
  expect(text).toContain('super@wards.example')
  for (const secret of [key, sessionId, CODE]) expect(text.includes(secret)).toBe(false)
  const tables = [...text.matchAll(/^\["table","(\w+)"\]$/gm)].map(([, name]) => name)
  for (const name of ['secrets', 'sessions', 'one_time_codes', 'mails']) expect(tables).not.toContain(name)
})

/** The same backup in the form of an earlier version, with more tables. */
function withTables(extra: Record<string, object[]>): string {
  const lines = textOf(path).trimEnd().split('\n')
  const added = Object.entries(extra).flatMap(([table, rows]) => {
    const texts = rows.map(row => JSON.stringify(row))
    const bytes = new Uint8Array(32)
    for (const text of texts)
      for (const [at, byte] of createHash('sha256').update(text).digest().entries()) bytes[at]! ^= byte
    const end = { table, rows: rows.length, sum: Buffer.from(bytes).toString('hex'), next: {} }
    return [JSON.stringify(['table', table]), ...texts, JSON.stringify(['end', end])]
  })
  const file = join(folder, 'earlier.backup')
  writeFileSync(file, gzipSync([...lines.slice(0, -1), ...added, lines.at(-1), ''].join('\n')))
  return file
}

test('a restore ends all sessions and makes new keys, even if the file has them', async () => {
  const file = withTables({
    secrets: [{ programme_id: 1, secret_name: 'tokens', secret_value: key }],
    sessions: [{ programme_id: 1, session_id: sessionId, user_id: 1 }]
  })
  const restored = await openEmpty()
  await restoreBackup(restored.database, await readRestorableBackup(file), partitionOptions)
  expect(await countOf(restored.database, 'users')).toBe(await countOf(store.database, 'users'))
  for (const table of ['secrets', 'sessions', 'one_time_codes', 'mails'] as const)
    expect([table, await countOf(restored.database, table)]).toEqual([table, 0])
  const secretFor = await secretInDatabase(restored.database, [wards])
  expect(Buffer.from((await secretFor(1))[0]).toString('base64url')).not.toBe(key)
  await restored.close()
})

test('new rows get ids above all existing ones, whatever the file says', async () => {
  const file = join(folder, 'low.backup')
  const text = textOf(path).replaceAll(/"next":\{[^}]*\}/g, '"next":{}')
  writeFileSync(file, gzipSync(text))
  const restored = await openEmpty()
  await restoreBackup(restored.database, await readRestorableBackup(file), partitionOptions)
  const last = await restored.database
    .selectFrom('filters')
    .select(({ fn }) => fn.max('filter_id').as('id'))
    .executeTakeFirstOrThrow()
  const added = await restored.database
    .insertInto('filters')
    .values({ programme_id: 1, filter_name: 'New', display_order: 9 })
    .returning('filter_id')
    .executeTakeFirstOrThrow()
  expect(added.filter_id).toBeGreaterThan(last.id)
  await restored.close()
})

test('a move includes queued emails, but neither keys nor sessions', async () => {
  const target = await openEmpty()
  const moved = new Map<string, number>()
  for await (const { table, rows } of moveData(store.database, target.database, partitionOptions))
    moved.set(table, rows)
  expect(moved.get('mails')).toBe(await countOf(store.database, 'mails'))
  expect(['secrets', 'sessions'].filter(table => moved.has(table))).toEqual([])
  expect([await countOf(target.database, 'secrets'), await countOf(target.database, 'sessions')]).toEqual([
    0, 0
  ])
  await target.close()
})
