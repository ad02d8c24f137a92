// The same calls for many programmes on one server with one API process, with two, and with two on three nodes of Citus.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '#lib/time/clock.ts'
import { hasCitus, startCitus } from '#tests/support/citus.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { BenchClient, chartPlace, sectionAddress, type SectionAddress } from './api-client.ts'
import { median, table } from './figures.ts'
import { untilIdle } from './idle-processes.ts'
import { measureCalls, costOf, type Call, type MeasuredCalls, type Pids } from './measured-calls.ts'
import { writeProgrammes } from './programme-files.ts'
import { apiScript, fillProgrammes, NAME_OF_FIRST, SETTINGS, SUBMISSIONS } from './programme-rows.ts'
import { mayBegin, type Figure } from './report.ts'

/** Programmes whose calls are made, from the first to the last. */
const CALLED = 24
const ROUNDS = 4
/** The time for starting, becoming idle and the calls, and before that for the nodes. */
const CALLS_MS = 2 * MINUTE_MS
const NODES_MS = 3 * MINUTE_MS

interface Store {
  url: string
  pids: readonly number[]
  stop(): Promise<void>
}

/** A database with the programmes, and one or more API processes. */
interface Place {
  name: string
  /** How many there was time for. */
  programmes: number
  pids: Pids
  /** One for each called programme. */
  clients: BenchClient[]
  section: CalledSection
}

/** Each call with `count` programmes, beside one server with one API process. */
export async function compareProgrammeCalls(count: number, calls: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-programmes-'))
  writeProgrammes(folder, count, NAME_OF_FIRST)
  const stores: Store[] = []
  const servers: ServerProcess[] = []
  const openPlaces = async (
    store: Store,
    programmes: number,
    processes: Record<string, number>
  ): Promise<Place[]> => {
    const started: ServerProcess[] = []
    for (let process = 0; process < Math.max(...Object.values(processes)); process++)
      started.push(await startProcess({ DATABASE_URL: store.url }, [], apiScript, folder))
    servers.push(...started)
    const rate = await untilIdle(store.url)
    console.log(
      `${started.length} idle processes with ${programmes} programmes: ${rate.toFixed(1)} statements a second.`
    )
    const sessions = await logIn(started[0]!, programmes)
    const section = new CalledSection(await sectionAddress(store.url, SUBMISSIONS))
    return Object.entries(processes).map(([name, used]) => ({
      name,
      programmes,
      pids: { api: started.slice(0, used).map(({ pid }) => pid), database: store.pids },
      clients: sessions.map((session, index) => session.at(started[index % used]!.url)),
      section
    }))
  }
  try {
    const { pid, ...postgres } = await startPostgres({ waitsForDisk: true, settings: SETTINGS })
    const one = { ...postgres, pids: [pid] }
    stores.push(one)
    const filled = await fillProgrammes(one.url, folder, count, NODES_MS + CALLS_MS)
    const places = await openPlaces(one, filled, {
      'one server, one API process': 1,
      'one server, two API processes': 2
    })
    if (!hasCitus()) console.log('Without nodes: PostgreSQL has no Citus here (docs/scaling.md).')
    else if (mayBegin('three nodes', NODES_MS + CALLS_MS)) {
      const nodes = await startCitus({ waitsForDisk: true, settings: SETTINGS })
      stores.push(nodes)
      const onNodes = await fillProgrammes(nodes.url, folder, filled, CALLS_MS)
      places.push(...(await openPlaces(nodes, onNodes, { 'three nodes, two API processes': 2 })))
    }
    const chart = await chartPlace(one.url)
    const kinds: Record<string, (place: Place) => Call> = {
      'who am I': place => index => clientOf(place, index).whoAmI(),
      'chart, cached': place => async index => (await clientOf(place, index).chart(chart, false)).isOk,
      'chart, calculated': place => async index => (await clientOf(place, index).chart(chart, true)).isOk,
      'saving 20 cells':
        ({ clients, section }) =>
        index =>
          section.save(clients, index)
    }
    const figures: Figure[] = []
    const rows = []
    for (const [kind, callOf] of Object.entries(kinds)) {
      if (!mayBegin(`${kind} with programmes`)) continue
      const found = await compare(places, calls, callOf)
      rows.push(...besideFirst(kind, places, found))
      figures.push(
        ...found.map((cost, at) =>
          costOf(`${kind}, ${places[at]!.programmes} programmes, ${places[at]!.name}`, cost)
        )
      )
    }
    console.log(`${table(rows)}\n`)
    return figures
  } finally {
    for (const server of servers) await server.kill()
    for (const store of stores) await store.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const clientOf = ({ clients }: Place, index: number): BenchClient => clients[index % clients.length]!

/** The called programmes are spread over all of them, and so over the nodes. */
async function logIn({ url }: ServerProcess, count: number): Promise<BenchClient[]> {
  const called = Math.min(CALLED, count)
  const sessions = []
  for (let index = 0; index < called; index++) {
    const programmeId = 1 + Math.floor((index * count) / called)
    sessions.push(await BenchClient.login(url, `admin@${NAME_OF_FIRST}.example`, programmeId))
  }
  return sessions
}

class CalledSection {
  readonly #address: SectionAddress
  /** How often each submission of each programme was saved. */
  readonly #versions = new Map<string, number>()

  constructor(address: SectionAddress) {
    this.#address = address
  }

  save(clients: readonly BenchClient[], index: number): Promise<boolean> {
    const { submissions } = this.#address
    const submission = submissions[Math.floor(index / clients.length) % submissions.length]!
    const name = `${index % clients.length} ${submission}`
    const version = this.#versions.get(name) ?? 0
    this.#versions.set(name, version + 1)
    return clients[index % clients.length]!.save(this.#address, submission, version)
  }
}

/** Alternates between the places, so that other load slows all of them equally. */
async function compare(
  places: readonly Place[],
  calls: number,
  callOf: (place: Place) => Call
): Promise<MeasuredCalls[]> {
  const found = places.map((): MeasuredCalls[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, place] of places.entries())
      found[at]!.push(await measureCalls(place.pids, Math.ceil(calls / ROUNDS), callOf(place)))
  return found.map(rounds => {
    const mean = (field: 'api' | 'database'): number =>
      rounds.reduce((sum, round) => sum + round[field], 0) / ROUNDS
    return {
      api: mean('api'),
      database: mean('database'),
      failed: rounds.reduce((sum, round) => sum + round.failed, 0),
      took: rounds.flatMap(({ took }) => took)
    }
  })
}

/** Each call in each place, relative to the first place. */
const besideFirst = (call: string, places: readonly Place[], found: readonly MeasuredCalls[]) =>
  places.map(({ name, programmes }, at) => {
    const cost = ({ api, database }: MeasuredCalls): number => api + database
    const [first, here] = [found[0]!, found[at]!]
    return {
      call,
      programmes,
      where: name,
      'ms of both': cost(here).toFixed(1),
      times: (cost(here) / cost(first)).toFixed(2),
      'p50 ms': median(here.took).toFixed(1),
      'times p50': (median(here.took) / median(first.took)).toFixed(2)
    }
  })
