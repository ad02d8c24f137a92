// The steps of the container file in docs/operating.md, in a root that debootstrap makes: Debian's minimal system with Node and npm, as the image has
// them. Needs Debian and root.

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#tests/support/host-requests.ts'

const MINUTES = 60_000
const npm = ['/usr/lib/node_modules/npm', '/usr/local/lib/node_modules/npm'].find(path => existsSync(path))
const isRoot = process.getuid?.() === 0
const answers = (): boolean => spawnSync('debootstrap', ['--version'], { stdio: 'ignore' }).status === 0
if (isRoot && !answers())
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'debootstrap'], {
    stdio: 'ignore'
  })

const root = mkdtempSync(join(tmpdir(), 'container-'))
// Users other than root must get in.
chmodSync(root, 0o755)
let server: ChildProcess | undefined
afterAll(async () => {
  server?.kill('SIGKILL')
  await pause(500)
  rmSync(root, { recursive: true, force: true })
})

const [, file = ''] = /```dockerfile\n(.*?)```/s.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
const steps = file
  .trim()
  .split('\n')
  .map(line => {
    const [word = '', ...rest] = line.split(' ')
    return { word, text: rest.join(' ') }
  })

let folder = '/'
let user = 'root'
/** In place of the container's own network. */
let port = 0
/** What the container file sets. */
const set: Record<string, string> = {}
/** A container has none of the variables here, but for what leads to a registry. */
const env = () => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: user === 'root' ? '/root' : folder,
  PORT: String(port),
  ...set,
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name)
    )
  )
})
const inside = (...words: string[]): [string, string[]] => [
  'chroot',
  [`--userspec=${user}`, root, '/bin/sh', '-c', 'cd "$0" && exec "$@"', folder, ...words]
]
const runInside = (command: string): void =>
  void execFileSync(...inside('/bin/sh', '-c', command), { env: env(), stdio: 'pipe', maxBuffer: 1e8 })

/** What the image has: the distribution's minimal system, Node and npm; and what this machine needs to reach a registry. */
function makeImage(name: string): void {
  const [, version, distribution] = /^node:(\d+)-(\w+)-slim$/.exec(name) ?? []
  expect(process.version).toMatch(new RegExp(`^v${version}\\.`))
  execFileSync('debootstrap', ['--variant=minbase', distribution!, root, 'http://deb.debian.org/debian'], {
    stdio: 'pipe',
    maxBuffer: 1e8
  })
  const local = join(root, 'usr/local')
  cpSync(process.execPath, join(local, 'bin/node'), { dereference: true })
  cpSync(npm!, join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  for (const path of ['/etc/resolv.conf', '/etc/ssl/certs/ca-certificates.crt']) {
    if (!existsSync(path)) continue
    mkdirSync(join(root, dirname(path)), { recursive: true })
    cpSync(path, join(root, path), { dereference: true })
  }
}

/** As the builder copies: the files of the repository, given to the user, in a folder that stays whose it was. */
function copyRepository(owner: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
    .split('\0')
    .filter(path => existsSync(path))
  const copied = join(root, folder)
  for (const path of files) cpSync(path, join(copied, path))
  runInside(`chown -R ${owner} ${[...new Set(files.map(path => path.split('/')[0]))].join(' ')}`)
}

const does: Record<string, (text: string) => void | Promise<void>> = {
  FROM: makeImage,
  RUN: runInside,
  ENV(text) {
    const [, name = '', value = ''] = /^(\w+)=(\S+)$/.exec(text) ?? []
    set[name] = value
  },
  EXPOSE: text => expect(text).toMatch(/^\d+$/),
  WORKDIR(path) {
    mkdirSync(join(root, path), { recursive: true })
    folder = path
  },
  COPY: text => copyRepository(/^--chown=(\w+) \. \.$/.exec(text)![1]!),
  USER(name) {
    user = name
  },
  // It is asked when the server has been started.
  HEALTHCHECK: text => expect(text).toMatch(/^CMD /),
  CMD(text) {
    server = spawn(...inside(...(JSON.parse(text) as string[])), { env: env(), stdio: 'ignore' })
  }
}

test.skipIf(!isRoot || !answers() || npm === undefined)(
  'each step of the container file works, and its health check says so',
  async () => {
    port = await freePort()
    for (const { word, text } of steps) await does[word]!(text)
    const [health = ''] = steps.filter(({ word }) => word === 'HEALTHCHECK').map(({ text }) => text.slice(4))
    const isHealthy = (): boolean =>
      spawnSync(...inside('/bin/sh', '-c', health.replace('4322', String(port))), {
        env: env(),
        stdio: 'ignore'
      }).status === 0
    for (let tries = 0; tries < 60 && !isHealthy(); tries++) await pause(1000)
    expect(isHealthy()).toBe(true)
    server!.kill('SIGTERM')
    await new Promise(resolve => server!.once('exit', resolve))
    expect(isHealthy()).toBe(false)
  },
  15 * MINUTES
)

test('the image gets nothing that git leaves out', () => {
  const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n')
  expect(linesOf('.dockerignore')).toEqual(['.git', ...linesOf('.gitignore')])
})
