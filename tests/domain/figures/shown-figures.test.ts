import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figureText, shownFigure } from '#domain/figures/shown-figures.ts'

test('a shown figure is the number of its text, however large, small or close to a half it is', () => {
  const nearHalf = fc
    .tuple(fc.integer({ min: -5000, max: 5000 }), fc.nat(6), fc.integer({ min: -20, max: 20 }))
    .map(([units, decimals, steps]) => (units + 0.5) / 10 ** decimals + steps * 1e-8)
  const any = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), nearHalf)
  fc.assert(
    fc.property(any, fc.nat(9), (value, decimals) => {
      const text = figureText(value, decimals).replaceAll(',', '').replace('−', '-')
      expect(shownFigure(value, decimals)).toBe(Number(text))
    }),
    { numRuns: 2000 }
  )
})
