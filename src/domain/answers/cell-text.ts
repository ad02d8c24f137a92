// Converts between typed text and stored values.

import type { CellValue, Question } from '#contract/questionnaires.ts'
import { ok, type Result } from '#lib/result.ts'
import type { DecimalMark } from './number-input.ts'
import { typeOf } from './question-types.ts'

type ReadQuestion = Pick<Question, 'question_type' | 'option_list' | 'decimal_places'>

/** Parses typed text as the question's kind of value. Whether the value is allowed is for `checkCell`. */
export function readCellText(
  question: ReadQuestion,
  text: string,
  decimalMark: DecimalMark = '.'
): Result<CellValue> {
  return text.trim() === '' ? ok(null) : typeOf(question).parse(question, text, decimalMark)
}

/** Formats a value so that `readCellText` parses it back; for the screen, the clipboard and files. */
export const formatCellText = (
  question: ReadQuestion,
  value: CellValue,
  decimalMark: DecimalMark = '.'
): string => (value === null ? '' : typeOf(question).format(question, value, decimalMark))
