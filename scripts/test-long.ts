// Runs the checks that take too long for `npm test`: the sites on real hosts, data entry in Safari's engine,
// additions as CONTRIBUTING describes them, planted faults that the tests must find, Tab through every screen in every window, every screen under every
// pair of conditions, every task in a browser and every command, the sentences of charts over 10,000 replies, the tests of both other database
// engines, and thousands of pairs of operations at once.
// `npm run test:long -- hosts` runs only the named steps. Installs what it needs, names what it skips because a
// program is missing, and ends with one line `N passed, N failed`.

import { globSync, readFileSync } from 'node:fs'
import { installChromium } from '#tests/support/browser.ts'
import { hasCitus } from '#tests/support/citus.ts'
import { installFirefox } from '#tests/support/firefox.ts'
import { installHosts } from '#tests/support/host-programs.ts'
import { openApiTools } from '#tests/support/openapi-tools.ts'
import { withPostgres } from '#tests/support/postgres.ts'
import { installWebKit } from '#tests/support/webkit.ts'
import { browserFiles, longClientFiles, longServerFiles } from './long-files.ts'
import { playwright, runSteps, vitest, type Step } from './test-steps.ts'

// Read by tests that run a shorter version every day.
process.env['LONG'] = '1'

/** The test files of a folder of which every commit runs another part. */
const rotating = (folder: string): string[] =>
  globSync(`tests/${folder}/**/*.test.{ts,tsx}`).filter(file =>
    readFileSync(file, 'utf8').includes('support/rotation')
  )

const journeys = (...names: string[]): string[] => names.map(name => `tests/journeys/${name}.spec.ts`)
const gates = (...names: string[]): string[] => names.map(name => `tests/gates/${name}.spec.ts`)

const entryFiles = [
  ...journeys('entry-offline', 'entry-killed', 'entry-faults', 'entry-ranges'),
  ...gates('each-chunk')
]
const keyboardFiles = gates('keyboard-order')
// A briefing pack is no address, but is looked at in the same windows.
const gateFiles = [
  ...gates('gate', 'floats-and-bars', 'narrow-bars', 'small-charts'),
  ...journeys('briefing', 'explorer-exports', 'users')
]
const overlayFiles = gates('overlays')

const browser =
  (files: readonly string[]): Step =>
  () => {
    installChromium()
    return playwright(files)
  }

await runSteps(
  {
    hosts: async () => {
      const skipped = [...installHosts(), ...openApiTools.install(), ...installWebKit(), ...installFirefox()]
      if (process.env['CITUS_URL'] === undefined && !hasCitus())
        skipped.push('Citus: PostgreSQL does not have it, and CITUS_URL names no coordinator')
      return { ...(await vitest(['long'])()), skipped }
    },
    adding: vitest(['adding']),
    faults: vitest(['faults']),
    attack: vitest(['attack']),
    postgres: vitest(['engine'], { around: withPostgres }),
    embedded: vitest(['engine']),
    screens: vitest(['client'], { files: [...rotating('browser'), ...longClientFiles, 'role-actions'] }),
    values: vitest(['client'], { files: ['typed-values'] }),
    sentences: vitest(['pure'], { files: ['derived-sentences'] }),
    operations: vitest(['server'], {
      files: [
        ...rotating('server'),
        ...rotating('operations'),
        ...longServerFiles,
        'disclosure-attack',
        'benchmarks/disclosure.test'
      ],
      around: withPostgres
    }),
    sites: vitest(['build'], { files: ['sites/sites'] }),
    entry: browser(entryFiles),
    keyboard: browser(keyboardFiles),
    gate: browser(gateFiles),
    overlays: browser(overlayFiles),
    // What is left of that which `npm test` runs in turn.
    tasks: browser(
      browserFiles.filter(file => ![entryFiles, keyboardFiles, gateFiles, overlayFiles].flat().includes(file))
    ),
    commands: vitest(['build'])
  },
  { lanes: 1 }
)
