// Runs every check of the project and closes with one line `N passed, N failed`. `npm test -- pure server` runs only the named steps.
// Installs what is missing first (a browser, a PostgreSQL), so that it passes on a machine that has never seen the project.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installChromium } from '../tests/support/browser.ts'
import { startPostgres } from '../tests/support/postgres.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
process.chdir(root)
mkdirSync('.cache', { recursive: true })

interface Count {
  passed: number
  failed: number
}

function run(command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise(done => {
    const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', () => done(false))
    child.on('close', code => done(code === 0))
  })
}

const bin = (name: string, ...words: string[]) => run(`node_modules/.bin/${name}`, words)
const gate = (work: () => Promise<boolean>) => async (): Promise<Count> =>
  (await work()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

function counted(file: string, isGood: boolean, read: (report: Record<string, number>) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')))
    // A runner that fails outside of any test has failed all the same.
    return isGood || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const vitest =
  (projects: readonly string[], env?: () => Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }>) => async (): Promise<Count> => {
    const file = `.cache/vitest-${projects.join('-')}.json`
    rmSync(file, { force: true })
    const around = await env?.()
    const words = [
      'run',
      ...projects.flatMap(name => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`
    ]
    const isGood = await run('node_modules/.bin/vitest', words, around?.env)
    await around?.stop()
    return counted(file, isGood, report => ({ passed: report['numPassedTests'] ?? 0, failed: report['numFailedTests'] ?? 0 }))
  }

async function browserTests(): Promise<Count> {
  installChromium()
  rmSync('.cache/e2e.json', { force: true })
  const isGood = await bin('playwright', 'test')
  return counted('.cache/e2e.json', isGood, report => {
    const stats = report['stats'] as unknown as Record<string, number>
    return { passed: stats['expected'] ?? 0, failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0) }
  })
}

async function withPostgres() {
  const postgres = await startPostgres()
  return { env: { TEST_DATABASE_URL: postgres.url }, stop: () => postgres.stop() }
}

/** Every table split by programme: what a distributed database asks of keys, and each call's plans looked at. */
async function withPartitions() {
  const { env, stop } = await withPostgres()
  return { env: { ...env, TEST_PARTITIONS: '4' }, stop }
}

const steps: Record<string, () => Promise<Count>> = {
  format: gate(() => bin('oxfmt', '--check')),
  lint: gate(() => bin('oxlint')),
  types: gate(() => bin('tsc', '-p', '.')),
  rooms: gate(() => bin('depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'scripts')),
  unused: gate(() => bin('knip')),
  architecture: vitest(['architecture']),
  pure: vitest(['pure']),
  client: vitest(['client']),
  server: vitest(['server']),
  postgres: vitest(['server'], withPostgres),
  partitioned: vitest(['server'], withPartitions),
  build: vitest(['build']),
  browser: browserTests
}

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}

const results: [string, Count, number][] = []
for (const [name, step] of Object.entries(steps)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n— ${name}`)
  const started = Date.now()
  const count = await step().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  results.push([name, count, (Date.now() - started) / 1000])
}

console.log('')
for (const [name, count, seconds] of results) {
  console.log(
    `${count.failed > 0 ? '✗' : '✓'} ${name.padEnd(14)} ${String(count.passed).padStart(5)} passed ${String(count.failed).padStart(4)} failed  ${seconds.toFixed(1)} s`
  )
}
const total = results.reduce((sum, [, count]) => ({ passed: sum.passed + count.passed, failed: sum.failed + count.failed }), {
  passed: 0,
  failed: 0
})
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
