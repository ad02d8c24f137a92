// Follows the table "Where do I add …" of CONTRIBUTING.md in a copy of the repository: each addition takes the files that its row names and no others, and the gates pass.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyRepository, type ScratchCopy } from '#tests/support/scratch-copy.ts'
import { additions } from './additions.ts'

const rows = new Map(
  [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\| (an? [\w ]+) \| (.+) \|$/gm)].map(
    ([, add = '', touch = '']) => [add, touch]
  )
)

/** Paths between backticks; `<name>` stands for any name, and a folder for everything below it. */
const patternsIn = (text: string): RegExp[] =>
  [...text.matchAll(/`((?:src|tests|programmes|public|docs)\/[^`]*)`/g)].map(
    ([, path = '']) =>
      new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/<\w+>/g, String.raw`[\w-]+`)}(/|$)`)
  )

const filesOf = ({ files = {}, edits }: (typeof additions)[number]): string[] => [
  ...Object.keys(files),
  ...edits.map(({ file }) => file)
]

let copy: ScratchCopy
beforeAll(() => {
  copy = copyRepository()
  for (const addition of additions) copy.apply(addition)
  copy.run('node', 'scripts/check-programmes.ts', '--write-schema')
  copy.run('vitest', 'run', '--update', '--project', 'client', 'tests/browser/app/route-table.page.test.ts')
})
afterAll(() => copy[Symbol.dispose]())

test.each(additions)('$row: its row names each file that it takes', addition => {
  const patterns = patternsIn(rows.get(addition.row) ?? '')
  expect(filesOf(addition).filter(file => !patterns.some(pattern => pattern.test(file)))).toEqual([])
})

test.each(additions)('$row: each file that the first sentence of its row names changes', ({ row }) => {
  const [sentence = ''] = (rows.get(row) ?? '').split('. ')
  const changed = copy.changedFiles()
  const patterns = patternsIn(sentence)
  expect(patterns.length).toBeGreaterThan(0)
  expect(patterns.filter(pattern => !changed.some(file => pattern.test(file)))).toEqual([])
})

test('nothing else changes', () => {
  const patterns = additions.flatMap(({ row }) => patternsIn(rows.get(row) ?? ''))
  expect(copy.changedFiles().filter(file => !patterns.some(pattern => pattern.test(file)))).toEqual([])
})

test.each([
  'tsc -p .',
  'depcruise --config .dependency-cruiser.mjs src scripts',
  'vitest run --project architecture tests/architecture/contract-routes.test.ts tests/architecture/migrations.test.ts',
  'vitest run --project pure tests/contract/contract.test.ts tests/domain/answers/question-types.test.ts tests/browser/charts/chart-kinds.test.ts tests/browser/section/workbook-round-trip.test.ts',
  'vitest run --project client tests/browser/app/route-table.page.test.ts tests/browser/stores/site-config.page.test.ts',
  'vitest run --project build tests/programme/schema.test.ts',
  'vitest run --project server tests/server/access.test.ts tests/server/database/row-types.test.ts tests/server/http/openapi.test.ts',
  'vitest run --project engine tests/server/database/migrations.engine.test.ts'
])('%s', line => {
  const [command = '', ...words] = line.split(' ')
  expect(() => copy.run(command, ...words)).not.toThrow()
})

test('lint and format pass', () => {
  const sources = copy.changedFiles().filter(file => /\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(0)
  expect(() => copy.run('oxlint', ...sources)).not.toThrow()
  expect(() => copy.run('oxfmt', '--check', ...sources)).not.toThrow()
})
