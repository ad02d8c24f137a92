import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  decimalPlaces,
  formatNumber,
  inferMark,
  parseNumber,
  type KnownMark,
  type NumberFormat
} from '#domain/answers/number-input.ts'
import { setTypedMark } from '#domain/answers/typed-mark.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'

const read = (text: string, mark: KnownMark | null = null, more: NumberFormat = { isPercentage: true }) => {
  const reading = parseNumber(text, { mark, ...more })
  return reading.kind === 'number' ? reading.value : reading.kind
}

test.each([
  ['12', 12],
  ['1,234', 1234],
  ['1,234,567.5', 1234567.5],
  ['1.234.567,5', 1234567.5],
  ['1.234,5', 1234.5],
  ['3,5', 3.5],
  ['0,125', 0.125],
  ['12,34,567', 1234567],
  ['1 234', 1234],
  ['1\u00a0234,50', 1234.5],
  ['1\u202f234', 1234],
  ["1'234.5", 1234.5],
  ['1’234', 1234],
  ['£1,200.50', 1200.5],
  ['1200 €', 1200],
  ['-£5', -5],
  ['$-5', -5],
  ['12%', 12],
  ['12.5 %', 12.5],
  ['−4', -4],
  ['–4', -4],
  ['4-', -4],
  ['(1,200)', -1200],
  ['+7', 7],
  ['50,–', 50],
  ['50,-', 50],
  ['50,--', 50],
  ['50.–', 50],
  ['-50,-', -50],
  ['1.200,-', 1200],
  ['1,200.–', 1200],
  ['1.200,- €', 1200],
  ['€ 1.200,–', 1200],
  ["1'200.-", 1200],
  ['1.234', 1.234],
  ['1,500', 1500],
  ['1.500', 'invalid'],
  ['1.000', 'invalid'],
  ['50,---', 'invalid'],
  ['50-,', 'invalid'],
  ['.5', 0.5],
  ['5.', 5],
  ['1.5E+05', 150000],
  ['１２．５', 12.5],
  ['1,000,000,000,000,000,000,000', 1e21],
  ['0.10000000000000000', 0.1],
  [' \u00a0 ', 'blank'],
  ['', 'blank'],
  ['12 34', 'invalid'],
  ['1,23,4', 'invalid'],
  ['1.2.3', 'invalid'],
  ['--5', 'invalid'],
  ['-(5)', 'invalid'],
  ['5 %%', 'invalid'],
  ['abc', 'invalid'],
  ['1e999', 'invalid'],
  ['12345678901234567', 'invalid'],
  [',', 'invalid'],
  ['-', 'invalid'],
  ['=1+1', 'invalid'],
  ['0x10', 'invalid'],
  ['Infinity', 'invalid']
])('%s is read as %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test('with a decimal comma, 1.234 is a thousand and 1,234 a fraction', () => {
  expect(read('1.234', ',')).toBe(1234)
  expect(read('1,234', ',')).toBe(1.234)
  expect(read('3.5', ',')).toBe(3.5)
})

const message = (text: string, format: NumberFormat = {}): string => {
  const reading = parseNumber(text, format)
  return reading.kind === 'invalid' ? reading.message : reading.kind
}

test('a text that could mean two numbers is a question, unless the texts around it or its own decimals tell', () => {
  expect(message('1.500')).toBe('“1.500” could be 1,500 or 1.5. Enter 1500 or 1.5.')
  expect(message('12.000', { places: 0 })).toBe('“12.000” could be 12,000 or 12. Enter 12000 or 12.')
  expect(message('1.234', { places: 2 })).toBe(
    '“1.234” has too many decimal places. If 1,234 is meant, enter 1234.'
  )
  expect(message('−1.500')).toBe('“-1.500” could be -1,500 or -1.5. Enter -1500 or -1.5.')
  expect(message('1,500', { mark: 'mixed' })).toBe('“1,500” could be 1,500 or 1.5. Enter 1500 or 1.5.')
  expect([read('1.500', '.'), read('1.500', ','), read('1.500', null, { places: 3 })]).toEqual([
    1.5, 1500, 1.5
  ])
})

test('where people write a decimal comma, a text that could mean two numbers is always a question', () => {
  setTypedMark(',')
  try {
    expect(message('1.500')).toBe('“1.500” could be 1,500 or 1.5. Enter 1500 or 1.5.')
    expect(message('1,500')).toBe('“1,500” could be 1,500 or 1.5. Enter 1500 or 1.5.')
    expect(message('1.234')).toBe('“1.234” could be 1,234 or 1.2340. Enter 1234 or 1.2340.')
    expect(message('1.500', { places: 3 })).toBe('“1.500” could be 1,500 or 1.5. Enter 1500 or 1.5.')
    expect(['1500', '1,5', '1.5', '1.2340', '1.234,5', '1,234.5'].map(text => read(text))).toEqual([
      1500, 1.5, 1.5, 1.234, 1234.5, 1234.5
    ])
    // What stands around a pasted text is better evidence.
    expect([read('1.500', ','), read('1.500', '.')]).toEqual([1500, 1.5])
  } finally {
    setTypedMark('.')
  }
})

test('a percent sign in a plain number is a question', () => {
  expect(read('50%')).toBe(50)
  expect(message('50 %')).toMatch(/Enter 50 without the percent sign/)
})

test.each<[string[], KnownMark | null]>([
  [['1.234,50', '1.500'], ','],
  [['1.500', '2,5'], ','],
  [['1,500', '12.50'], '.'],
  [['1,234,567', '1.500'], '.'],
  [['1.500', '12', '', 'Ward 4'], null],
  [['3,5', '3.5', '1.500'], 'mixed'],
  [['0.125'], '.'],
  [["1'234.5"], '.'],
  [['1.2.3', '2,5 €'], ',']
])('%j show the decimal mark %s', (texts, mark) => {
  expect(inferMark(texts)).toBe(mark)
})

describe('for any number', () => {
  const numbers = fc
    .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 4 }))
    .map(([whole, places]) => Number(`${whole}e-${places}`))

  it('a formatted number parses back to itself, with either decimal mark', () => {
    fc.assert(
      fc.property(numbers, fc.constantFrom<'.' | ','>('.', ','), (value, mark) => {
        expect(read(formatNumber(value, null, mark), mark)).toBe(value === 0 ? 0 : value)
      })
    )
  })

  it('a number as this site writes it needs no other text to be read, with any number of decimals', () => {
    fc.assert(
      fc.property(numbers, fc.option(fc.integer({ min: 0, max: 6 })), (value, places) => {
        const written = formatNumber(value, places)
        // Halves are rounded by their decimal digits; toFixed rounds what is stored, which for 83270.305 is less.
        const shown = places === null ? value : shownFigure(value, places)
        expect(read(written, null, { places })).toBe(shown === 0 ? 0 : shown)
      })
    )
  })

  it('halves are written as they are rounded anywhere else', () => {
    expect(
      [83270.305, -83270.305, 1.005, 2.5].map(value => formatNumber(value, value === 2.5 ? 0 : 2))
    ).toEqual(['83,270.31', '-83,270.31', '1.01', '3'])
  })

  it('a number with up to two decimals in any language is read exactly or asked about where a question takes two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999_999, max: 9_999_999 }),
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom('de-DE', 'en-GB', 'fr-FR', 'de-CH', 'es-ES', 'en-IN', 'pt-BR'),
        (whole, places, locale) => {
          const value = Number(`${whole}e-${places}`)
          const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value)
          expect([value + 0, 'invalid']).toContain(read(text, null, { places: 2 }))
        }
      )
    )
  })

  it('a block of numbers as another language writes them is read with its mark, or asks', () => {
    const block = fc.array(numbers, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(block, fc.constantFrom('de-DE', 'en-GB', 'fr-FR', 'de-CH', 'es-ES'), (values, locale) => {
        const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
        const written = values.map(value => format.format(value))
        const mark = inferMark(written)
        for (const [index, text] of written.entries()) {
          const reading = read(text, mark)
          const isOnlyGuess = mark === null && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)
          if (!isOnlyGuess) expect([text, reading]).toEqual([text, (values[index] ?? 0) + 0])
        }
      })
    )
  })

  it('numbers as other programs format them in many locales are parsed correctly', () => {
    const locales = [
      'en-GB',
      'en-US',
      'en-IN',
      'de-DE',
      'de-CH',
      'fr-FR',
      'fr-CH',
      'sv-SE',
      'es-ES',
      'pt-BR',
      'pl-PL'
    ]
    const forms = fc.constantFrom<Intl.NumberFormatOptions>(
      { maximumFractionDigits: 4 },
      { maximumFractionDigits: 4, useGrouping: false },
      { maximumFractionDigits: 4, minimumFractionDigits: 2, signDisplay: 'exceptZero' },
      { maximumFractionDigits: 4, style: 'currency', currency: 'EUR', currencyDisplay: 'narrowSymbol' },
      {
        maximumFractionDigits: 4,
        style: 'currency',
        currency: 'GBP',
        currencyDisplay: 'narrowSymbol',
        currencySign: 'accounting'
      },
      { maximumFractionDigits: 2, style: 'percent' }
    )
    fc.assert(
      fc.property(numbers, fc.constantFrom(...locales), forms, (value, locale, form) => {
        const format = new Intl.NumberFormat(locale, form)
        const mark = format.formatToParts(0.0051).find(({ type }) => type === 'decimal')?.value
        const expected = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4, useGrouping: false })
        const written = format.format(form.style === 'percent' ? value / 100 : value)
        fc.pre(form.style !== 'percent' || Number.isInteger(value))
        // Some formats have a code of letters, which is not parsed.
        fc.pre(form.style !== 'currency' || /\p{Sc}/u.test(written))
        const name = `${locale} ${written}`
        const decimalMark = mark === ',' ? ',' : '.'
        expect([name, read(written, decimalMark)]).toEqual([name, Number(expected.format(value)) + 0])
      }),
      { numRuns: 1500 }
    )
  })

  it('counts the decimal places as written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 6 }), (whole, places) => {
        expect(decimalPlaces(Number(`${whole}.${'0'.repeat(places - 1)}7`))).toBe(places)
      })
    )
    expect(decimalPlaces(1e-7)).toBe(7)
    expect(decimalPlaces(1e21)).toBe(0)
  })
})

test('no text makes the parser throw or return a number that is not finite', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+0-9., '%£€eE()]{0,20}$/)), text => {
      const reading = parseNumber(text)
      expect(reading.kind !== 'number' || Number.isFinite(reading.value)).toBe(true)
    })
  )
})
