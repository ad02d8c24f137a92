// Dates as people type and paste them: in the programme's order of day and month, with the month as a word, as Excel writes them and as Excel
// stores them. A text that could be two dates is a question.

import { err, ok, type Result } from '#lib/result.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { dateFormat } from '#lib/time/date-format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { dayIn, timeZone } from '#lib/time/time-zone.ts'
import { dateExample } from './date-text.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' '
)

/** Full-width digits become plain ones; a weekday, a time of midnight and an ordinal's ending are dropped. */
const simplifyDate = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? +/, '')
    .replace(/[t ]00:00(?::00(?:\.0+)?)?z?$/, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/, '$1')

/** An ISO date, or what to ask where there is none. */
export function parseDate(text: string): Result<string> {
  const example = `Enter a date, such as ${dateExample()}.`
  const plain = simplifyDate(text)
  const parts = splitDate(plain)
  if (parts === null) return serialDate(plain) ?? err(example)
  const year = fullYear(parts.year)
  if (year === null)
    return err(
      `“${text.trim()}” could be 19${parts.year} or 20${parts.year}. Enter the year with four digits.`
    )
  const iso = `${year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`
  return isCalendarDate(iso) ? ok(iso) : err(example)
}

interface DateParts {
  day: string
  month: string
  /** Empty if it is not given. */
  year: string
}

const YEAR_FIRST = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/
const DAY_FIRST = /^(?<day>\d{1,2})[./\- ](?<month>\d{1,2})(?:[./\- ](?<year>\d{2}|\d{4}))?\.?$/
const MONTH_FIRST = /^(?<month>\d{1,2})[./\- ](?<day>\d{1,2})(?:[./\- ](?<year>\d{2}|\d{4}))?$/
const DAY_AND_WORD = /^(?<day>\d{1,2})[-/. ]*(?<word>[a-z]{3,})[-/., ]*(?<year>\d{2}|\d{4})?$/
const WORD_AND_DAY = /^(?<word>[a-z]{3,})[-/. ]*(?<day>\d{1,2})(?:[-/., ]+(?<year>\d{2}|\d{4}))?$/

function splitDate(text: string): DateParts | null {
  const numeric = dateFormat() === 'MM/dd/yyyy' ? MONTH_FIRST : DAY_FIRST
  for (const pattern of [YEAR_FIRST, numeric, DAY_AND_WORD, WORD_AND_DAY]) {
    const found = pattern.exec(text)?.groups
    if (found === undefined) continue
    const { day = '', year = '', month = '', word } = found
    return word === undefined ? { day, month, year } : withMonth(word, day, year)
  }
  return null
}

/** Three letters are enough; September is also 'Sept'. */
function withMonth(word: string, day: string, year: string): DateParts | null {
  const at = MONTHS.findIndex(month => month.startsWith(word))
  return at === -1 ? null : { day, month: String(at + 1), year }
}

/** Without one, a date is of this year. Two digits are a year of this century, unless Excel reads them as one of the last. */
function fullYear(year: string): string | null {
  if (year === '') return dayIn(presentTime(), timeZone()).slice(0, 4)
  if (year.length === 4) return year
  return year < '30' ? `20${year}` : null
}

/** Where Excel has no format for a date, it is the number of days since 1900, which Excel takes for a leap year. */
const EXCEL_DAY_0 = Date.UTC(1899, 11, 30)
/** 1954 to 2119: other numbers are more likely a mistake. */
const SERIAL = /^(?:[2-7]\d{4}|80000)$/

function serialDate(text: string): Result<string> | null {
  if (!SERIAL.test(text)) return null
  const days = text.split('').reduce((sum, digit) => sum * 10 + '0123456789'.indexOf(digit), 0)
  return ok(new Date(EXCEL_DAY_0 + days * DAY_MS).toISOString().slice(0, 10))
}
