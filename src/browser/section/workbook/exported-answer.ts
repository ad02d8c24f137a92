// An answer as a file shows it, and as the file records it for the merge on upload.

import { BLANK_ANSWER } from '#browser/section/state/merge.ts'
import type { Question } from '#contract/questionnaires.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'

export type ExportedValue = string | number | { date: string } | null

export const NOT_APPLICABLE = 'not applicable'
export const NOT_AVAILABLE = 'not available'

type ExportedQuestion = Pick<Question, 'question_type' | 'option_list' | 'decimal_places'>

/**
 * What the file shows: numbers as numbers, dates as dates, options by name, reasons for having no answer as
 * text.
 */
export function exportedValue(question: ExportedQuestion, answer: CellAnswer): ExportedValue {
  if (answer.is_not_applicable) return NOT_APPLICABLE
  if (answer.is_not_available) return NOT_AVAILABLE
  const { value } = answer
  if (value === null) return null
  const { exportedAs } = typeOf(question)
  if (exportedAs === 'number' && typeof value === 'number') return value
  if (exportedAs === 'date' && typeof value === 'string' && isCalendarDate(value)) return { date: value }
  return formatCellText(question, value)
}

/** The same as text, for CSV and for detecting whether a cell was changed. */
export const exportedText = (shown: ExportedValue): string =>
  shown === null ? '' : typeof shown === 'object' ? shown.date : String(shown)

/** An answer as a text that can be parsed exactly, whatever its options are called by then. */
export function serializeAnswer({ value, is_not_applicable, is_not_available }: CellAnswer): string {
  if (is_not_applicable) return 'na'
  if (is_not_available) return 'nv'
  if (value === null) return 'blank'
  if (typeof value === 'number') return `n ${value}`
  return typeof value === 'string' ? `t ${value}` : `o ${value.join(' ')}`
}

/** Parses what `serializeAnswer` wrote; null if someone has changed it. */
export function parseAnswer(text: string): CellAnswer | null {
  if (text === 'na') return { ...BLANK_ANSWER, is_not_applicable: true }
  if (text === 'nv') return { ...BLANK_ANSWER, is_not_available: true }
  if (text === 'blank') return BLANK_ANSWER
  const rest = text.slice(2)
  if (text.startsWith('t ')) return { ...BLANK_ANSWER, value: rest }
  const numbers = rest.trim() === '' ? [] : rest.split(' ').map(Number)
  if (text.startsWith('o ') && numbers.every(id => Number.isSafeInteger(id) && id > 0))
    return { ...BLANK_ANSWER, value: numbers }
  const [number] = numbers
  return text.startsWith('n ') && number !== undefined && numbers.length === 1 && Number.isFinite(number)
    ? { ...BLANK_ANSWER, value: number }
    : null
}
