// What `npm test` and `npm run test:long` share: named steps that run one after the other, and the closing line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Count {
  passed: number
  failed: number
  /** What could not be looked at here, each with its reason. */
  skipped?: readonly string[]
}

export type Step = () => Promise<Count>

/** What a step needs around it, and what stops it. */
export type Around = () => Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }>

function run(command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise(done => {
    const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', () => done(false))
    child.on('close', code => done(code === 0))
  })
}

export const bin = (name: string, ...words: string[]): Promise<boolean> => run(`node_modules/.bin/${name}`, words)

export const gate = (work: () => Promise<boolean>) => async (): Promise<Count> =>
  (await work()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** Counts what a runner has written into its report. */
export function counted(file: string, isGood: boolean, read: (report: Record<string, number>) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')))
    // A runner that fails outside of any test has failed all the same.
    return isGood || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The tests of some projects; of some of their files only, where `files` names them. */
export const vitest =
  (projects: readonly string[], { around, files = [] }: { around?: Around; files?: readonly string[] } = {}): Step =>
  async () => {
    const report = `.cache/vitest-${[...projects, ...files].join('-').replaceAll('/', '-')}.json`
    rmSync(report, { force: true })
    const surroundings = await around?.()
    const words = [
      'run',
      ...files,
      ...projects.flatMap(name => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`
    ]
    const isGood = await run('node_modules/.bin/vitest', words, surroundings?.env)
    await surroundings?.stop()
    return counted(report, isGood, it => ({ passed: it['numPassedTests'] ?? 0, failed: it['numFailedTests'] ?? 0 }))
  }

/** Playwright's tests, by a configuration that reports to `.cache/e2e.json`. */
export async function playwright(...words: string[]): Promise<Count> {
  rmSync('.cache/e2e.json', { force: true })
  const isGood = await bin('playwright', 'test', ...words)
  return counted('.cache/e2e.json', isGood, report => {
    const stats = report['stats'] as unknown as Record<string, number>
    return { passed: stats['expected'] ?? 0, failed: (stats['unexpected'] ?? 0) + (stats['flaky'] ?? 0) }
  })
}

interface Result extends Count {
  name: string
  seconds: number
}

async function resultOf(name: string, step: Step): Promise<Result> {
  console.log(`\n— ${name}`)
  const started = Date.now()
  const count = await step().catch((error: unknown): Count => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  return { name, ...count, seconds: (Date.now() - started) / 1000 }
}

/** Prints a line for each step, what was skipped, and the sum. Answers whether all is well. */
function printed(results: readonly Result[]): boolean {
  console.log('')
  for (const { name, passed, failed, seconds } of results) {
    const numbers = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`
    console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(14)} ${numbers}  ${seconds.toFixed(1)} s`)
  }
  const skipped = results.flatMap(({ name, skipped: reasons = [] }) => reasons.map(reason => `Skipped in ${name}: ${reason}`))
  for (const line of skipped) console.log(line)
  const sum = (field: 'passed' | 'failed') => results.reduce((total, result) => total + result[field], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  // Nothing passed is no success, unless it was skipped by name.
  return sum('failed') === 0 && (sum('passed') > 0 || skipped.length > 0)
}

/** Runs all steps, or those that are named on the command line, and ends the process. */
export async function runSteps(steps: Record<string, Step>): Promise<never> {
  process.chdir(fileURLToPath(new URL('../', import.meta.url)))
  mkdirSync('.cache', { recursive: true })
  const asked = process.argv.slice(2)
  const unknown = asked.filter(name => !(name in steps))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`)
    process.exit(2)
  }
  const results: Result[] = []
  for (const [name, step] of Object.entries(steps)) {
    if (asked.length === 0 || asked.includes(name)) results.push(await resultOf(name, step))
  }
  process.exit(printed(results) ? 0 : 1)
}
