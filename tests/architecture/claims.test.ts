// One module words every claim about a figure, and one decides it: no screen, export, print, pack or email has its own.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { visibleTexts } from '#scripts/visible-texts.ts'

/** Claims of one figure, and of many measures together. */
const WORDS: ReadonlySet<string> = new Set([
  'src/browser/charts/words/claims.ts',
  'src/browser/charts/words/many-claims.ts'
])

const claimWords =
  /\b(?:better|best|worse|worst|similar|plainly|probably|chance|(?:lowest|highest|\d\w\w|\w+st) quarter|\w+er middle)\b/i

/** Texts with such a word that say nothing about a figure beside others, by file: a longer text is a new one. */
const others: Record<string, readonly string[]> = {
  'src/browser/charts/labels/measure.ts': ['Higher is better.', 'Lower is better.'],
  'src/browser/features/explorer/builder/appearance-column.tsx': ['Better when'],
  'src/browser/features/explorer/builder/draft/chart-draft.ts': ['Better when'],
  'src/operations/provision/content-kinds/charts.ts': ['Which values are better:'],
  // Groups of organisations that resemble the own one.
  'src/browser/features/explorer/peers/group-counts.tsx': ['… how similar they are to …'],
  'src/browser/features/explorer/peers/similar-editor.tsx': ['Similar on (up to …)'],
  // The caption of bars, on the order in which they stand.
  'src/browser/charts/words/bar-caption.ts': ['rank 1 (lowest) is best']
}

const isOther = ({ file, text }: { file: string; text: string }): boolean =>
  others[file]?.some(known => known.split('…').every(part => text.includes(part.trim()))) ?? false

test('no other module has the words of a claim', () => {
  const found = visibleTexts().filter(
    one =>
      /^src\/(browser|server\/(mail|jobs|benchmarks|search)|operations)\//.test(one.file) &&
      !WORDS.has(one.file) &&
      claimWords.test(one.text) &&
      !isOther(one)
  )
  expect(found.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})

/** What claims are made of, and the modules that may use it. */
const ingredients: Record<string, readonly RegExp[]> = {
  'claimSide|judgeMeasure|ClaimedFigure': [
    /^src\/domain\/figures\/claims\.ts$/,
    /^src\/browser\/charts\/own-figures\.ts$/
  ],
  claimQuarter: [
    /^src\/domain\/figures\/(claims|what-if)\.ts$/,
    /^src\/browser\/charts\/view\/chart-view\.ts$/
  ],
  'funnelPosition|verdictOf|certaintyOf': [
    /^src\/domain\/figures\/(pooled|what-if)\.ts$/,
    /^src\/server\/benchmarks\/chart-data\/certainty\.ts$/,
    /^src\/browser\/charts\/words\/claims\.ts$/
  ],
  'is_over_dispersed|dispersionOf': [
    /^src\/domain\/figures\/pooled\.ts$/,
    /^src\/contract\/chart-data\.ts$/,
    /^src\/server\/benchmarks\/chart-data\/certainty\.ts$/,
    /^src\/browser\/charts\/words\/claims\.ts$/
  ]
}

test.each(Object.entries(ingredients))(
  'only the modules that decide or word claims use %s',
  (names, allowed) => {
    const pattern = new RegExp(`\\b(?:${names})`)
    const users = globSync('src/**/*.{ts,tsx}').filter(file => pattern.test(readFileSync(file, 'utf8')))
    expect(users.length).toBeGreaterThan(0)
    expect(users.filter(file => !allowed.some(one => one.test(file)))).toEqual([])
  }
)

test('a planted claim is found', () => {
  expect(claimWords.test('Your ward is among the worst')).toBe(true)
  expect(claimWords.test('in the lowest quarter')).toBe(true)
  expect(claimWords.test('Activity in the first half')).toBe(false)
  expect(isOther({ file: 'src/browser/charts/labels/measure.ts', text: 'Worse than all' })).toBe(false)
})
