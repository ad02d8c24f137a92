// The rows of many programmes, on one server or on nodes of Citus.

import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { seed } from '#demo/seed.ts'
import { snapshot } from '#operations/backup/rows.ts'
import { tablesInOrder, type Table } from '#operations/backup/tables.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/open.ts'
import { sectionAddress } from './api-client.ts'
import { mayBegin } from './report.ts'

export const apiScript: string = fileURLToPath(new URL('../../scripts/api.ts', import.meta.url))
/** Enough for charts with their averages; all programmes have the same. */
const ORGANISATIONS = 5
export const SUBMISSIONS = 4
/** Programmes that one statement adds: on nodes, most of a statement's time does not depend on the number of rows. */
const COPIED_AT_ONCE = 250
/** The tables are analysed once they are filled; a vacuum of millions of new rows would run beside the calls. */
export const SETTINGS = ['autovacuum=off', 'max_wal_size=8GB']
export const NAME_OF_FIRST = 'wards'

/**
 * The first programme has demo data; the others are copies of it under their own ids. Returns how many there was time for, with `laterMs` left for
 * what follows.
 */
export async function fillProgrammes(
  url: string,
  folder: string,
  count: number,
  laterMs: number,
  organisations = ORGANISATIONS
): Promise<number> {
  const store = openPostgres(url)
  await migrate(store.database)
  const config = readConfig({}, folder)
  if (!config.ok) throw new Error(config.error.map(({ message }) => message).join('. '))
  const first = config.value.programmes.filter(({ programmeId }) => programmeId === 1)
  await seed(store.database, first, { now: new Date(), organisations })
  // Empties the cells that are saved later.
  await sectionAddress(url, SUBMISSIONS)
  const tables: Table[] = []
  const listed = snapshot(store.database, async function* list(tx) {
    yield await tablesInOrder(tx, 'removal')
  })
  for await (const all of listed) tables.push(...all)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let filled = 1
  while (filled < count && mayBegin(`programmes from ${filled + 1}`, laterMs)) {
    const to = Math.min(count, filled + COPIED_AT_ONCE)
    const begun = performance.now()
    await client.query(`begin; ${WITHOUT_TRIGGERS}`)
    for (const copied of tables.filter(({ name }) => !NOT_COPIED.has(name)))
      await client.query(copyStatement(copied, filled + 1, to))
    await client.query('commit')
    console.log(
      `Programmes ${filled + 1} to ${to} added in ${Math.round((performance.now() - begun) / 1000)} s.`
    )
    filled = to
  }
  await client.query('analyze')
  await client.end()
  await store.close()
  return filled
}

/** The server calculates charts and makes secrets. */
const NOT_COPIED = new Set(['chart_cache', 'secrets', 'sessions'])
/** Copies of rows need neither their triggers nor checks of their keys, on the nodes either. */
const WITHOUT_TRIGGERS =
  "set local citus.propagate_set_commands = 'local'; set local session_replication_role = 'replica'"

function copyStatement({ name, columns }: Table, from: number, to: number): string {
  const copied = columns.map(column =>
    column === 'programme_id'
      ? 'n'
      : name === 'programmes' && column === 'programme_code'
        ? `'p' || n`
        : `t.${column}`
  )
  return `insert into ${name} (${columns.join()}) select ${copied.join()}
    from ${name} t, generate_series(${from}, ${to}) n where t.programme_id = 1`
}
