// Shared by `npm test` and `npm run test:long`: named steps in lanes, and the closing line `N passed, N
// failed`. Without arguments everything runs: the steps of a lane in sequence, lanes in parallel. `npm test
// -- unit server` runs only the named steps, `npm test -- --changed [ref]` only what the changes since ref
// (default HEAD) can break. `--shard 2/4` takes a part of the browser tests, `--under phone --under red` the
// conditions of the long gate, so that several machines or evenings share it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { messageOf } from '#lib/message-of.ts'

export interface Count {
  passed: number
  failed: number
  /** What was skipped, each with its reason. */
  skipped?: readonly string[]
  /** The tests that failed, and those that passed only when they were run again, each with what was wrong. */
  failures?: readonly string[]
  flaky?: readonly string[]
}

export type Step = () => Promise<Count>

/** Starts what a step needs; returns a function that stops it. */
export type StepEnvironment = () => Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }>

/** A step's output is shown in one piece when it ends, because the lines of two lanes would mix. */
const printed = new AsyncLocalStorage<string[]>()

/** The commit to compare with for --changed; undefined tests everything. */
let since: string | undefined
/** Which part of the browser tests runs here, as Playwright counts them: `2/4`; undefined for all. */
let shard: string | undefined

function run(command: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const print = (text: string): void => void printed.getStore()?.push(text)
  return new Promise(done => {
    const child = spawn(command, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env }
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print)
    child.on('error', error => {
      print(`${error.message}\n`)
      done(false)
    })
    child.on('close', code => done(code === 0))
  })
}

/** Whether a changed file is below one of a step's folders. */
export function isTouched(folders: readonly string[]): boolean {
  if (since === undefined) return true
  const git = (...words: string[]): string[] => execFileSync('git', words, { encoding: 'utf8' }).split('\n')
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return changed.some(file => folders.some(folder => file.startsWith(`${folder}/`)))
}

export const bin = (name: string, ...words: string[]): Promise<boolean> =>
  run(`node_modules/.bin/${name}`, words)

export const gate = (work: () => Promise<boolean>) => async (): Promise<Count> =>
  (await work()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** Reads the counts from a runner's report. */
export function counted(file: string, isGood: boolean, read: (report: unknown) => Count): Count {
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')))
    // A runner that fails outside of any test still counts as failed.
    return isGood || count.failed > 0 ? count : { ...count, failed: 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The tests of some projects; with `files`, only those files. */
export const vitest =
  (
    projects: readonly string[],
    { around, files = [] }: { around?: StepEnvironment; files?: readonly string[] } = {}
  ): Step =>
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
    if (since !== undefined) words.push('--changed', since, '--passWithNoTests')
    const isGood = await run('node_modules/.bin/vitest', words, surroundings?.env)
    await surroundings?.stop()
    return counted(report, isGood, written => {
      const { numPassedTests: passed, numFailedTests: failed, testResults } = written as VitestReport
      const tests = testResults.flatMap(file => file.assertionResults)
      const failures = tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}\n${shortened(failureMessages)}`)
      return { passed, failed, failures }
    })
  }

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: readonly { assertionResults: readonly VitestResult[] }[]
}

interface VitestResult {
  status: string
  fullName: string
  failureMessages: readonly string[]
}

interface PlaywrightSuite {
  suites?: readonly PlaywrightSuite[]
  specs: readonly { title: string; file: string; tests: readonly PlaywrightTest[] }[]
}

interface PlaywrightTest {
  status: string
  results: readonly { errors: readonly { message?: string }[] }[]
}

const LINES_OF_A_FAULT = 12

/** The first lines of each message, so that the last page of a long log says what was wrong. */
const shortened = (messages: readonly string[]): string =>
  messages
    .flatMap(message => stripVTControlCharacters(message).split('\n').slice(0, LINES_OF_A_FAULT))
    .map(line => `    ${line}`)
    .join('\n')

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: readonly PlaywrightSuite[]
}

const faultsOf = (tests: readonly PlaywrightTest[]): string[] =>
  tests.flatMap(({ results }) =>
    results.flatMap(({ errors }) => errors.map(({ message = 'No message' }) => message))
  )

/** The titles and faults of the tests below some suites that ended in a state. */
function faultyTests(suites: readonly PlaywrightSuite[], state: 'unexpected' | 'flaky'): string[] {
  return suites.flatMap(suite => [
    ...suite.specs
      .filter(spec => spec.tests.some(({ status }) => status === state))
      .map(({ file, title, tests }) => `${file}: ${title}\n${shortened(faultsOf(tests))}`),
    ...faultyTests(suite.suites ?? [], state)
  ])
}

/** Playwright's tests, with a configuration that reports to `.cache/e2e.json`. */
export async function playwright(...words: string[]): Promise<Count> {
  rmSync('.cache/e2e.json', { force: true })
  const part = shard === undefined ? [] : [`--shard=${shard}`]
  const isGood = await bin('playwright', 'test', ...part, ...words)
  return counted('.cache/e2e.json', isGood, written => {
    const { stats, suites } = written as PlaywrightReport
    const failures = faultyTests(suites, 'unexpected')
    const flaky = faultyTests(suites, 'flaky')
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures, flaky }
  })
}

interface Result extends Count {
  name: string
  seconds: number
}

async function resultOf(name: string, step: Step): Promise<Result> {
  const started = Date.now()
  const output: string[] = []
  const count = await printed.run(output, () =>
    step().catch((error: unknown): Count => {
      output.push(messageOf(error))
      return { passed: 0, failed: 1 }
    })
  )
  console.log(`\n— ${name}\n${output.join('')}`)
  return { name, ...count, seconds: (Date.now() - started) / 1000 }
}

/** Prints a line per step, what was skipped, and the total. Returns whether everything passed. */
function summarise(results: readonly Result[]): boolean {
  console.log('')
  for (const { name, passed, failed, seconds } of results) {
    const numbers = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`
    console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(14)} ${numbers}  ${seconds.toFixed(1)} s`)
  }
  const skipped = results.flatMap(({ name, skipped: reasons = [] }) =>
    reasons.map(reason => `Skipped in ${name}: ${reason}`)
  )
  for (const line of skipped) console.log(line)
  for (const { name, failures = [], flaky = [] } of results) {
    for (const title of failures) console.log(`Failed in ${name}: ${title}`)
    for (const title of flaky) console.log(`Passed only the second time in ${name}: ${title}`)
  }
  const sum = (field: 'passed' | 'failed') => results.reduce((total, result) => total + result[field], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  // Zero passed is a failure, unless the step was skipped or nothing had changed.
  return sum('failed') === 0 && (sum('passed') > 0 || skipped.length > 0 || since !== undefined)
}

type Lane = Record<string, Step>

async function runLane(lane: Lane, isAsked: (name: string) => boolean): Promise<Result[]> {
  const results: Result[] = []
  for (const [name, step] of Object.entries(lane)) if (isAsked(name)) results.push(await resultOf(name, step))
  return results
}

/** Runs all steps of all lanes, or those named on the command line, then exits. `parts` run only if named. */
export async function runSteps(lanes: readonly Lane[], parts: Lane = {}): Promise<never> {
  process.chdir(fileURLToPath(new URL('../', import.meta.url)))
  mkdirSync('.cache', { recursive: true })
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean', default: false },
      shard: { type: 'string' },
      under: { type: 'string', multiple: true }
    }
  })
  shard = values.shard
  if (values.under) process.env['GATE_UNDER'] = values.under.join(',')
  const known = [...lanes, parts].flatMap(lane => Object.keys(lane))
  if (values.changed) since = positionals.find(name => !known.includes(name)) ?? 'HEAD'
  const asked = positionals.filter(name => name !== since)
  const unknown = asked.filter(name => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. Steps: ${known.join(', ')}.`)
    process.exit(2)
  }
  const isAsked = (name: string): boolean => (asked.length === 0 ? !(name in parts) : asked.includes(name))
  const results = await Promise.all([...lanes, parts].map(lane => runLane(lane, isAsked)))
  process.exit(summarise(results.flat()) ? 0 : 1)
}
