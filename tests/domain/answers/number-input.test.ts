import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decimalPlaces, formatNumber, parseNumber } from '#domain/answers/number-input.ts'

const read = (text: string, mark: '.' | ',' = '.') => {
  const reading = parseNumber(text, mark)
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
