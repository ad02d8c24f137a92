// Shared by `npm test` and `npm run test:long`: named steps in lanes, and the closing line `N passed, N failed`. Lanes run in parallel; a lane that is
// free takes the next step. `npm test` runs what the changes since the last commit that passed can break (test-selection.ts), `npm test -- --all`
// everything that has its turn, `npm test -- unit server` only the named steps, `npm test -- --changed [ref]` what the changes since ref (default HEAD) can break.
// `--shard 2/4` selects a part of the browser tests and `--under phone --under red` conditions of the long gate, so that several machines can share
// them.

import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { messageOf } from '#lib/text/message-of.ts'
import { useMemoryFolder } from './memory-folder.ts'
import { countTests, readPlaywright, readVitest, type Count } from './test-reports.ts'
import {
  extentFor,
  findCleanCommit,
  recordPassed,
  runAll,
  selectSince,
  selectSincePassed,
  type Reads,
  type Selection
} from './test-selection.ts'

export type Step = () => Promise<Count>

/** Starts what a step needs; returns a function that stops it. */
export type StepEnvironment = () => Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }>

type ChooseFiles = (files: readonly string[]) => readonly string[]

/** The long files that have their turn: all of them where steps are named, or where the changes choose what runs. */
let chooseLong: ChooseFiles = files => files

/** A step's output is shown in one piece when it ends, because the lines of two lanes would mix. */
const printed = new AsyncLocalStorage<string[]>()

let selection: Selection = runAll()
/** The part of the browser tests that runs here, in Playwright's form: `2/4`; undefined for all. */
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

/** A step that runs all of its tests, those that import a changed file, or none, depending on the changes. */
export const reading =
  (reads: Reads, all: Step, importers = all): Step =>
  async () => {
    const extent = extentFor(selection, reads)
    if (extent === 'none') return { passed: 0, failed: 0, covered: 'nothing that it reads has changed' }
    return extent === 'all' ? all() : importers()
  }

export const bin = (name: string, ...words: string[]): Promise<boolean> =>
  run(`node_modules/.bin/${name}`, words)

export const gate = (work: () => Promise<boolean>) => async (): Promise<Count> =>
  (await work()) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

export interface VitestOptions {
  around?: StepEnvironment
  files?: readonly string[]
  /** Long files, of which a run of everything takes a fifth. */
  inTurn?: readonly string[]
  /** Only the tests that import a changed file. */
  onlyImporters?: boolean
}

let reports = 0

/** The tests of some projects; with `files`, only those files. */
export const vitest =
  (
    projects: readonly string[],
    { around, files = [], inTurn = [], onlyImporters = false }: VitestOptions = {}
  ): Step =>
  async () => {
    const report = `.cache/vitest-${(reports += 1)}.json`
    rmSync(report, { force: true })
    const surroundings = await around?.()
    const later = laterOf(inTurn)
    const words = [
      'run',
      ...files,
      ...projects.flatMap(name => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`
    ]
    if (onlyImporters) words.push('--changed', selection.since ?? 'HEAD', '--passWithNoTests')
    // A project has a list of its own for what it leaves out, so the option of the command does not reach it.
    const env = { ...surroundings?.env, TEST_LEAVES_OUT: later.join() }
    const isGood = await run('node_modules/.bin/vitest', words, env)
    await surroundings?.stop()
    return { ...countTests(report, isGood, readVitest), later: later.length }
  }

/** The files that wait for another commit. */
const laterOf = (files: readonly string[]): string[] => {
  const chosen = chooseLong(files)
  return files.filter(file => !chosen.includes(file))
}

interface PlaywrightOptions {
  around?: StepEnvironment | undefined
  /** Files of which a run of everything takes a fifth. */
  inTurn?: readonly string[]
}

/** Playwright's tests of some files, or all of them, with a configuration that reports to `.cache/e2e.json`. */
export async function playwright(
  files: readonly string[] = [],
  { around, inTurn = [] }: PlaywrightOptions = {}
): Promise<Count> {
  rmSync('.cache/e2e.json', { force: true })
  const part = shard === undefined ? [] : [`--shard=${shard}`]
  const surroundings = await around?.()
  const later = laterOf(inTurn)
  const chosen = files.filter(file => !later.includes(file))
  const isGood = await run('node_modules/.bin/playwright', ['test', ...part, ...chosen], surroundings?.env)
  await surroundings?.stop()
  return { ...countTests('.cache/e2e.json', isGood, readPlaywright), later: later.length }
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
  const covered = results.flatMap(({ name, covered: reason }) =>
    reason === undefined ? [] : [`Left out: ${name}, because ${reason}`]
  )
  const later = results.flatMap(({ name, later: count = 0 }) =>
    count === 0 ? [] : [`Left out in ${name}: ${count} files, which have their turn at other commits`]
  )
  for (const line of [...skipped, ...covered, ...later]) console.log(line)
  for (const { name, failures = [] } of results)
    for (const title of failures) console.log(`Failed in ${name}: ${title}`)
  const sum = (field: 'passed' | 'failed') => results.reduce((total, result) => total + result[field], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  // Zero passed is a failure, unless the step was skipped or nothing had changed.
  return sum('failed') === 0 && (sum('passed') > 0 || skipped.length > 0 || selection.since !== undefined)
}

type Steps = Record<string, Step>

/** Runs steps in their order, as many at a time as there are lanes. */
async function runInLanes(steps: readonly (readonly [string, Step])[], lanes: number): Promise<Result[]> {
  const results: Result[] = []
  const waiting = steps.values()
  const runLane = async (): Promise<void> => {
    // All lanes share the iterator, so each step is taken once.
    for (const [name, step] of waiting) results.push(await resultOf(name, step))
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  return results
}

/** Everything passed, and nothing was skipped that an earlier run does not cover. */
const isComplete = (results: readonly Result[]): boolean =>
  results.every(({ failed, skipped = [] }) => failed + skipped.length === 0)

interface Wishes {
  /** The named steps. */
  asked: readonly string[]
  all: boolean
  changed: boolean
  /** The commit that --changed names. */
  reference: string
}

function parseWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        changed: { type: 'boolean', default: false },
        shard: { type: 'string' },
        under: { type: 'string', multiple: true }
      }
    })
  } catch (error) {
    console.error(`error: ${messageOf(error)}`)
    return process.exit(2)
  }
}

function readWishes(known: readonly string[]): Wishes {
  const { values, positionals } = parseWords()
  shard = values.shard
  if (values.under) process.env['GATE_UNDER'] = values.under.join(',')
  const named = values.changed ? positionals.find(name => !known.includes(name)) : undefined
  const asked = positionals.filter(name => name !== named)
  const unknown = asked.filter(name => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(', ')}. Steps: ${known.join(', ')}.`)
    process.exit(2)
  }
  return { asked, all: values.all, changed: values.changed, reference: named ?? 'HEAD' }
}

/** What the run covers; named steps run completely. */
function select({ all, changed, reference }: Wishes, root: string, isWhole: boolean): Selection {
  if (changed) return selectSince(root, reference)
  return isWhole && !all ? selectSincePassed(root) : runAll()
}

/** Chooses what runs, and says it. */
function choose(wishes: Wishes, root: string, isWhole: boolean, turns: ChooseFiles | undefined): void {
  selection = select(wishes, root, isWhole)
  if (turns && isWhole && selection.since === undefined) chooseLong = turns
  if (isWhole || wishes.changed) console.log(selection.says)
}

/** Sets the folders of compiled code for all steps. They are not with the temporary files, which are removed. */
function keepCompiled(root: string): void {
  mkdirSync('.cache', { recursive: true })
  // Halves the time that each command of the tests takes to start.
  process.env['NODE_COMPILE_CACHE'] = join(root, '.cache/compiled')
  process.env['PLAYWRIGHT_TRANSFORM_CACHE_DIR'] ??= join(root, '.cache/playwright')
}

interface RunOptions {
  /** How many steps run at a time. */
  lanes: number
  /** Further steps, which run only if they are named. */
  parts?: Steps
  /** Which of the long files a run of everything takes. */
  turns?: ChooseFiles
  /** Record the commit on which everything passed. */
  records?: boolean
}

/** Runs all steps, or those named on the command line, then exits. */
export async function runSteps(
  steps: Steps,
  { lanes, parts = {}, turns, records = false }: RunOptions
): Promise<never> {
  const root = fileURLToPath(new URL('../', import.meta.url))
  process.chdir(root)
  keepCompiled(root)
  const removeTemporaryFiles = useMemoryFolder()
  const all = Object.entries({ ...steps, ...parts })
  const wishes = readWishes(all.map(([name]) => name))
  const { asked, changed } = wishes
  const isWhole = records && asked.length === 0 && shard === undefined
  choose(wishes, root, isWhole, turns)
  const before = findCleanCommit(root)
  const isAsked = (name: string): boolean => (asked.length === 0 ? !(name in parts) : asked.includes(name))
  const results = await runInLanes(
    all.filter(([name]) => isAsked(name)),
    lanes
  )
  removeTemporaryFiles()
  const isGood = summarise(results)
  if (isWhole && !changed && isComplete(results)) recordPassed(root, before)
  process.exit(isGood ? 0 : 1)
}
