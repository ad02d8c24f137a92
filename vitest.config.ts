import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const propertySeed = fileURLToPath(new URL('tests/support/property-seed.ts', import.meta.url))

const project = (
  name: string,
  environment: 'node' | 'happy-dom' = 'node',
  timeout = 60_000,
  folder = name
) => ({
  test: {
    name,
    environment,
    include: [`tests/${folder}/*.test.{ts,tsx}`],
    setupFiles: [propertySeed],
    // A test in which no assertion ran has shown nothing: it fails.
    expect: { requireAssertions: true },
    testTimeout: timeout,
    hookTimeout: 180_000
  },
  oxc: { jsx: { runtime: 'automatic' as const } }
})

/** Its files share their modules, which hold no state: loading them anew for each file costs half of the time. */
const sharing = ({ test, oxc }: ReturnType<typeof project>) => ({ test: { ...test, isolate: false }, oxc })

// Whole screens in real time: on a machine that does much else, a message may have gone before a slow screen has come. What fails runs once
// more, and is marked as such. In threads the embedded database's code is compiled once for all files: a quarter of their time.
const { test: clientTest, oxc: clientOxc } = project('client', 'happy-dom')
const client = { test: { ...clientTest, retry: 1, pool: 'threads' as const }, oxc: clientOxc }

// Its files plant faults in the tree and look for them: one at a time, and after everything that reads the tree.
const { test: architectureTest, oxc } = project('architecture', 'node', 120_000)
const architecture = { test: { ...architectureTest, maxWorkers: 1, sequence: { groupOrder: 1 } }, oxc }

export default defineConfig({
  test: {
    // Two cores: more workers only take each other's time.
    maxWorkers: 2,
    projects: [
      sharing(project('pure')),
      client,
      sharing(project('server')),
      // What depends on the database's engine runs on each of them.
      sharing(project('engine', 'node', 60_000, 'server/engine')),
      project('build'),
      project('long', 'node', 120_000),
      project('adding', 'node', 600_000, 'long/adding'),
      project('attack', 'node', 1_200_000, 'long/attack'),
      architecture
    ]
  }
})
