// Runs every check of the project; how to run some of them: test-steps.ts. Installs what is missing first (a browser, a PostgreSQL), so that it
// passes on a machine that has never seen the project.
import { installChromium } from '../tests/support/browser.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { bin, gate, isTouched, playwright, runSteps, vitest, type Step } from './test-steps.ts'

async function withPostgres() {
  const postgres = await startPostgres()
  return { env: { TEST_DATABASE_URL: postgres.url }, stop: () => postgres.stop() }
}

/** Every table split by programme: what a distributed database asks of keys, and each call's plans looked at. */
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
    // The browser's tests wait much and compute little, so the rest runs beside them.
    { browser },
    {
      format: gate(() => bin('oxfmt', '--check')),
      lint: gate(() => bin('oxlint')),
      types: gate(() => bin('tsc', '-p', '.')),
      rooms: gate(() => bin('depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'scripts')),
      // Once with the tests and once without, so that what only tests use is found too.
      unused: gate(async () => (await bin('knip')) && bin('knip', '--production')),
      unit: vitest(units),
      // The whole server once, where it is strictest; on the other two engines what touches the engine.
      server: vitest(['server', 'engine'], { around: withPartitions }),
      embedded: vitest(['engine']),
      postgres: vitest(['engine'], { around: withPostgres })
    }
  ],
  Object.fromEntries(units.map(name => [name, vitest([name])]))
)
