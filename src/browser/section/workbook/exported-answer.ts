// An answer as a file shows it, and as the file records it for the merge on upload.
import type { Question } from '#contract/questionnaires.ts'
import { isCalendarDate } from '#lib/calendar-date.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { cellText } from '#domain/answers/cell-text.ts'
import { blank } from '../state/merge.ts'
import { typeOf } from '#domain/answers/question-types.ts'

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
  return cellText(question, value)
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
  if (text === 'na') return { ...blank, is_not_applicable: true }
  if (text === 'nv') return { ...blank, is_not_available: true }
  if (text === 'blank') return blank
  const rest = text.slice(2)
  if (text.startsWith('t ')) return { ...blank, value: rest }
  const numbers = rest.trim() === '' ? [] : rest.split(' ').map(Number)
  if (text.startsWith('o ') && numbers.every(id => Number.isSafeInteger(id) && id > 0))
    return { ...blank, value: numbers }
  const [number] = numbers
  return text.startsWith('n ') && number !== undefined && numbers.length === 1 && Number.isFinite(number)
    ? { ...blank, value: number }
    : null
}
