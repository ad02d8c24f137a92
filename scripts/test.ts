// Runs every check of the project and closes with one line `N passed, N failed`. `npm test -- pure server` runs only the named steps.
// Installs what is missing first (a browser, a PostgreSQL), so that it passes on a machine that has never seen the project.
import { installChromium } from '../tests/support/browser.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { bin, gate, playwright, runSteps, vitest } from './test-steps.ts'

async function withPostgres() {
  const postgres = await startPostgres()
  return { env: { TEST_DATABASE_URL: postgres.url }, stop: () => postgres.stop() }
}

/** Every table split by programme: what a distributed database asks of keys, and each call's plans looked at. */
async function withPartitions() {
  const { env, stop } = await withPostgres()
  return { env: { ...env, TEST_PARTITIONS: '4' }, stop }
}

await runSteps({
  format: gate(() => bin('oxfmt', '--check')),
  lint: gate(() => bin('oxlint')),
  types: gate(() => bin('tsc', '-p', '.')),
  rooms: gate(() => bin('depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'scripts')),
  unused: gate(() => bin('knip')),
  architecture: vitest(['architecture']),
  pure: vitest(['pure']),
  client: vitest(['client']),
  server: vitest(['server']),
  postgres: vitest(['server'], { around: withPostgres }),
  partitioned: vitest(['server'], { around: withPartitions }),
  build: vitest(['build']),
  browser: async () => {
    installChromium()
    return playwright()
  }
})
