import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Of loads that overlap only the newest counts. src/browser/api/cache/cache.ts ensures that, so every store of fetched data is one of its stores: no code
// writes fetched data into an atom.

const HELPER = 'src/browser/api/cache/cache.ts'
const files = globSync('src/**/*.{ts,tsx}').filter(
  file => file !== HELPER && !/^src\/(server|demo|programme|pages|sites|operations)\//.test(file)
)

const violations = (file: string, text: string): string[] =>
  [...text.matchAll(/\batom<\s*Loadable\b|\bstate: '(?:ready|failed)'(?=, (?:value|error))/g)].map(
    ({ 0: found, index }) => `${file}:${text.slice(0, index).split('\n').length} ${found}`
  )

/** Derived stores, other kinds of state, and rows of a map of the helper, which ignores replies for an older map. */
const DERIVED = new Set([
  'src/browser/features/explorer/dashboard/completion-map.ts',
  'src/browser/features/accounts/verify.ts',
  'src/browser/features/explorer/selection/comparison.ts'
])

test('every store of fetched data is made by the helper', () => {
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap(file => violations(file, readFileSync(file, 'utf8')))
  expect(found.filter(one => !DERIVED.has(one.split(':')[0] ?? ''))).toEqual([])
  const stores = files.flatMap(file => readFileSync(file, 'utf8').match(/loadableStore</g) ?? [])
  expect(stores.length).toBeGreaterThan(20)
})

test.each([
  `export const $a = atom<Loadable<A>>({ state: 'loading' })`,
  `$a.set({ state: 'ready', value: reply })`,
  `$a.set({ state: 'failed', error: 'No', status: null })`
])('%s is reported', text => {
  expect(violations('canary.ts', text)).toHaveLength(1)
})
