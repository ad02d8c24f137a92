import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const BINARIES = '/usr/lib/postgresql'
const START_MS = 30_000

export interface RunningPostgres {
  url: string
  /** Of the process that all others of the server descend from. */
  pid: number
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL with an empty cluster in a directory of its own. Its programs come from the system; when they are missing and
 * this is root, from the distribution's package. PostgreSQL refuses to run as root, so then it runs as its own user. It does not wait for the disk, as only a loss of power would tell; a measurement asks for `waitsForDisk`.
 */
export async function startPostgres({ waitsForDisk = false } = {}): Promise<RunningPostgres> {
  const binaries = binariesOfSystem() ?? installPackage()
  const directory = mkdtempSync(join(tmpdir(), 'postgres-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(directory, idOf('-u'), idOf('-g'))
  const asOwner = (program: string, words: readonly string[]): [string, string[]] =>
    isRoot
      ? ['runuser', ['-u', 'postgres', '--', join(binaries, program), ...words]]
      : [join(binaries, program), [...words]]
  const data = join(directory, 'data')
  execFileSync(
    ...asOwner('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync'
    ]),
    {
      stdio: 'pipe',
      cwd: directory
    }
  )
  const port = await freePort()
  const settings = [
    `fsync=${waitsForDisk ? 'on' : 'off'}`,
    'max_connections=200',
    'shared_buffers=128MB',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`
  ]
  const server = spawn(
    ...asOwner('postgres', ['-D', data, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])]),
    {
      stdio: 'ignore',
      cwd: directory
    }
  )
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  const isReady = (): boolean => {
    try {
      execFileSync(join(binaries, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  for (const begun = Date.now(); !isReady(); await pause(100)) {
    if (server.exitCode !== null || Date.now() - begun > START_MS)
      throw new Error(`PostgreSQL in ${directory} does not start.`)
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10),
    async stop() {
      execFileSync(...asOwner('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']), {
        stdio: 'ignore',
        cwd: directory
      })
      await ended
      await rm(directory, { recursive: true, force: true })
    }
  }
}

/** A real PostgreSQL, on which every test file makes its own database. */
export async function withPostgres() {
  const postgres = await startPostgres()
  return { env: { TEST_DATABASE_URL: postgres.url }, stop: () => postgres.stop() }
}

/** The newest version's programs, or null. */
function binariesOfSystem(): string | null {
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
