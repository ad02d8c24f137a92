// Runs every check of the project (options: test-steps.ts). Installs what is missing first (a browser,
// PostgreSQL), so that it passes on a fresh machine.
import { installChromium } from '../tests/support/browser.ts'
import { withPostgres } from '../tests/support/postgres.ts'
import { bin, gate, isTouched, playwright, runSteps, vitest, type Step } from './test-steps.ts'

/**
 * Every table partitioned by programme: has the same rule for keys as a distributed database, and checks
 * each call's query plans.
 */
async function withPartitions() {
  const { env, stop } = await withPostgres()
  return { env: { ...env, TEST_PARTITIONS: '4' }, stop }
}

const browser: Step = async () => {
  if (!isTouched(['src', 'programmes', 'public', 'scripts', 'tests/e2e', 'tests/support']))
    return { passed: 0, failed: 0 }
  installChromium()
  return playwright()
}

const units = ['architecture', 'pure', 'client', 'build']

await runSteps(
  [
    // Browser tests mostly wait, so the rest runs in parallel.
    { browser },
    {
      format: gate(() => bin('oxfmt', '--check')),
      lint: gate(() => bin('oxlint')),
      types: gate(() => bin('tsc', '-p', '.')),
      rooms: gate(() => bin('depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'scripts')),
      // Once with the tests and once without, so that code which only tests use is found too.
      unused: gate(async () => (await bin('knip')) && bin('knip', '--production')),
      unit: vitest(units),
      // The whole server suite once, on the strictest engine; on the other two only what depends on the
      // engine.
      server: vitest(['server', 'engine'], { around: withPartitions }),
      embedded: vitest(['engine']),
      postgres: vitest(['engine'], { around: withPostgres })
    }
  ],
  Object.fromEntries(units.map(name => [name, vitest([name])]))
)
