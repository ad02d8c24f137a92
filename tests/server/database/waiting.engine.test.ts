// Who waits for whom while a newer version migrates and an older one serves. An embedded database has one connection, so nobody waits there.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { applyMigration } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/open.ts'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'

describe.runIf(process.env['TEST_DATABASE_URL'])('while a newer version migrates', () => {
  const server = useServer()

  /** Waits until a statement that begins like this waits for a lock. */
  const untilWaiting = (statement: string) =>
    eventually(async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`${statement}%`}`.execute(
        server.database
      )
      expect(rows).not.toEqual([])
    })

  test('retries a single statement that loses a deadlock against it', async () => {
    const { programme_id, user_id } = await server.database
      .selectFrom('users')
      .select(['programme_id', 'user_id'])
      .orderBy('user_id')
      .executeTakeFirstOrThrow()
    const session_id = randomUUID()
    const now = server.clock.now
    const starting = await server.database.transaction().execute(async tx => {
      // The statement looks for a deadlock first, and so is the one to lose.
      await sql`set local deadlock_timeout = '1min'`.execute(tx)
      await sql`lock table users in access exclusive mode`.execute(tx)
      const inserted = server.database
        .insertInto('sessions')
        .values({
          programme_id,
          session_id,
          user_id,
          created_at: now,
          last_seen_at: now,
          expires_at: now,
          revoked_at: null,
          user_agent: ''
        })
        .execute()
      await untilWaiting('insert into "sessions"')
      await sql`lock table sessions in access exclusive mode`.execute(tx)
      return { inserted }
    })
    await starting.inserted
    const { rows } = await sql`select 1 from sessions where session_id = ${session_id}`.execute(
      server.database
    )
    expect(rows).toHaveLength(1)
  })

  test('blocks nobody while it waits for a long read, and succeeds in the end', async () => {
    const other = openPostgres(server.url!)
    const [begun, reading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const reader = server.database.transaction().execute(async tx => {
      await sql`select 1 from users limit 1`.execute(tx)
      begun.resolve()
      await reading.promise
    })
    await begun.promise
    const migrating = applyMigration(other.database, {
      name: '999-waits',
      up: make => make.run('alter table users add column waited_for text')
    })
    await untilWaiting('alter table users')
    const { rows } = await sql`select 1 from users limit 1`.execute(server.database)
    expect(rows).toHaveLength(1)
    reading.resolve()
    await reader
    await migrating
    await sql`select waited_for from users limit 1`.execute(server.database)
    await other.close()
  })
})
