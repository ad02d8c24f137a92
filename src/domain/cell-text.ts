// Between what a person types, pastes or reads and the value that is stored.
import type { CellValue, Question } from '#contract/questionnaires.ts'
import { isCalendarDate, isNumeric } from './cell-rules.ts'
import { type DecimalMark, decimalPlaces, formatNumber, parseNumber } from './number-input.ts'

export type TextReading = { ok: true; value: CellValue } | { ok: false; message: string }

type ReadQuestion = Pick<Question, 'question_type' | 'option_list' | 'decimal_places'>

/** Reads typed text as the question's kind of value. Says only whether it can be read; whether it is allowed is for `checkCell`. */
export function readCellText(
  question: ReadQuestion,
  text: string,
  decimalMark: DecimalMark = '.'
): TextReading {
  const type = question.question_type
  if (text.trim() === '') return { ok: true, value: null }
  if (isNumeric(type) || type === 'calculated') {
    const reading = parseNumber(text, decimalMark)
    return reading.kind === 'invalid'
      ? { ok: false, message: reading.message }
      : { ok: true, value: reading.kind === 'blank' ? null : reading.value }
  }
  if (type === 'date') return readDate(text.trim())
  if (type === 'yes_no') return readYesNo(text.trim().toLowerCase())
  if (type === 'single_choice') return readOptions(question, [text], ids => ids[0] ?? null)
  if (type === 'multiple_choice') return readOptions(question, text.split(/[;\n]/), ids => ids)
  return { ok: true, value: type === 'long_text' ? text : text.replace(/\s*\r?\n\s*/g, ' ') }
}

/** The text that `readCellText` reads back as the same value; for the screen, for copying and for files. */
export function cellText(question: ReadQuestion, value: CellValue, decimalMark: DecimalMark = '.'): string {
  if (value === null) return ''
  const nameOf = (id: number): string =>
    question.option_list.find(option => option.option_id === id)?.option_name ?? String(id)
  if (Array.isArray(value)) return value.map(nameOf).join('; ')
  if (typeof value === 'string')
    return question.question_type === 'yes_no' ? (value === 'yes' ? 'Yes' : 'No') : value
  return question.question_type === 'single_choice'
    ? nameOf(value)
    : formatNumber(value, shownDecimals(question, value), decimalMark)
}

/** Amounts of money show their fixed places so that they line up; only what is calculated is ever rounded. */
function shownDecimals(
  { question_type: type, decimal_places: places }: ReadQuestion,
  value: number
): number | null {
  if (type === 'calculated') return places
  return type === 'currency' && places !== null && decimalPlaces(value) <= places ? places : null
}

/** ISO dates, and day before month as in 3/9/2026 or 03.09.26. */
function readDate(text: string): TextReading {
  const written = /^(\d{1,2})[./\- ](\d{1,2})[./\- ](\d{2}|\d{4})$/.exec(text)
  const [day = '', month = '', year = ''] = written?.slice(1) ?? []
  const iso =
    written === null
      ? text
      : `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(iso)
    ? { ok: true, value: iso }
    : { ok: false, message: 'This is not a date. Write it as 2026-09-30 or 30/9/2026.' }
}

function readYesNo(text: string): TextReading {
  if (['yes', 'y', 'true', '1'].includes(text)) return { ok: true, value: 'yes' }
  if (['no', 'n', 'false', '0'].includes(text)) return { ok: true, value: 'no' }
  return { ok: false, message: 'Answer yes or no.' }
}

function readOptions(
  question: ReadQuestion,
  names: string[],
  pick: (ids: number[]) => CellValue
): TextReading {
  const wanted = names.map(name => name.trim().toLowerCase()).filter(name => name !== '')
  const ids = wanted.map(
    name => question.option_list.find(option => option.option_name.trim().toLowerCase() === name)?.option_id
  )
  const unknown = wanted[ids.indexOf(undefined)]
  if (unknown !== undefined) return { ok: false, message: `“${unknown}” is not one of the options.` }
  return { ok: true, value: pick(ids.filter(id => id !== undefined)) }
}
