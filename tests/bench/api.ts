// Times the API on a real PostgreSQL beside a bare route and a bare SELECT of the same run, and its start on an embedded database.
// npm run bench:api [-- --submissions 1000,100000] [--seconds 10] [--only bare,saving,logins,charts,starts]

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { ChartData } from '#contract/chart-data.ts'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { addAccounts, BenchClient, chartPlace, logInAgainAndAgain, sectionAddress } from './api-client.ts'
import { atRate, inTurn, type Timing } from './api-load.ts'
import { quantileOf } from './figures.ts'
import { sendRaw, type RawReply } from './raw-http.ts'
import { chosenParts, mayBegin, reportFigures, type Figure } from './report.ts'

const RATE = 50
const STARTS = 5
const LOGINS = 200
const MAX_SEEDING_MS = 180_000
const CACHED_CALLS = 200
const LOOKED_AT = 20
/** The server compiles what it runs often. */
const UNCOUNTED = 20

const { values } = parseArgs({
  options: {
    submissions: { type: 'string', default: '1000,100000' },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' }
  }
})
const parts = chosenParts(['bare', 'saving', 'logins', 'charts', 'starts'], values.only)
const allSizes = values.submissions.split(',').map(Number)
/** A large programme is seeded for its charts alone. */
const sizes = parts.has('charts')
  ? allSizes
  : allSizes.slice(0, parts.has('starts') && parts.size === 1 ? 0 : 1)
const requests = RATE * Number(values.seconds)

const figureOf = (what: string, { milliseconds, failures }: Timing, target?: number): Figure => ({
  what,
  value: quantileOf(milliseconds, 0.95),
  ...(target !== undefined && { target }),
  details: {
    'p50 ms': quantileOf(milliseconds, 0.5).toFixed(1),
    calls: milliseconds.length + failures,
    failed: failures
  }
})

async function bareRows(databaseUrl: string) {
  const bare = await startProcess({ DATABASE_URL: databaseUrl }, [], 'tests/bench/bare-api.ts')
  const get = (path: string) => async () => (await sendRaw(`${bare.url}/${path}`, 'GET', {})).isOk
  await inTurn(RATE, get('select'))
  const rows = [
    figureOf(`bare Hono route, ${RATE}/s`, await atRate(RATE, requests, get('bare'))),
    figureOf(`bare SELECT, ${RATE}/s`, await atRate(RATE, requests, get('select')))
  ]
  await bare.kill()
  return rows
}

const comparedIn = (json: string): number => {
  const { series } = JSON.parse(json) as ChartData
  return Math.max(...series[0]!.value_counts.map(({ total_count }) => total_count))
}

async function chartRows(server: ServerProcess, databaseUrl: string) {
  const client = await BenchClient.login(server.url, 'lead@wards.example')
  const place = await chartPlace(databaseUrl)
  const compared = comparedIn((await client.chart(place, true)).text())
  const isLarge = compared > 10_000
  // Replies are counted in bytes while it is timed; one in so many is looked at afterwards.
  const looked: RawReply[] = []
  const get = (ignoresCache: boolean) => async (index: number) => {
    const reply = await client.chart(place, ignoresCache)
    if (index % LOOKED_AT === 0) looked.push(reply)
    return reply.bytes.length > 0
  }
  const cold = await inTurn(isLarge ? 8 : 40, get(true))
  await inTurn(UNCOUNTED, get(false))
  const cached = await inTurn(CACHED_CALLS, get(false))
  if (looked.some(reply => comparedIn(reply.text()) !== compared)) throw new Error('A reply is another one.')
  return [
    figureOf(`getChartData over ${compared}, cold`, cold, isLarge ? 600 : 50),
    figureOf(`getChartData over ${compared}, cached`, cached, isLarge ? undefined : 10)
  ]
}

async function savingRows(server: ServerProcess, databaseUrl: string) {
  const client = await BenchClient.login(server.url, 'admin@wards.example')
  const address = await sectionAddress(databaseUrl, RATE)
  const { submissions } = address
  // In the first round each section is made; it is not counted.
  await inTurn(submissions.length, index => client.save(address, submissions[index]!, 0))
  const save = (index: number) =>
    client.save(address, submissions[index % submissions.length]!, 1 + Math.floor(index / submissions.length))
  return [figureOf(`saving 20 cells, ${RATE}/s`, await atRate(RATE, requests, save), 25)]
}

/** What everyone else waits for while so many people log in at once and, where they are refused, come back when they are told to. */
async function loginRows(server: ServerProcess, databaseUrl: string) {
  const client = await BenchClient.login(server.url, 'lead@wards.example')
  const addresses = await addAccounts(databaseUrl, LOGINS)
  const place = await chartPlace(databaseUrl)
  const other = async (index: number) =>
    index % 2 === 0 ? client.whoAmI() : (await client.chart(place, false)).isOk
  const alone = await atRate(RATE, requests, other)
  const loggingIn = new AbortController()
  const logins = addresses.map(address => logInAgainAndAgain(server.url, address, loggingIn.signal))
  const beside = await atRate(RATE, requests, other)
  loggingIn.abort()
  const count = (await Promise.all(logins)).reduce((sum, one) => sum + one, 0)
  return [
    figureOf(`other calls, ${RATE}/s`, alone),
    figureOf(`other calls, ${RATE}/s, beside ${LOGINS} people logging in (${count} logins)`, beside, 200)
  ]
}

async function startRows() {
  const directory = mkdtempSync(join(tmpdir(), 'bench-api-'))
  const environment = { DATA_DIRECTORY: directory }
  const begun = performance.now()
  await (await startProcess(environment, ['--demo'])).kill()
  const first = performance.now() - begun
  const again = await inTurn(STARTS, async () => {
    await (await startProcess(environment)).kill()
    return true
  })
  rmSync(directory, { recursive: true, force: true })
  return [
    figureOf('first start, three programmes seeded', { milliseconds: [first], failures: 0 }),
    figureOf('start, embedded database there', again, 3000)
  ]
}

const load = () => loadavg()[0]!.toFixed(1)
console.log(`Load of the machine before: ${load()}`)
const figures: Figure[] = []
const postgres = await startPostgres({ waitsForDisk: true })
try {
  for (const [index, size] of sizes.entries()) {
    if (!mayBegin(`${size} submissions`, size > 10_000 ? MAX_SEEDING_MS + MINUTE_MS : MINUTE_MS)) continue
    const url = new URL(postgres.url)
    url.pathname = `/bench_${size}`
    const administrator = new pg.Client({ connectionString: postgres.url })
    await administrator.connect()
    await administrator.query(`create database bench_${size}`)
    await administrator.end()
    const seeding = performance.now()
    // As behind a proxy on this machine, so that people can come from addresses of their own.
    const environment = { DATABASE_URL: url.href, TRUSTED_PROXIES: '1' }
    const server = await startProcess(environment, ['--scale', String(size)], 'scripts/api.ts')
    figures.push({
      what: `seeding ${size} submissions`,
      value: performance.now() - seeding,
      ...(size > 10_000 && { target: MAX_SEEDING_MS }),
      details: { 'p50 ms': '', calls: 1, failed: 0 }
    })
    if (index === 0) {
      if (parts.has('bare') && mayBegin('bare')) figures.push(...(await bareRows(url.href)))
      if (parts.has('saving') && mayBegin('saving')) figures.push(...(await savingRows(server, url.href)))
      if (parts.has('logins') && mayBegin('logins')) figures.push(...(await loginRows(server, url.href)))
    }
    if (parts.has('charts') && mayBegin(`charts over ${size}`))
      figures.push(...(await chartRows(server, url.href)))
    await server.kill()
  }
  if (parts.has('starts') && mayBegin('starts')) figures.push(...(await startRows()))
} finally {
  await postgres.stop()
}
reportFigures('api', 'p95 ms', figures)
console.log(`Load of the machine after: ${load()}`)
