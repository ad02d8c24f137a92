import { readFileSync } from 'node:fs'
import { converter, differenceCiede2000, wcagContrast } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandStyle, deriveBrand, readColour } from '#programme/colours.ts'

const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map(rgb => `#${rgb.map(part => part.toString(16).padStart(2, '0')).join('')}`)
const kinds = {
  teal: '#0b6e75',
  pale: '#f2c9d6',
  yellow: '#ffff00',
  dark: '#0a0f1e',
  black: '#000000',
  red: '#e0001b',
  grey: '#808080',
  neon: '#39ff14'
}

function proveReadable(colour: string): void {
  const brand = deriveBrand(colour)
  if (brand === undefined) {
    // Refused only if a filled button could not be distinguished from the page.
    expect(differenceCiede2000()(colour, '#ffffff')).toBeLessThan(6)
    return
  }
  const { c = 0, l = 0 } = converter('oklch')(colour) ?? {}
  const isMiddleGrey = c < 0.03 && l > 0.45 && l < 0.95
  if (isMiddleGrey) expect(wcagContrast(brand.brand, '#ffffff')).toBeGreaterThanOrEqual(7)
  else expect(brand.brand).toBe(colour)
  expect(wcagContrast(brand.ink, brand.brand)).toBeGreaterThanOrEqual(4.5)
  for (const ground of ['#ffffff', brand.tint])
    expect(wcagContrast(brand.text, ground)).toBeGreaterThanOrEqual(4.5)
  for (const ground of ['#ffffff', '#f6f7f9', brand.tint])
    expect(wcagContrast(brand.mark, ground)).toBeGreaterThanOrEqual(3)
  // The page's own inks stay readable on the tint, and the tint and the line can be told apart.
  for (const ink of ['#18202c', '#465163']) expect(wcagContrast(ink, brand.tint)).toBeGreaterThanOrEqual(4.5)
  expect(wcagContrast(brand.line, brand.tint)).toBeGreaterThan(1.2)
}

test.each(Object.entries(kinds))('a %s brand gives readable shades', (_kind, colour) => {
  expect(deriveBrand(colour)).toBeDefined()
  proveReadable(colour)
})

test('any colour gives readable shades or is refused for being white', () =>
  fc.assert(fc.property(hex, proveReadable), { numRuns: 2000 }))

const usualStates = { ok: '#17764a', warn: '#9a5400', bad: '#b8262c', info: '#1d5fb0' }

test.each([
  ['red', '#d32f2f', ['bad']],
  ['pure red', '#ff0000', []],
  ['green', '#2e7d32', ['ok']],
  ['amber', '#b45309', ['warn']],
  ['blue', '#1565c0', ['info']],
  ['teal', '#0b6e75', []]
])('beside a %s brand no state looks like it', (_kind, colour, replaced) => {
  const { brand, mark, states } = deriveBrand(colour)!
  expect(Object.keys(states)).toEqual(replaced)
  const shown = {
    ...usualStates,
    ...Object.fromEntries(Object.entries(states).map(([name, { colour: own }]) => [name, own]))
  }
  for (const own of Object.values(shown))
    for (const shade of [brand, mark]) expect(differenceCiede2000()(own, shade)).toBeGreaterThanOrEqual(15)
  for (const { colour: own, tint } of Object.values(states))
    for (const ground of ['#ffffff', tint]) expect(wcagContrast(own, ground)).toBeGreaterThanOrEqual(4.5)
  // States stay distinguishable from each other too.
  const colours = Object.values(shown)
  for (const [index, one] of colours.entries())
    for (const other of colours.slice(index + 1))
      expect(differenceCiede2000()(one, other)).toBeGreaterThan(15)
})

test('the usual state colours are those of the stylesheet', () => {
  const css = readFileSync('src/browser/app/styles/global.css', 'utf8')
  for (const [state, colour] of Object.entries(usualStates)) expect(css).toContain(`--${state}: ${colour};`)
  expect(deriveBrand('#0b6e75')?.states).toEqual({})
})

test('colours are read in any CSS notation and returned in one', () => {
  expect(['#0B6E75', 'rgb(11 110 117)', 'rgb(11, 110, 117)'].map(readColour)).toEqual(
    Array.from({ length: 3 }, () => '#0b6e75')
  )
  expect(readColour('rebeccapurple')).toBe('#663399')
  expect(['', 'url(x)', '#0b6e7', '#0b6e7580', 'transparent', 'red;}'].map(readColour)).toEqual(
    Array.from({ length: 6 }, () => undefined)
  )
})

test('the style contains only colours', () => {
  const brand = deriveBrand('#0b6e75')
  expect(brand && brandStyle(brand)).toMatch(/^:root\{(--brand(-\w+)?:#[\da-f]{6};?){6}\}$/)
})

test('links in a text are underlined where the brand is grey, and only there', () => {
  const isUnderlined = (colour: string): boolean => {
    const brand = deriveBrand(colour)
    expect(brand).toBeDefined()
    return brand !== undefined && brandStyle(brand).includes('--brand-link:underline')
  }
  expect(['#6b7280', '#000000', '#8a8d91'].filter(isUnderlined)).toHaveLength(3)
  expect(['#0b6e75', '#b8262c', '#7a3fa0', '#f2c230'].filter(isUnderlined)).toEqual([])
})
