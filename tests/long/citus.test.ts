// Programmes spread over the nodes of a Citus cluster, which starts here if PostgreSQL has the extension; or CITUS_URL names its coordinator, and a database
// that may be emptied (docs/scaling.md). No statement of a call may touch two shards, because each that does waits for all nodes.

import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { seed } from '#demo/seed.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/open.ts'
import { askFor } from '#tests/support/chart-requests.ts'
import { hasCitus, startCitus, type RunningCitus } from '#tests/support/citus.ts'
import { readingsOn } from '#tests/support/readings.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { NOON, sites, wards } from '#tests/support/seeded-database.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

/** Citus explains some inserts from a query only without parameters. */
const withLiterals = (statement: string, parameters: readonly unknown[]): string =>
  statement.replaceAll(/\$(\d+)/g, (_, number: string) => literalOf(parameters[Number(number) - 1]))

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value))
    return pg.escapeLiteral(
      `{${value.map(one => (one === null ? 'null' : JSON.stringify(String(one)))).join()}}`
    )
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

const givenUrl = process.env['CITUS_URL']

describe.runIf(givenUrl !== undefined || hasCitus())('on Citus', () => {
  let cluster: RunningCitus | undefined
  const startCluster = async (): Promise<string> => (cluster ??= await startCitus()).url
  afterAll(() => cluster?.stop())
  const statements = new Map<string, readonly unknown[]>()
  const server = useServer({
    open: async onQuery => {
      const url = givenUrl ?? (await startCluster())
      const empty = openPostgres(url)
      await migrate(empty.database)
      await seed(empty.database, [wards, sites], { now: NOON, organisations: 14 })
      await empty.close()
      const store = openPostgres(url, (statement, parameters) => {
        onQuery(statement, parameters)
        if (/^\s*(select|insert|update|delete|with)\b/i.test(statement)) statements.set(statement, parameters)
      })
      return { ...store, url }
    }
  })

  test('each table is distributed by programme, all alike', async () => {
    const { rows } = await sql<{ column: string; groups: number; count: number }>`
      select distribution_column as column, count(distinct colocation_id) as groups, count(*) as count
      from citus_tables group by distribution_column`.execute(server.database)
    const tables = await sql<{ count: number }>`
      select count(*) as count from information_schema.columns c join pg_class t on t.relname = c.table_name and t.relkind = 'r'
      where c.table_schema = 'public' and c.column_name = 'programme_id' and not t.relispartition
        and t.oid in (select logicalrelid from pg_dist_partition)`.execute(server.database)
    expect(rows).toEqual([{ column: 'programme_id', groups: 1, count: tables.rows[0]!.count }])
    expect(rows[0]!.count).toBeGreaterThan(60)
  })

  test('accepted answers are protected on the node that holds them', async () => {
    const { submission_id, questionnaire_id, question_id } = await server.database
      .selectFrom('answers as a')
      .innerJoin('question_memberships as m', join =>
        join.onRef('m.programme_id', '=', 'a.programme_id').onRef('m.question_id', '=', 'a.question_id')
      )
      .innerJoin('sub_sections as t', join =>
        join.onRef('t.programme_id', '=', 'm.programme_id').onRef('t.sub_section_id', '=', 'm.sub_section_id')
      )
      .innerJoin('sections as c', join =>
        join.onRef('c.programme_id', '=', 't.programme_id').onRef('c.section_id', '=', 't.section_id')
      )
      .select(['a.submission_id', 'a.question_id', 'c.questionnaire_id'])
      .where('a.programme_id', '=', 1)
      .where('m.programme_id', '=', 1)
      .where('t.programme_id', '=', 1)
      .where('c.programme_id', '=', 1)
      .where('a.case_code_id', '=', 0)
      .limit(1)
      .executeTakeFirstOrThrow()
    await sql`insert into acceptances (programme_id, submission_id, questionnaire_id, accepted_at, accepted_by_user_id)
      select 1, ${submission_id}, ${questionnaire_id}, now(), min(user_id) from users where programme_id = 1`.execute(
      server.database
    )
    const changed = sql`update answers set version = version + 1
      where programme_id = 1 and submission_id = ${submission_id} and question_id = ${question_id}`
    await expect(changed.execute(server.database)).rejects.toThrow('accepted answers cannot change')
    await sql`delete from acceptances where programme_id = 1`.execute(server.database)
    expect((await changed.execute(server.database)).numAffectedRows).toBeGreaterThan(0n)
  })

  test('no statement of a call touches two shards', async () => {
    statements.clear()
    for (const role of ['lead', 'admin'] as const) {
      const token = await server.tokenOf(role)
      for (const { path } of await readingsOn(server))
        expect((await server.send('GET', path, { token })).status).toBeLessThan(500)
      for (const period of ['2025', '2026'])
        expect((await askFor(server, { period, token })).status).toBe(200)
    }
    const { save, blankWard } = savingOn(server)
    const ward = await blankWard()
    const cell = await cellOf(server, ward, 'Staffed beds')
    expect((await save(ward, cell, [{ value: 24 }])).status).toBe(200)
    const run = new Map(statements)
    expect(run.size).toBeGreaterThan(100)
    const wide: string[] = []
    for (const [statement, parameters] of run) {
      const { rows } = await server.database.executeQuery(
        CompiledQuery.raw(`explain (format json) ${withLiterals(statement, parameters)}`)
      )
      const tasks = [...JSON.stringify(rows).matchAll(/"Task Count":(\d+)/g)].map(([, count]) =>
        Number(count)
      )
      if (tasks.some(count => count > 1)) wide.push(statement)
    }
    expect(wide).toEqual([])
  })

  test('a programme moves to the other node while people save, and no save fails', async () => {
    const { save, blankWard } = savingOn(server)
    const ward = await blankWard()
    const cell = await cellOf(server, ward, 'Staffed beds')
    const find = () =>
      sql<{ shard: number; node: number }>`
        select shardid as shard, nodeport as node from citus_shards
        where shardid = get_shard_id_for_distribution_column('programmes', 1)`.execute(server.database)
    const run = (statement: string) => server.database.executeQuery(CompiledQuery.raw(statement))
    const statuses: number[] = []
    const moved = new AbortController()
    const saving = (async () => {
      for (let { version } = cell; !moved.signal.aborted; version += 1)
        statuses.push((await save(ward, cell, [{ value: 1 + (version % 9), base_version: version }])).status)
    })()
    await run(
      `select isolate_tenant_to_new_shard('programmes', 1, 'CASCADE', shard_transfer_mode => 'block_writes')`
    )
    const [before] = (await find()).rows
    const { rows: others } = await sql<{ port: number }>`
      select nodeport as port from pg_dist_node where groupid > 0 and nodeport <> ${before!.node}`.execute(
      server.database
    )
    await run(
      `select citus_move_shard_placement(${before!.shard}, '127.0.0.1', ${before!.node}, '127.0.0.1', ${others[0]!.port}, shard_transfer_mode => 'force_logical')`
    )
    moved.abort()
    await saving
    expect((await find()).rows).toEqual([{ shard: before!.shard, node: others[0]!.port }])
    expect(statuses.length).toBeGreaterThan(0)
    expect(statuses.filter(status => status !== 200)).toEqual([])
    const answer = await cellOf(server, ward, 'Staffed beds')
    expect(answer.version).toBe(cell.version + statuses.length)
  })
})
