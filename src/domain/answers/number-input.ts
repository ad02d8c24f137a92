// Numbers as people type and paste them (product 22.5), and back to text.
//
// Which of point and comma is the decimal mark, when a text holds:
//   both             the last one to appear; the other groups thousands           1,234.5  1.234,5
//   one, repeated    it groups thousands                                          1,234,567
//   one, once        the expected mark is the decimal mark; the other one groups when exactly three digits follow one to three
//                    digits that do not begin with 0, and is the decimal mark otherwise          with '.': 1,234 = 1234   3,5 = 3.5   0,125 = 0.125
// Where nothing but habit tells the mark, a reading that this site would never write is a question: 1.500 is 1,500 to
// some and 1.5 to others. In a programme whose people write a decimal comma (`decimal_mark`), every such text is one. A dash may stand for no cents: 50,- and 1.200,–. Spaces of any width and apostrophes group
// thousands. A group that is not a group ("12 34") is refused, not guessed at.

import { RELIABLE_DIGITS } from '#domain/figures/decimals.ts'
import type { DecimalMark } from '#lib/text/decimal-marks.ts'
import { groupThousands } from '#lib/text/group-thousands.ts'
import { marksTyped } from './typed-mark.ts'

/** `mixed`: the texts around it use both marks, so that a text that could be either is a question. */
export type KnownMark = DecimalMark | 'mixed'

export type NumberReading =
  | { kind: 'blank' }
  | { kind: 'number'; value: number }
  | { kind: 'invalid'; message: string }

export interface NumberFormat {
  /** The mark that the texts around it use; null if this is the only text. */
  mark?: KnownMark | null
  /** How many decimal places it may have; null if any. */
  places?: number | null
  /** Whether 12% means 12. Anywhere else it could be 0.12. */
  isPercentage?: boolean
}

const NOT_A_NUMBER = 'Enter a number.'

const minusSigns = /[-\u2010-\u2015\u2212\u2043\uFE58\uFE63\uFF0D]/gu
const spaces = /[\s\u00A0\u1680\u2000-\u200B\u202F\u205F\u2060\u3000\uFEFF]+/gu
const apostrophes = /['\u2018\u2019\u02BC\u00B4`]/gu
const fullWidth = /[\uFF01-\uFF5E]/gu

/** Each kind of minus, apostrophe and space becomes the plain one, and full-width characters become narrow. */
const simplifyCharacters = (text: string): string =>
  text
    .replace(fullWidth, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(minusSigns, '-')
    .replace(apostrophes, "'")
    .replace(spaces, ' ')
    .trim()

const NUMBER = /^([\d.,' ]*\d[\d.,' ]*?)(?:[eE]([+-]?\d{1,3}))?$/

/** Parses a typed number; the head of this file explains points and commas. A currency sign is dropped. */
export function parseNumber(text: string, format: NumberFormat = {}): NumberReading {
  const plain = simplifyCharacters(text)
  if (plain === '') return { kind: 'blank' }
  const signed = takeSign(plain)
  const [, number, exponent = '0'] = NUMBER.exec(signed?.digits ?? '') ?? []
  if (signed === null || number === undefined) return { kind: 'invalid', message: NOT_A_NUMBER }
  const digits = ungroup(number, format.mark === ',' ? ',' : '.')
  if (digits === null) return { kind: 'invalid', message: NOT_A_NUMBER }
  const question = meaningQuestion(number, signed, format)
  return question === null
    ? parseDigits(digits, exponent, signed.isNegative)
    : { kind: 'invalid', message: question }
}

/** What to ask about a number that could be meant in two ways; null if there is nothing to ask. */
function meaningQuestion(number: string, signed: SignedDigits, format: NumberFormat): string | null {
  const sign = signed.isNegative ? '-' : ''
  if (signed.isPercent && !format.isPercentage)
    return `This question takes no percentage. Enter ${sign}${number} without the percent sign, or the number that is meant.`
  return markQuestion(number, sign, format)
}

/** One mark before exactly three digits: it could be either mark. */
const EITHER_MARK = /^([1-9]\d{0,2})[.,](\d{3})$/

function markQuestion(number: string, sign: string, format: NumberFormat): string | null {
  const either = EITHER_MARK.exec(number)
  if (either === null || isMarkKnown(number, format)) return null
  const [whole, rest] = [sign + (either[1] ?? ''), either[2] ?? '']
  const fraction = rest.replace(/0+$/, '')
  if (fraction.length > (format.places ?? rest.length))
    return `“${sign}${number}” has too many decimal places. If ${whole},${rest} is meant, enter ${whole}${rest}.`
  // Three places would be asked about again.
  const decimal = fraction === '' ? whole : `${whole}.${fraction.length < 3 ? fraction : `${fraction}0`}`
  return `“${sign}${number}” could be ${whole},${rest} or ${decimal}. Enter ${whole}${rest} or ${decimal}.`
}

/** Whether the texts around the number tell its mark, or this site would write it so. */
function isMarkKnown(number: string, format: NumberFormat): boolean {
  const { places = null } = format
  const mark = format.mark ?? marksTyped()
  if (mark !== null) return mark !== 'mixed'
  if (number.includes(',')) return true
  return places === null ? !number.endsWith('0') : places >= 3
}

/** The decimal mark that texts of one source show; `mixed` if they disagree, null if none of them shows it. */
export function inferMark(texts: readonly string[]): KnownMark | null {
  const shown = new Set(texts.flatMap(text => shownMark(text.replace(/[^\d.,]/g, '')) ?? []))
  return shown.size > 1 ? 'mixed' : ([...shown][0] ?? null)
}

function shownMark(digits: string): DecimalMark | null {
  const marks = digits.replace(/\d/g, '')
  const last = marks.at(-1)
  if ((last !== '.' && last !== ',') || !/\d/.test(digits) || EITHER_MARK.test(digits)) return null
  const isGrouping = marks.length > 1 && marks === last.repeat(marks.length)
  if (ungroup(digits, last) === null) return null
  return isGrouping ? otherMark(last) : last
}

const otherMark = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.')

function parseDigits(digits: string, exponent: string, isNegative: boolean): NumberReading {
  if (significantDigits(digits) > RELIABLE_DIGITS)
    return { kind: 'invalid', message: 'This number has too many digits.' }
  const value = Number(`${digits}e${exponent}`)
  if (!Number.isFinite(value)) return { kind: 'invalid', message: 'This number is too large.' }
  return { kind: 'number', value: isNegative && value !== 0 ? -value : value }
}

interface SignedDigits {
  digits: string
  isNegative: boolean
  isPercent: boolean
}

/** Removes what surrounds the digits: one sign or accounting brackets, a currency or percent sign, a dash for no cents. */
function takeSign(plain: string): SignedDigits | null {
  const bracketed = /^\((.+)\)$/.exec(plain)
  const inner = (bracketed?.[1] ?? plain).trim().replace(/(?<=\d[.,]) ?--?(?= ?\p{Sc}?$)/u, '')
  const match = /^([+-]?) ?(\p{Sc}?) ?([+-]?) ?([^\p{Sc}%+-][^\p{Sc}%]*?) ?(\p{Sc}|%)? ?(-?)$/u.exec(inner)
  if (match === null) return null
  const signs = [match[1], match[3], match[6]].filter(sign => sign !== '' && sign !== undefined)
  if (signs.length > 1 || (bracketed !== null && signs.length > 0)) return null
  return {
    digits: (match[4] ?? '').trim(),
    isNegative: bracketed !== null || signs[0] === '-',
    isPercent: match[5] === '%'
  }
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

/** Up to here a double is written with all its digits. */
const MAX_WRITTEN_OUT = 1e15

/**
 * Formats a number with grouped thousands and exactly `decimals` places, or its own if null. By hand where nothing is rounded: a page's first
 * `Intl.NumberFormat` takes 5 ms to make.
 */
export function formatNumber(
  value: number,
  decimals: number | null = null,
  decimalMark: DecimalMark = '.'
): string {
  const text = String(value)
  const [whole = '', digits = ''] = text.split('.')
  if (
    !(Math.abs(value) < MAX_WRITTEN_OUT) ||
    text.includes('e') ||
    digits.length > (decimals ?? MAX_SHOWN_DECIMALS)
  )
    return roundAndFormat(value, decimals, decimalMark)
  const fraction = digits.padEnd(decimals ?? 0, '0')
  const grouped = groupThousands(whole, decimalMark === '.' ? ',' : '.')
  return fraction === '' ? grouped : `${grouped}${decimalMark}${fraction}`
}

const MAX_SHOWN_DECIMALS = 15

function roundAndFormat(value: number, decimals: number | null, decimalMark: DecimalMark): string {
  const key = `${decimalMark}${decimals}`
  const places =
    decimals === null
      ? { maximumFractionDigits: MAX_SHOWN_DECIMALS }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format =
    inputFormats.get(key) ?? new Intl.NumberFormat(decimalMark === ',' ? 'de-DE' : 'en-GB', places)
  inputFormats.set(key, format)
  return format.format(value)
}

/** How many decimal places a number has when written out: 0.25 has 2, 1e-7 has 7. */
export function decimalPlaces(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}
