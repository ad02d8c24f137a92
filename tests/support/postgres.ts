import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const BINARIES = '/usr/lib/postgresql'
/** The programs of another PostgreSQL than the system's. */
const OTHER_BINARIES = process.env['POSTGRES_BINARIES']
const START_MS = 30_000

export interface RunningPostgres {
  url: string
  /** The same server through its socket, which costs a third less for a short statement. */
  socketUrl: string
  /** The process that all other processes of the server descend from. */
  pid: number
  /** Ends every process of the server at once: nothing is finished or closed. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export interface StandbyPostgres extends RunningPostgres {
  /** Promotes a standby to primary. */
  promote(): void
}

export interface ServerSettings {
  waitsForDisk?: boolean
  /** Further settings, `name=value`. */
  settings?: readonly string[]
}

/**
 * Starts a real PostgreSQL with an empty cluster in a directory of its own. Its programs come from the system, or if they are missing and this is
 * root, from the distribution's package. PostgreSQL refuses to run as root, so it then runs as its own user. It does not wait for the disk, which
 * only a power failure would reveal; benchmarks set `waitsForDisk`.
 */
export async function startPostgres({
  waitsForDisk = false,
  settings = []
}: ServerSettings = {}): Promise<RunningPostgres> {
  const cluster = createCluster()
  const words = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  cluster.run('initdb', ['-D', cluster.data, ...words])
  return startCluster(cluster, { waitsForDisk, settings })
}

/** Starts a standby that streams from a primary. The primary's settings determine whether it waits for the standby. */
export async function startStandby(primary: RunningPostgres): Promise<StandbyPostgres> {
  const cluster = createCluster()
  const { hostname, port } = new URL(primary.url)
  const from = ['-h', hostname, '-p', port, '-U', 'postgres', '--checkpoint=fast']
  cluster.run('pg_basebackup', [...from, '-D', cluster.data, '-R', '-X', 'stream', '--no-sync'])
  const running = await startCluster(cluster, {})
  return { ...running, promote: () => cluster.run('pg_ctl', ['-D', cluster.data, '-w', 'promote']) }
}

/** A new directory for a server, and its programs as the user that owns it. */
function createCluster() {
  const binaries = binariesOfSystem() ?? installPackage()
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(directory, idOf('-u'), idOf('-g'))
  const asOwner = (program: string, words: readonly string[]): [string, string[]] =>
    isRoot
      ? ['runuser', ['-u', 'postgres', '--', join(binaries, program), ...words]]
      : [join(binaries, program), [...words]]
  return {
    directory,
    data: join(directory, 'data'),
    asOwner,
    run: (program: string, words: readonly string[]): void =>
      void execFileSync(...asOwner(program, words), { stdio: 'pipe', cwd: directory })
  }
}

async function startCluster(
  { directory, data, asOwner, run }: ReturnType<typeof createCluster>,
  { waitsForDisk = false, settings = [] }: ServerSettings
): Promise<RunningPostgres> {
  const port = await freePort()
  const all = [
    `fsync=${waitsForDisk ? 'on' : 'off'}`,
    'max_connections=200',
    'shared_buffers=128MB',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    ...settings
  ]
  const words = ['-D', data, '-p', String(port), ...all.flatMap(setting => ['-c', setting])]
  const server = spawn(...asOwner('postgres', words), { stdio: 'ignore', cwd: directory })
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const isReady = (): boolean => {
    try {
      run('pg_isready', ['-h', '127.0.0.1', '-p', String(port)])
      return true
    } catch {
      return false
    }
  }
  for (const begun = Date.now(); !isReady(); await pause(100)) {
    if (server.exitCode !== null || Date.now() - begun > START_MS)
      throw new Error(`PostgreSQL in ${directory} does not start.`)
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  const clear = async (): Promise<void> => {
    await ended
    await rm(directory, { recursive: true, force: true })
  }
  return {
    url,
    socketUrl: `${url}?host=${encodeURIComponent(directory)}`,
    pid,
    async kill() {
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      // The first process is killed first, so that it restarts no other.
      for (const one of [pid, ...children.trim().split(/\s+/).map(Number)]) killIfThere(one)
      await clear()
    },
    async stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      await clear()
    }
  }
}

/** A process may already have ended because another one did. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** A real PostgreSQL, on which every test file creates its own database: that of TEST_DATABASE_URL, or one that ends with the step. */
export async function withPostgres() {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return { env: { TEST_DATABASE_URL: given }, stop: async () => {} }
  const postgres = await startPostgres()
  return { env: { TEST_DATABASE_URL: postgres.socketUrl }, stop: () => postgres.stop() }
}

/** The newest version's programs, or null. */
export function binariesOfSystem(): string | null {
  if (OTHER_BINARIES !== undefined) return OTHER_BINARIES
  if (!existsSync(BINARIES)) return null
  const versions = readdirSync(BINARIES).toSorted((a, b) => Number(b) - Number(a))
  return (
    versions.map(version => join(BINARIES, version, 'bin')).find(path => existsSync(join(path, 'initdb'))) ??
    null
  )
}

function installPackage(): string {
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
      stdio: 'ignore',
      env
    })
  }
  const binaries = binariesOfSystem()
  if (binaries === null)
    throw new Error(
      'PostgreSQL is missing. Install it (Debian: apt-get install postgresql) or set TEST_DATABASE_URL.'
    )
  return binaries
}

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
