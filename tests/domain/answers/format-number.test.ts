import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNumber } from '#domain/answers/number-input.ts'

const marks = [
  ['.', 'en-GB'],
  [',', 'de-DE']
] as const

/** Figures as people enter them, and any doubles. */
const figures = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 6 })).map(([digits, places]) => digits / 10 ** places),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 0.1, 1e-7, 1e15, 1e21, 999.5, -0.4, 0.30000000000000004)
)

test('a number is written as the language’s own format writes it', () => {
  const places = fc.option(fc.integer({ min: 0, max: 15 }), { nil: null })
  fc.assert(
    fc.property(figures, places, fc.constantFrom(...marks), (value, decimals, [mark, language]) => {
      const format = new Intl.NumberFormat(language, {
        maximumFractionDigits: decimals ?? 15,
        ...(decimals !== null && { minimumFractionDigits: decimals })
      })
      expect(formatNumber(value, decimals, mark)).toBe(format.format(value === 0 ? 0 : value))
    })
  )
})
