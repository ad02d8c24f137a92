// Numbers as people type and paste them (product 22.5), and back to text.
//
// Which of point and comma is the decimal mark, when a text holds:
//   both             the last one to appear; the other groups thousands           1,234.5  1.234,5
//   one, repeated    it groups thousands                                          1,234,567
//   one, once        the expected mark is the decimal mark; the other one groups when exactly three digits follow one to three
//                    digits that do not begin with 0, and is the decimal mark otherwise          with '.': 1,234 = 1234   3,5 = 3.5   0,125 = 0.125
// Spaces of any width and apostrophes group thousands. A group that is not a group ("12 34") is refused, not guessed at.

import { RELIABLE_DIGITS } from '#domain/figures/decimals.ts'

export type DecimalMark = '.' | ','

export type NumberReading =
  | { kind: 'blank' }
  | { kind: 'number'; value: number }
  | { kind: 'invalid'; message: string }

const NOT_A_NUMBER = 'Enter a number.'

const minusSigns = /[-\u2010-\u2015\u2212\u2043\uFE58\uFE63\uFF0D]/gu
const spaces = /[\s\u00A0\u1680\u2000-\u200B\u202F\u205F\u2060\u3000\uFEFF]+/gu
const apostrophes = /['\u2018\u2019\u02BC\u00B4`]/gu
const fullWidth = /[\uFF01-\uFF5E]/gu

/**
 * Parses a typed number; the head of this file explains points and commas. A percent or currency sign is
 * dropped.
 */
export function parseNumber(text: string, decimalMark: DecimalMark = '.'): NumberReading {
  const plain = text
    .replace(fullWidth, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(minusSigns, '-')
    .replace(apostrophes, "'")
    .replace(spaces, ' ')
    .trim()
  if (plain === '') return { kind: 'blank' }
  const signed = takeSign(plain)
  const written = signed && /^([\d.,' ]*\d[\d.,' ]*?)(?:[eE]([+-]?\d{1,3}))?$/.exec(signed.digits)
  const digits = written ? ungroup(written[1] ?? '', decimalMark) : null
  if (!signed || !written || digits === null) return { kind: 'invalid', message: NOT_A_NUMBER }
  return parseDigits(digits, written[2] ?? '0', signed.isNegative)
}

function parseDigits(digits: string, exponent: string, isNegative: boolean): NumberReading {
  if (significantDigits(digits) > RELIABLE_DIGITS)
    return { kind: 'invalid', message: 'This number has too many digits.' }
  const value = Number(`${digits}e${exponent}`)
  if (!Number.isFinite(value)) return { kind: 'invalid', message: 'This number is too large.' }
  return { kind: 'number', value: isNegative && value !== 0 ? -value : value }
}

/** Removes what surrounds the digits: one sign or accounting brackets, a currency sign, a percent sign. */
function takeSign(plain: string): { digits: string; isNegative: boolean } | null {
  const bracketed = /^\((.+)\)$/.exec(plain)
  const inner = (bracketed?.[1] ?? plain).trim()
  const match = /^([+-]?) ?(\p{Sc}?) ?([+-]?) ?([^\p{Sc}%+-][^\p{Sc}%]*?) ?(?:\p{Sc}|%)? ?(-?)$/u.exec(inner)
  if (match === null) return null
  const signs = [match[1], match[3], match[5]].filter(sign => sign !== '' && sign !== undefined)
  if (signs.length > 1 || (bracketed !== null && signs.length > 0)) return null
  return { digits: (match[4] ?? '').trim(), isNegative: bracketed !== null || signs[0] === '-' }
}

const groups = (mark: string): RegExp =>
  new RegExp(`^\\d{1,3}(?:[${mark}]\\d{3})+$|^\\d{1,2}(?:[${mark}]\\d{2})+[${mark}]\\d{3}$`)

/** Digits and a point only; null if the separators make no sense. */
function ungroup(text: string, expected: DecimalMark): string | null {
  const decimal = decimalMarkIn(text, expected)
  const [whole = '', fraction = '', ...more] = decimal === null ? [text] : text.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(fraction) || !isGroupedNumber(whole)) return null
  const digits = whole.replace(/\D/g, '')
  return digits + fraction === '' ? null : `${digits || '0'}.${fraction || '0'}`
}

/** No separator, or one kind of it in the right places. */
function isGroupedNumber(whole: string): boolean {
  const [mark, ...others] = new Set(whole.replace(/\d/g, ''))
  return mark === undefined || (others.length === 0 && groups(mark).test(whole))
}

function decimalMarkIn(text: string, expected: DecimalMark): DecimalMark | null {
  const points = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  if (points + commas !== 1) return null
  const mark: DecimalMark = points === 1 ? '.' : ','
  return mark !== expected && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? null : mark
}

/** A double holds zeros at either end without using up its precision. */
const significantDigits = (digits: string): number => digits.replace('.', '').replace(/^0+|0+$/g, '').length

const inputFormats = new Map<string, Intl.NumberFormat>()

/** Formats a number with grouped thousands and exactly `decimals` places, or its own if null. */
export function formatNumber(
  value: number,
  decimals: number | null = null,
  decimalMark: DecimalMark = '.'
): string {
  const key = `${decimalMark}${decimals}`
  const places =
    decimals === null
      ? { maximumFractionDigits: 15 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format =
    inputFormats.get(key) ?? new Intl.NumberFormat(decimalMark === ',' ? 'de-DE' : 'en-GB', places)
  inputFormats.set(key, format)
  return format.format(value === 0 ? 0 : value)
}

/** How many decimal places a number has when written out: 0.25 has 2, 1e-7 has 7. */
export function decimalPlaces(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}
