// Times a search over many charts, questions, documents and texts beside a bare statement that reads the texts themselves, on PostgreSQL (plain and
// partitioned by programme) and on the embedded engine. npm run bench:search [-- --rows 100000] [--only postgres,partitions,embedded]

import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { seed } from '#demo/seed.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from '#server/database/open.ts'
import type { RouteContext } from '#server/http/route.ts'
import { searchGlobal } from '#server/search/search.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { NOON, wards } from '#tests/support/seeded-database.ts'
import { inTurn } from './api-load.ts'
import { benchCaller } from './bench-caller.ts'
import { quantileOf } from './figures.ts'
import { chosenParts, mayBegin, reportFigures, type Figure } from './report.ts'
import { addSearchableRows, wordNumbered } from './searchable-rows.ts'

const CALLS = 15
const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, only: { type: 'string' } }
})
const parts = chosenParts(['postgres', 'partitions', 'embedded'], values.only)
const count = Number(values.rows)

/** The most frequent word, a rare one, both, one with an error, and one of which only the beginning is typed. */
const rare = wordNumbered(9000)
const searches: Record<string, string> = {
  'a word of every second text': wordNumbered(1),
  'a rare word': rare,
  'three words': `${wordNumbered(1)} ${wordNumbered(2)} ${wordNumbered(40)}`,
  'a misspelt word': `${rare.slice(0, 3)}x${rare.slice(4)}`,
  'two letters': wordNumbered(3).slice(0, 2)
}

async function timesOf(name: string, { database }: OpenDatabase) {
  const context = { database, caller: benchCaller, now: NOON } as RouteContext
  const time = async (what: string, work: () => Promise<unknown>): Promise<Figure> => {
    await work()
    const { milliseconds } = await inTurn(CALLS, async () => (await work(), true))
    return {
      what: `${name}, ${count} rows: ${what}`,
      value: quantileOf(milliseconds, 0.95),
      details: { 'p50 ms': quantileOf(milliseconds, 0.5).toFixed(1) }
    }
  }
  const rows = [
    await time('bare: questions that contain a word', () =>
      sql`select count(*) from questions where programme_id = 1 and lower(question_text || ' ' || help_text) like ${`%${rare}%`}`.execute(
        database
      )
    )
  ]
  for (const [what, query] of Object.entries(searches))
    rows.push(
      await time(what, async () =>
        searchGlobal({ body: { query, filters: [], limit: 20, offset: 0 } }, context)
      )
    )
  return rows
}

async function filled(opened: OpenDatabase, partitions = 0): Promise<OpenDatabase> {
  await migrate(opened.database, { partitions })
  await seed(opened.database, [wards], { now: NOON, organisations: 14 })
  await addSearchableRows(opened.database, 1, count)
  await sql`analyze`.execute(opened.database)
  return opened
}

const figures: Figure[] = []
const postgres = await startPostgres()
try {
  for (const partitions of [0, 4]) {
    const part = partitions === 0 ? 'postgres' : 'partitions'
    if (!parts.has(part) || !mayBegin(part)) continue
    const administrator = new pg.Client({ connectionString: postgres.url })
    await administrator.connect()
    await administrator.query(`create database bench_${partitions}`)
    await administrator.end()
    const url = new URL(postgres.url)
    url.pathname = `/bench_${partitions}`
    const opened = await filled(openPostgres(url.href), partitions)
    figures.push(
      ...(await timesOf(partitions === 0 ? 'PostgreSQL' : `PostgreSQL, ${partitions} partitions`, opened))
    )
    await opened.close()
  }
  if (parts.has('embedded') && mayBegin('embedded')) {
    const opened = await filled(await openEmbedded())
    figures.push(...(await timesOf('embedded', opened)))
    await opened.close()
  }
} finally {
  await postgres.stop()
}
console.log(`Load of the machine: ${loadavg()[0]!.toFixed(1)}`)
reportFigures('search', 'p95 ms', figures)
