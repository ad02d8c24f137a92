// How many statements API processes run that nobody calls, with many programmes.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { table } from './figures.ts'
import { writeProgrammes } from './programme-files.ts'
import { apiScript, fillProgrammes, NAME_OF_FIRST, SETTINGS } from './programme-rows.ts'
import type { Figure } from './report.ts'

/** As long as they run more statements a second than this, processes are busy with what they do at their start. */
const MAX_IDLE_STATEMENTS = 5
const IDLE_SECONDS = 5

const PROCESSES = 4
const MEASURED_MS = 2 * MINUTE_MS
const START_MS = 2 * MINUTE_MS
/** Four processes together, in statements a second. */
const TARGET = 20

/** With a mail server, processes look for mails. None is due, so that none is sent. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'post@wards.example' }

/** Small programmes: the smallest that the demo data offers. */
const ORGANISATIONS = 1

/** The statements of four processes with `count` programmes: until they are idle after their start, and a second while they are. */
export async function measureIdleProcesses(count: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-idle-'))
  writeProgrammes(folder, count, NAME_OF_FIRST)
  const postgres = await startPostgres({
    settings: [...SETTINGS, 'shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.max=10000']
  })
  const processes: ServerProcess[] = []
  const client = new pg.Client({ connectionString: postgres.url })
  try {
    const filled = await fillProgrammes(postgres.url, folder, count, START_MS + MEASURED_MS, ORGANISATIONS)
    await client.connect()
    await client.query('create extension pg_stat_statements')
    const begun = performance.now()
    for (let index = 0; index < PROCESSES; index++)
      processes.push(await startProcess({ DATABASE_URL: postgres.url, ...MAIL }, [], apiScript, folder))
    await untilIdle(postgres.url)
    const atStart = await statements(client)
    const seconds = (performance.now() - begun) / 1000
    await client.query('select pg_stat_statements_reset()')
    await pause(MEASURED_MS)
    const idle = await statements(client)
    const perSecond = (1000 * sumOf(idle)) / MEASURED_MS
    console.log(
      `${PROCESSES} processes with ${filled} programmes were idle ${seconds.toFixed(0)} s after the first was started.\n\n` +
        `At their start\n\n${table(mostFrequent(atStart))}\n\nIn ${MEASURED_MS / 1000} idle seconds\n\n${table(mostFrequent(idle))}\n`
    )
    return [
      {
        what: `${PROCESSES} idle processes, ${filled} programmes: statements a second`,
        value: perSecond,
        target: TARGET
      },
      {
        what: `starting ${PROCESSES} processes, ${filled} programmes: statements for each`,
        value: sumOf(atStart) / PROCESSES
      }
    ]
  } finally {
    await client.end()
    for (const running of processes) await running.kill()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Counted {
  query: string
  count: number
}

/** All except this file's own. */
async function statements(client: pg.Client): Promise<Counted[]> {
  const { rows } = await client.query<{ query: string; count: string }>(
    `select left(regexp_replace(query, '[[:space:]]+', ' ', 'g'), 100) as query, sum(calls) as count from pg_stat_statements
    where query !~ 'pg_stat_' group by 1 order by 2 desc`
  )
  return rows.map(({ query, count }) => ({ query, count: Number(count) }))
}

const sumOf = (counted: readonly Counted[]): number => counted.reduce((sum, { count }) => sum + count, 0)

const LISTED = 12
const mostFrequent = (counted: readonly Counted[]) =>
  counted.slice(0, LISTED).map(({ query, count }) => ({ statement: query, count }))

/**
 * A server that has started cleans up every programme. Waits until that is done, and returns how many statements a second idle processes run:
 * transactions, as each of theirs has one statement.
 */
export async function untilIdle(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const count = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()'
    )
    return Number(rows[0]?.count)
  }
  const ratePerSecond = async (): Promise<number> => {
    const [begun, before] = [performance.now(), await count()]
    await pause(IDLE_SECONDS * 1000)
    // Without the one that this asks with.
    return Math.max(0, (1000 * ((await count()) - before - 1)) / (performance.now() - begun))
  }
  let rate = await ratePerSecond()
  while (rate > MAX_IDLE_STATEMENTS) rate = await ratePerSecond()
  await client.end()
  return rate
}
