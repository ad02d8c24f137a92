// How much one core does: the processor time of the API and of PostgreSQL for each call, and what submissions take on disk. Processor time
// hardly depends on what else the machine does. Linux only. With many programmes, each call on two API processes is set beside the same call with
// one API process, and where PostgreSQL has Citus beside the same with three nodes.
// npm run bench:capacity [-- --submissions 1000,100000] [--programmes 1000] [--calls 400] [--only charts,saving,programmes,idle]

import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { ChartData } from '#contract/chart-data.ts'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { startPostgres, type RunningPostgres } from '#tests/support/postgres.ts'
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { BenchClient, chartPlace, sectionAddress } from './api-client.ts'
import { table } from './figures.ts'
import { measureIdleProcesses } from './idle-processes.ts'
import { costOf, measureCalls, type Call } from './measured-calls.ts'
import { compareProgrammeCalls } from './programme-calls.ts'
import { chosenParts, mayBegin, reportFigures, type Figure } from './report.ts'

const { values } = parseArgs({
  options: {
    submissions: { type: 'string', default: '1000,100000' },
    programmes: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '400' },
    only: { type: 'string' }
  }
})
const calls = Number(values.calls)
const parts = chosenParts(['charts', 'saving', 'programmes', 'idle'], values.only)
type Row = Record<string, string | number>

async function figureOf(
  what: string,
  count: number,
  { server, postgres }: { server: ServerProcess; postgres: RunningPostgres },
  call: Call
): Promise<Figure> {
  return costOf(what, await measureCalls({ api: [server.pid], database: [postgres.pid] }, count, call))
}

async function measured(
  size: number,
  url: string,
  running: Parameters<typeof figureOf>[2]
): Promise<Figure[]> {
  const client = await BenchClient.login(running.server.url, 'admin@wards.example')
  const place = await chartPlace(url)
  const { series } = JSON.parse((await client.chart(place, true)).text()) as ChartData
  const compared = Math.max(...series[0]!.value_counts.map(({ total_count }) => total_count))
  if (compared < size) throw new Error(`The chart compares ${compared} of ${size} submissions.`)
  const chart = (ignoresCache: boolean) => async () => (await client.chart(place, ignoresCache)).isOk
  const figures =
    parts.has('charts') && mayBegin(`charts over ${size}`)
      ? [
          await figureOf(`chart over ${compared}, kept`, calls, running, chart(false)),
          await figureOf(
            `chart over ${compared}, calculated`,
            size > 10_000 ? 8 : calls,
            running,
            chart(true)
          )
        ]
      : []
  if (size > 10_000 || !parts.has('saving') || !mayBegin('saving')) return figures
  const address = await sectionAddress(url, 50)
  const versions = address.submissions.map(() => 0)
  const save = async (index: number): Promise<boolean> => {
    const at = index % versions.length
    return client.save(address, address.submissions[at]!, versions[at]!++)
  }
  return [...figures, await figureOf(`saving 20 cells, with ${size} submissions`, calls, running, save)]
}

const megabytes = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size')
  return Math.round(Number(rows[0]?.size) / 1e6)
}

async function measureSizes(figures: Figure[]): Promise<Row[]> {
  const sizes: Row[] = []
  const postgres = await startPostgres({ waitsForDisk: true })
  try {
    const administrator = new pg.Client({ connectionString: postgres.url })
    // The connection breaks when the server is stopped after an error, and that error is the one to report.
    administrator.on('error', () => undefined)
    await administrator.connect()
    for (const size of values.submissions.split(',').map(Number)) {
      if (!mayBegin(`${size} submissions`, size > 10_000 ? 5 * MINUTE_MS : MINUTE_MS)) continue
      const url = new URL(postgres.url)
      url.pathname = `/capacity_${size}`
      await administrator.query(`create database capacity_${size}`)
      const server = await startProcess(
        { DATABASE_URL: url.href },
        ['--scale', String(size)],
        'scripts/api.ts'
      )
      figures.push(...(await measured(size, url.href, { server, postgres })))
      const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))
      await server.kill()
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      sizes.push({
        'submissions in the largest period': size,
        'database MB': await megabytes(client),
        'most memory of the API, MB': Math.round(Number(memory?.[1]) / 1000)
      })
      await client.end()
    }
    await administrator.end()
  } finally {
    await postgres.stop()
  }
  return sizes
}

const figures: Figure[] = []
const sizes = parts.has('charts') || parts.has('saving') ? await measureSizes(figures) : []
if (parts.has('programmes') && mayBegin(`${values.programmes} programmes`, 4 * MINUTE_MS))
  figures.push(...(await compareProgrammeCalls(Number(values.programmes), calls)))
const idle =
  parts.has('idle') && mayBegin(`${values.programmes} programmes without calls`, 6 * MINUTE_MS)
    ? await measureIdleProcesses(Number(values.programmes))
    : []
const [core] = cpus()
console.log(`${cpus().length} cores (${core?.model.trim()}), ${Math.round(totalmem() / 1e9)} GB of memory\n`)
if (figures.length > 0) reportFigures('capacity', 'ms of both', figures)
if (idle.length > 0) reportFigures('idle', 'statements', idle)
if (sizes.length > 0) console.log(`\n${table(sizes)}`)
