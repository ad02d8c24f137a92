import { globSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// A folder can be read at a glance; larger ones are divided by subject.

const MOST_FILES = 25
/** One file for each resource. */
const LONG_LISTS = ['src/contract']

test(`no folder of src has more than ${MOST_FILES} files of its own`, () => {
  const counts = Map.groupBy(globSync('src/**/*.*'), dirname)
  const crowded = [...counts].filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder)
  expect(crowded.toSorted()).toEqual(LONG_LISTS)
})

/** Folders of tests that src does not have. */
const BESIDE_SRC = new Set(['architecture', 'gates', 'journeys', 'long', 'scripts', 'support'])

test('tests are in the folders of what they test', () => {
  const folders = new Set(
    globSync('tests/**/*.{test,spec}.{ts,tsx}', { exclude: path => path.includes('node_modules') }).map(
      file => dirname(file).slice('tests/'.length)
    )
  )
  const homeless = [...folders].filter(
    folder => !BESIDE_SRC.has(folder.split('/')[0]!) && !existsSync(`src/${folder}`)
  )
  expect(homeless).toEqual([])
})

// A small file that only one other file imports is read faster as a part of it.

const MAX_SMALL_LINES = 30

/** Small files with one importer, and why. */
const KEPT: Record<string, string> = {
  'src/browser/app/app.tsx': 'The island, which the Astro page loads.',
  'src/browser/app/layouts/layouts.ts': 'Which chunk each layout is, without the screens.',
  'src/browser/app/overlays/small-window-strip.tsx': 'Its icon would take all icons into the first file.',
  'src/browser/app/overlays/version-banner.tsx': 'A chunk of its own: it loads with the first new version.',
  'src/browser/charts/view/plotly-core.ts': 'A chunk of its own: it loads with the first chart.',
  'src/browser/features/accounts/resend-verification.tsx':
    'A form of its own: the checks of forms know each by its file.',
  'src/browser/questionnaire-builder/editor/found-questions.ts': 'Calls the API, which a component does not.',
  'src/operations/provision/answers/answer-files.ts': 'Beside what reads these files.',
  'src/server/jobs/analysing.ts': 'One file for each job.',
  'src/server/projects/enums.ts': 'One file for each resource.',
  'src/server/projects/organisations.ts': 'One file for each resource.'
}
/** Each module of the server lists its routes in a file of one name, and each migration has a file. */
const isSingle = (file: string): boolean =>
  /^src\/server\/([^/]+\/routes|database\/migrations\/\d[^/]+)\.ts$/.test(file)

interface Imports {
  /** The files that import a file, tests included: what has a test of its own is a unit. */
  importers: Map<string, Set<string>>
  /** Files that are loaded on demand. */
  lazy: Set<string>
}

const resolveImport = (from: string, specifier: string): string | undefined => {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return join(dirname(from), path)
  return path.startsWith('#') ? path.replace(/^#(?!tests\/|scripts\/)/, 'src/').replace(/^#/, '') : undefined
}

function readImports(files: readonly string[]): Imports {
  const importers = new Map<string, Set<string>>()
  const lazy = new Set<string>()
  for (const file of files)
    for (const [, call, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:\bfrom|\bimport(\()?)\s*'([^']+)'/g
    )) {
      const imported = resolveImport(file, specifier)
      if (imported === undefined) continue
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
      if (call !== undefined) lazy.add(imported)
    }
  return { importers, lazy }
}

const code = globSync(['{src,scripts,tests}/**/*.{ts,tsx,astro}', '*.{ts,mjs}'], {
  exclude: path => path.includes('node_modules')
})
const { importers, lazy } = readImports(code)

/** Small files with a single importer, which are not loaded on demand. */
const small = code.filter(
  file =>
    file.startsWith('src/') &&
    /(?<!\.d)\.tsx?$/.test(file) &&
    !lazy.has(file) &&
    !isSingle(file) &&
    importers.get(file)?.size === 1 &&
    readFileSync(file, 'utf8').trimEnd().split('\n').length <= MAX_SMALL_LINES
)

test(`a file of at most ${MAX_SMALL_LINES} lines has two importers, or is loaded on demand`, () => {
  expect(small.filter(file => !Object.hasOwn(KEPT, file))).toEqual([])
})

test('each small file that is kept still has one importer', () => {
  expect(Object.keys(KEPT).filter(file => !small.includes(file))).toEqual([])
})
