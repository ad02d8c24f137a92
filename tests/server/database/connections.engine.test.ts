// What lies between the API and PostgreSQL: a pooler that refuses settings, a server that falls silent.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pipeline } from '#server/database/connections/pipeline.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import { openPostgres, type OpenDatabase } from '#server/database/open.ts'
import { transaction } from '#server/database/transaction.ts'
import { closeInTime } from '#server/start.ts'
import { tellStatementLimit } from '#server/statement-limit.ts'
import { openDatabaseProxy, type DatabaseProxy } from '#tests/support/database-proxy.ts'
import { openEmpty, type SeededDatabase } from '#tests/support/seeded-database.ts'

const MAX_SILENCE_MS = 300
/** As many statements as there are connections, and some that wait for one. */
const AT_ONCE = 14

describe.runIf(process.env['TEST_DATABASE_URL'])('connections', () => {
  let direct: SeededDatabase
  let proxy: DatabaseProxy
  beforeAll(async () => {
    direct = await openEmpty()
    proxy = await openDatabaseProxy(direct.url!)
  })
  afterAll(async () => {
    await proxy.close()
    await direct.close()
  })

  const limitOf = async ({ database }: Pick<OpenDatabase, 'database'>): Promise<unknown> =>
    (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(database))
      .rows[0]?.limit
  const limitInTransaction = ({ database }: OpenDatabase) =>
    transaction(database, tx => limitOf({ database: tx }))
  async function told({ database }: Pick<OpenDatabase, 'database'>): Promise<unknown[]> {
    const entries: unknown[] = []
    await tellStatementLimit(database, (...entry) => entries.push(entry))
    return entries
  }

  test('without a pooler each statement has the limit, and the API says so', async () => {
    expect([await limitOf(direct), await limitInTransaction(direct)]).toEqual(['30s', '30s'])
    expect(await told(direct)).toEqual([
      ['info', 'database limits', { statement_timeout: '30s', api_limit_seconds: 35 }]
    ])
  })

  test('a pooler is sent no setting at the start; transactions have the limit, and the API asks for one for the rest', async () => {
    const pooled = openPostgres(proxy.url)
    expect([await limitOf(pooled), await limitInTransaction(pooled), await limitOf(pooled)]).toEqual([
      '0',
      '30s',
      '0'
    ])
    expect(proxy.started.flatMap(parameters => Object.keys(parameters))).not.toContain('statement_timeout')
    expect(await told(pooled)).toEqual([
      [
        'warning',
        'database limits',
        {
          statement_timeout: '0',
          api_limit_seconds: 35,
          message: expect.stringContaining('alter role <user> set statement_timeout')
        }
      ]
    ])
    const slow = transaction(pooled.database, async tx => {
      await sql`set local statement_timeout = '50ms'`.execute(tx)
      await sql`select pg_sleep(20)`.execute(tx)
    })
    await expect(slow).rejects.toThrow('statement timeout')
    await pooled.close()
  })

  test('keeps the database’s own limit', async () => {
    const name = new URL(direct.url!).pathname.slice(1)
    await sql`alter database ${sql.ref(name)} set statement_timeout = '7s'`.execute(direct.database)
    const pooled = openPostgres(proxy.url)
    const unpooled = openPostgres(direct.url!)
    for (const store of [pooled, unpooled]) {
      expect([await limitOf(store), await limitInTransaction(store)]).toEqual(['7s', '7s'])
      expect(await told(store)).toMatchObject([['info', 'database limits', { statement_timeout: '7s' }]])
      await store.close()
    }
    await sql`alter database ${sql.ref(name)} reset statement_timeout`.execute(direct.database)
  })

  test('a server that falls silent takes no connection for ever: what waits fails, and the next call goes through', async () => {
    const store = openPostgres(proxy.url, undefined, MAX_SILENCE_MS)
    const ask = () => sql`select 1 as one, pg_sleep(0.01)`.execute(store.database)
    // All connections are open.
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
    const silence = Promise.withResolvers<void>()
    const open = transaction(store.database, async tx => {
      await sql`select 1`.execute(tx)
      proxy.fallSilent()
      silence.resolve()
      await sql`select 2`.execute(tx)
    })
    await silence.promise
    const lost = await Promise.allSettled([open, ...Array.from({ length: AT_ONCE }, ask)])
    expect(lost.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(10)
    expect(lost[0]).toMatchObject({
      reason: { message: 'The database has not answered for 0.3 seconds; its connection was closed.' }
    })
    const after = await Promise.all(Array.from({ length: AT_ONCE }, ask))
    expect(after.map(({ rows }) => (rows[0] as { one: number }).one)).toEqual(Array(AT_ONCE).fill(1))
    await store.close()
  })

  test('without a pooler a marked statement is prepared once for a connection, and prepared anew after a change of its columns', async () => {
    const store = openPostgres(direct.url!)
    const pooled = openPostgres(proxy.url)
    const select = () => sql`select ${prepared} * from prepared_rows`
    const countPrepared = sql<{ count: number }>`select count(*) from pg_prepared_statements`
    const countAfterTwo = ({ database }: OpenDatabase) =>
      transaction(database, async tx => {
        await select().execute(tx)
        await select().execute(tx)
        return (await countPrepared.execute(tx)).rows[0]?.count
      })
    await sql`create table prepared_rows as select 1 as number`.execute(store.database)
    expect([await countAfterTwo(store), await countAfterTwo(pooled)]).toEqual([1, 0])
    await sql`alter table prepared_rows alter column number type text`.execute(direct.database)
    expect((await select().execute(store.database)).rows).toEqual([{ number: '1' }])
    await sql`drop table prepared_rows`.execute(direct.database)
    await store.close()
    await pooled.close()
  })

  test('statements of a pipeline are sent in one packet', async () => {
    const store = openPostgres(proxy.url)
    await transaction(store.database, async tx => {
      const select = (number: number) => sql<{ number: number }>`select ${number}::int as number`.compile(tx)
      const before = proxy.packetCount()
      expect(await pipeline(tx, [select(1), select(2), select(3)])).toEqual(
        [1, 2, 3].map(number => [{ number }])
      )
      expect(proxy.packetCount() - before).toBe(1)
    })
    await store.close()
  })

  test('closes without waiting for a silent database', async () => {
    const store = openPostgres(proxy.url)
    const ask = () => sql`select 1 as one, pg_sleep(0.01)`.execute(store.database)
    await Promise.all(Array.from({ length: AT_ONCE }, ask))
    proxy.fallSilent()
    const lost = Promise.allSettled([ask(), ask()])
    // Without the end of its connections this would take as long as a statement may.
    await closeInTime(
      async () => {
        await lost
        await store.close()
      },
      store.abandon,
      50
    )
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
