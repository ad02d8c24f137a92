import { differenceCiede2000, wcagContrast } from 'culori'
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
    // Refused only where a filled button could not be told from the page.
    expect(differenceCiede2000()(colour, '#ffffff')).toBeLessThan(6)
    return
  }
  expect(brand.brand).toBe(colour)
  expect(wcagContrast(brand.ink, brand.brand)).toBeGreaterThanOrEqual(4.5)
  for (const ground of ['#ffffff', brand.tint])
    expect(wcagContrast(brand.text, ground)).toBeGreaterThanOrEqual(4.5)
  for (const ground of ['#ffffff', '#f6f7f9', brand.tint])
    expect(wcagContrast(brand.focus, ground)).toBeGreaterThanOrEqual(3)
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

test('colours are read in any spelling of CSS and answered in one', () => {
  expect(['#0B6E75', 'rgb(11 110 117)', 'rgb(11, 110, 117)'].map(readColour)).toEqual(
    Array.from({ length: 3 }, () => '#0b6e75')
  )
  expect(readColour('rebeccapurple')).toBe('#663399')
  expect(['', 'url(x)', '#0b6e7', '#0b6e7580', 'transparent', 'red;}'].map(readColour)).toEqual(
    Array.from({ length: 6 }, () => undefined)
  )
})

test('the style holds nothing but colours', () => {
  const brand = deriveBrand('#0b6e75')
  expect(brand && brandStyle(brand)).toMatch(/^:root\{(--brand(-\w+)?:#[\da-f]{6};?){6}\}$/)
})
