// No tool reports a CSS variable that is used but not defined.

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandStyle, deriveBrand } from '#programme/colours.ts'

const brand = deriveBrand('#0b6e75')
const styles = ['uno.config.ts', ...globSync('src/**/*.{css,ts,tsx,astro}')].map(path => ({
  path,
  text: readFileSync(path, 'utf8')
}))

const defined = new Set(
  [...styles.map(({ text }) => text), brand === undefined ? '' : brandStyle(brand)].flatMap(text => [
    // In a stylesheet, as an arbitrary utility class, and as a style's key.
    ...[...text.matchAll(/[{;\s[]--([\w-]+):/g)].map(([, name]) => name),
    ...[...text.matchAll(/['"]--([\w-]+)['"]\s*[\]:,]/g)].map(([, name]) => name)
  ])
)

test('every variable that a style uses is defined', () => {
  const unknown = styles.flatMap(({ path, text }) =>
    [...text.matchAll(/var\(--([\w-]+)/g)].flatMap(([, name]) =>
      defined.has(name) ? [] : [`${path}: --${name}`]
    )
  )
  expect(unknown).toEqual([])
  // Guards against a list that is empty because nothing was read.
  expect([...defined]).toEqual(expect.arrayContaining(['brand-mark', 'ink', 'surface']))
  expect(defined.has('halo')).toBe(false)
})

test('variant groups are used in shortcuts only: in the code of a screen they have no effect', () => {
  const grouped = globSync('src/**/*.tsx').filter(file =>
    /\b[a-z-]+:\([a-z]/.test(readFileSync(file, 'utf8'))
  )
  expect(grouped).toEqual([])
})
