// A local Citus cluster: a coordinator and two workers.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { binariesOfSystem, startPostgres, type RunningPostgres, type ServerSettings } from './postgres.ts'

const WORKERS = 2
/** As in docs/scaling.md, with room for the locks and connections of every shard. */
const SETTINGS = [
  'shared_preload_libraries=citus',
  'citus.enable_unsafe_triggers=on',
  'wal_level=logical',
  'max_wal_senders=100',
  'max_replication_slots=100',
  'max_worker_processes=100',
  'max_prepared_transactions=400',
  'max_locks_per_transaction=512'
]

/** Whether PostgreSQL has the extension. POSTGRES_BINARIES names the folder of its programs if they are not the system's. */
export function hasCitus(): boolean {
  const binaries = binariesOfSystem()
  if (binaries === null) return false
  const shared = execFileSync(join(binaries, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim()
  return existsSync(join(shared, 'extension/citus.control'))
}

export interface RunningCitus {
  /** Of an empty database on the coordinator. */
  url: string
  /** Of the coordinator and then of the workers. */
  pids: number[]
  stop(): Promise<void>
}

export async function startCitus({
  waitsForDisk = false,
  settings = []
}: ServerSettings = {}): Promise<RunningCitus> {
  const nodes: RunningPostgres[] = []
  for (let node = 0; node <= WORKERS; node++)
    nodes.push(await startPostgres({ waitsForDisk, settings: [...SETTINGS, ...settings] }))
  const stop = async (): Promise<void> => {
    for (const node of nodes) await node.stop()
  }
  const [coordinator, ...workers] = nodes
  try {
    for (const { url } of nodes) await run(url, 'create extension citus')
    const { hostname, port } = new URL(coordinator!.url)
    await run(coordinator!.url, `select citus_set_coordinator_host('${hostname}', ${port})`)
    for (const { url } of workers) {
      const worker = new URL(url)
      await run(coordinator!.url, `select citus_add_node('${worker.hostname}', ${worker.port})`)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { url: coordinator!.url, pids: nodes.map(({ pid }) => pid), stop }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
