import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

// A test stands where what it tests stands in src. Its folder and the end of its name say what it needs.
/** A page that a person sees. */
const PAGES = ['{browser,lib}/**/*.page']
/** Each of the engines that the database runs on. */
const ENGINE = ['{server,operations}/**/*.engine']
const SERVER = ['server/**/*', 'operations/{backup,provision}/**/*']
/** Programmes' files, built sites and commands, each with modules of its own. */
const BUILD = ['{pages,programme,scripts,sites}/**/*', 'operations/{doctor,publish}/**/*']
const ARCHITECTURE = ['architecture/*']

/** Files that have their turn at another commit (scripts/long-files.ts). */
const LATER = (process.env['TEST_LEAVES_OUT'] ?? '').split(',').filter(file => file !== '')

const support = (file: string): string => fileURLToPath(new URL(`tests/support/${file}`, import.meta.url))

interface Settings {
  timeout?: number
  exclude?: readonly string[]
}

const project = (
  name: string,
  include: readonly string[],
  { timeout = 180_000, exclude = [] }: Settings = {}
) => ({
  test: {
    name,
    include: include.map(files => `tests/${files}.test.{ts,tsx}`),
    // Packages of the benches have tests of their own.
    exclude: [...configDefaults.exclude, ...LATER, ...exclude.map(files => `tests/${files}.test.{ts,tsx}`)],
    setupFiles: [support('property-seed.ts')],
    // A test in which no assertion ran has shown nothing: it fails.
    // A busy machine is slow; what never comes fails all the same.
    expect: { requireAssertions: true, poll: { timeout: 50_000 } },
    testTimeout: timeout,
    hookTimeout: 300_000
  },
  oxc: { jsx: { runtime: 'automatic' as const } }
})

/** Its files share their modules, which hold no state: loading them anew for each file costs half of the time. */
const sharing = ({ test, oxc }: ReturnType<typeof project>) => ({ test: { ...test, isolate: false }, oxc })

const inPackages = (file: string): string => fileURLToPath(new URL(`node_modules/${file}`, import.meta.url))

// Its files share workers, and each has a page and modules of its own (tests/support/fresh-page.ts): loading packages and compiling the embedded
// database's code for each file would take half of the time. Whole screens come in real time, so each test has as long as a busy machine may take.
const { test: clientTest, oxc: clientOxc } = project('client', PAGES)
const client = {
  test: {
    ...clientTest,
    setupFiles: [...clientTest.setupFiles, support('fresh-page.ts')],
    pool: 'threads' as const,
    isolate: false,
    // These packages keep the window that they find when they are loaded, so each page loads them anew: only modules can be, not CommonJS.
    server: { deps: { inline: [/@testing-library/, /dompurify/, /wouter/] } },
    alias: {
      '@testing-library/react': inPackages('@testing-library/react/dist/@testing-library/react.esm.js'),
      '@testing-library/dom': inPackages('@testing-library/dom/dist/@testing-library/dom.esm.js')
    }
  },
  oxc: clientOxc
}

export default defineConfig({
  test: {
    // Two cores: more workers only take each other's time.
    maxWorkers: 2,
    projects: [
      // Whatever the lists above do not name.
      sharing(
        project('pure', ['**/*'], {
          exclude: [...PAGES, ...ENGINE, ...SERVER, ...BUILD, ...ARCHITECTURE, 'long/**/*']
        })
      ),
      client,
      sharing(project('server', SERVER, { exclude: ENGINE })),
      // What depends on the database's engine runs on each of them.
      sharing(project('engine', ENGINE)),
      project('build', BUILD),
      project('long', ['long/*'], { timeout: 120_000 }),
      project('adding', ['long/adding/*'], { timeout: 600_000 }),
      project('faults', ['long/planted-faults/*'], { timeout: 1_200_000 }),
      project('attack', ['long/attack/*'], { timeout: 1_200_000 }),
      sharing(project('architecture', ARCHITECTURE, { timeout: 120_000 }))
    ]
  }
})
