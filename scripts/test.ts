// Runs every check of the project (options: test-steps.ts). Installs what is missing first (a browser,
// PostgreSQL), so that it passes on a fresh machine.

import { globSync } from 'node:fs'
import { installChromium } from '#tests/support/browser.ts'
import { withPostgres } from '#tests/support/postgres.ts'
import { chooseInTurn, chooseSome, fifthInTurn, rotation } from '#tests/support/rotation.ts'
import {
  browserFiles,
  longBrowserFiles,
  longBuildFiles,
  longClientFiles,
  longServerFiles
} from './long-files.ts'
import type { Reads } from './test-selection.ts'
import {
  bin,
  gate,
  playwright,
  reading,
  runSteps,
  vitest,
  type Step,
  type VitestOptions
} from './test-steps.ts'

/**
 * Every table partitioned by programme: has the same rule for keys as a distributed database, and checks
 * each call's query plans.
 */
async function withPartitions() {
  const { env, stop } = await withPostgres()
  return { env: { ...env, TEST_PARTITIONS: '2' }, stop }
}

/** At every fourth commit, in turn, the embedded engine, which `npm start` uses. */
const browserEngines = [withPostgres, withPostgres, withPostgres, undefined]

const browser: Step = () => {
  installChromium()
  return playwright(browserFiles, {
    around: chooseInTurn(browserEngines, 'engine of the browser tests'),
    inTurn: longBrowserFiles
  })
}

/** Files that no selectable test reads; architecture tests always run. */
const PROSE = ['docs/decisions/', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']
const RARE_TESTS = ['tests/architecture/', 'tests/bench/', 'tests/long/', 'tests/screenshots/']

const browserReads: Reads = {
  never: [...PROSE, ...RARE_TESTS, 'tests/browser/', 'tests/server/', 'tests/domain/', 'tests/operations/'],
  byImport: []
}

const pageReads: Reads = {
  never: [...PROSE, ...RARE_TESTS, 'tests/gates/', 'tests/journeys/', 'tests/server/', 'tests/operations/'],
  // Screens and the server that answers them are in one process.
  byImport: ['src/', 'tests/browser/']
}

const buildReads: Reads = {
  never: [...PROSE, ...RARE_TESTS, 'tests/gates/', 'tests/journeys/', 'tests/browser/', 'tests/server/'],
  byImport: []
}

const serverReads: Reads = {
  never: [...PROSE, ...RARE_TESTS, 'tests/gates/', 'tests/journeys/', 'tests/browser/'],
  // The tests call single functions of the browser's code; processes that they start do not use it.
  byImport: ['src/browser/']
}

/** The tests of some projects, of which only those run that the changes can break. */
const vitestStep = (projects: readonly string[], reads: Reads, options: VitestOptions = {}): Step =>
  reading(reads, vitest(projects, options), vitest(projects, { ...options, onlyImporters: true }))

// All of them run on partitioned PostgreSQL, and an eighth of those that are not long on each of the other two engines, which the commit chooses;
// `npm run test:long` runs all of them on both.
const engineTests = globSync('tests/{server,operations}/**/*.engine.test.ts')
  .filter(file => !longServerFiles.includes(file))
  .toSorted()
const eighthOf = (files: readonly string[]): string[] =>
  chooseSome(files, Math.ceil(engineTests.length / 8), 'engines')
const embeddedTests = eighthOf(engineTests)
const postgresTests = eighthOf(engineTests.filter(file => !embeddedTests.includes(file)))

console.log(`ROTATION=${rotation} chooses the parts that run.`)

const units = ['architecture', 'pure']

await runSteps(
  {
    // The longest first, so that both lanes end at about the same time. Screens have a server on PostgreSQL, which answers in half of the processor time
    // that the embedded engine takes.
    browser: reading(browserReads, browser),
    client: vitestStep(['client'], pageReads, { around: withPostgres, inTurn: longClientFiles }),
    // The whole server suite once, on the strictest engine; on the other two only what depends on the
    // engine.
    server: vitestStep(['server', 'engine'], serverReads, {
      around: withPartitions,
      inTurn: longServerFiles
    }),
    build: vitestStep(['build'], buildReads, { inTurn: longBuildFiles }),
    unit: vitest(units),
    embedded: vitestStep(['engine'], serverReads, { files: embeddedTests }),
    postgres: vitestStep(['engine'], serverReads, { files: postgresTests, around: withPostgres }),
    types: gate(() => bin('tsc', '-p', '.')),
    lint: gate(() => bin('oxlint')),
    imports: gate(() => bin('depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'scripts')),
    // tests/architecture/unused.test.ts runs it once more without the tests, so that code which only tests use is found too.
    unused: gate(() => bin('knip')),
    format: gate(() => bin('oxfmt', '--check'))
  },
  {
    turns: files => fifthInTurn(files, 'long files'),
    lanes: 2,
    parts: Object.fromEntries(units.map(name => [name, vitest([name])])),
    records: true
  }
)
