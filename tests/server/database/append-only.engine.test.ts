// Rows of the audit log can be added and nothing else: by triggers on every engine, and by the rights of the API's role where it has one beside the owner.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordActs } from '#server/auth/record-acts.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres, type OpenDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { openPrepared } from '#server/prepared-database.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import {
  isPartitioned,
  NOON,
  openEmpty,
  partitionOptions,
  wards,
  type SeededDatabase
} from '#tests/support/seeded-database.ts'

const record = (database: Database): Promise<unknown> =>
  transaction(database, tx =>
    recordActs(
      tx,
      { programmeId: 1, userId: null, now: NOON },
      [{ kind: 'edition_published', value_after: '1' }],
      null
    )
  )

const readRows = async (database: Database) =>
  (await sql`select * from audit_events order by audit_event_id`.execute(database)).rows

const changes = [
  `update audit_events set value_after = '2'`,
  'update audit_events set programme_id = 2',
  `update audit_events set value_after = '2' where programme_id = 1`,
  'delete from audit_events',
  'delete from audit_events where programme_id = 1 and audit_event_id > 0',
  'truncate audit_events',
  'truncate programmes cascade',
  `insert into audit_events (programme_id, audit_event_id, happened_at, event_kind, acted_by) values (1, 1, now(), 'role_changed', 'user')
    on conflict (programme_id, audit_event_id) do update set event_kind = excluded.event_kind`,
  ...(isPartitioned
    ? Array.from({ length: partitionOptions.partitions ?? 0 }, (_, at) => `truncate audit_events_p${at}`)
    : [])
]

let owned: SeededDatabase
beforeAll(async () => {
  owned = await openEmpty()
})
afterAll(() => owned.close())

describe('as the owner of the tables', () => {
  beforeAll(async () => {
    await migrate(owned.database, partitionOptions)
    await saveProgramme(owned.database, wards)
    await record(owned.database)
  })

  test.each(changes)('%s is refused', async statement => {
    const before = await readRows(owned.database)
    expect(before).toHaveLength(1)
    await expect(sql.raw(statement).execute(owned.database)).rejects.toThrow(
      'the audit log can only be added to'
    )
    expect(await readRows(owned.database)).toEqual(before)
  })

  test('removing another programme deletes no row', async () => {
    const removal = transaction(owned.database, async tx => {
      await sql`select set_config('benchmarks.removed_programme', '2', true)`.execute(tx)
      await tx.deleteFrom('audit_events').where('programme_id', '=', 1).execute()
    })
    await expect(removal).rejects.toThrow('can only be added to')
  })

  test.runIf(isPartitioned)('a partition that is named refuses too', async () => {
    const before = await readRows(owned.database)
    const { rows } = await sql<{ part: string }>`
      select tableoid::regclass::text as part from audit_events`.execute(owned.database)
    const { part } = rows[0]!
    for (const statement of [`delete from ${part}`, `update ${part} set value_after = '2'`])
      await expect(sql.raw(statement).execute(owned.database)).rejects.toThrow('can only be added to')
    expect(await readRows(owned.database)).toEqual(before)
  })
})

describe.runIf(process.env['TEST_DATABASE_URL'])('as a role of the API beside the owner', () => {
  const role = `api_${randomUUID().replaceAll('-', '')}`
  let store: SeededDatabase
  let api: OpenDatabase
  let url: string
  beforeAll(async () => {
    store = await openEmpty()
    await sql.raw(`create role ${role} login`).execute(store.database)
    // As docs/operating.md says.
    await sql
      .raw(`alter default privileges grant select, insert, update, delete on tables to ${role}`)
      .execute(store.database)
    await migrate(store.database, partitionOptions)
    const own = new URL(store.url!)
    own.username = role
    url = own.href
    api = openPostgres(url)
  })
  afterAll(async () => {
    await api.close()
    await sql.raw(`drop owned by ${role}`).execute(store.database)
    await sql.raw(`drop role ${role}`).execute(store.database)
    await store.close()
  })

  test('the API starts and records actions', async () => {
    const started = await openPrepared({ dataDirectory: '', databaseUrl: url, programmes: [wards] })
    expect(started.programmes).toEqual([wards])
    await started.close()
    await record(api.database)
    expect(await readRows(api.database)).toHaveLength(1)
  })

  test.each([
    ...changes.filter(statement => !statement.startsWith('truncate programmes')),
    'alter table audit_events disable trigger user',
    'drop trigger audit_events_changed on audit_events',
    'create or replace function refuse_audit_changes() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop table audit_events',
    'grant delete on audit_events to current_user',
    "set session_replication_role = 'replica'"
  ])('%s is not permitted', async statement => {
    const before = await readRows(api.database)
    // Granting rights that one does not have is only a warning.
    await sql
      .raw(statement)
      .execute(api.database)
      .then(
        () => expect(statement).toContain('grant'),
        (error: Error) => expect(error.message).toMatch(/permission denied|must be owner/)
      )
    await expect(sql.raw('delete from audit_events').execute(api.database)).rejects.toThrow(
      'permission denied'
    )
    expect(await readRows(api.database)).toEqual(before)
  })
})
