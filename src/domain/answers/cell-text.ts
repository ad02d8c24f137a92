// Converts between typed text and stored values.

import type { CellValue, Question } from '#contract/questionnaires.ts'
import { ok, type Result } from '#lib/result.ts'
import type { DecimalMark } from '#lib/text/decimal-marks.ts'
import type { ReadQuestion } from './answer-readers.ts'
import type { KnownMark } from './number-input.ts'
import { typeOf } from './question-types.ts'

type WrittenQuestion = Pick<Question, 'question_type' | 'option_list' | 'decimal_places'>

/**
 * Parses typed text as the question's kind of value. `mark` is the decimal mark of the texts around it; null if
 * this is the only text. Whether the value is allowed is for `checkCell`.
 */
export function readCellText(
  question: ReadQuestion,
  text: string,
  mark: KnownMark | null = null
): Result<CellValue> {
  return text.trim() === '' ? ok(null) : typeOf(question).parse(question, text, mark)
}

/** Formats a value so that `readCellText` parses it back; for the screen, the clipboard and files. */
export const formatCellText = (
  question: WrittenQuestion,
  value: CellValue,
  decimalMark: DecimalMark = '.'
): string => (value === null ? '' : typeOf(question).format(question, value, decimalMark))
