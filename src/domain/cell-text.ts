// Between what a person types, pastes or reads and the value that is stored.
import type { CellValue, Question } from '#contract/questionnaires.ts'
import { ok, type Result } from '#lib/result.ts'
import type { DecimalMark } from './number-input.ts'
import { typeOf } from './question-types.ts'

type ReadQuestion = Pick<Question, 'question_type' | 'option_list' | 'decimal_places'>

/** Reads typed text as the question's kind of value. Says only whether it can be read; whether it is allowed is for `checkCell`. */
export function readCellText(
  question: ReadQuestion,
  text: string,
  decimalMark: DecimalMark = '.'
): Result<CellValue> {
  return text.trim() === '' ? ok(null) : typeOf(question).parse(question, text, decimalMark)
}

/** The text that `readCellText` reads back as the same value; for the screen, for copying and for files. */
export const cellText = (question: ReadQuestion, value: CellValue, decimalMark: DecimalMark = '.'): string =>
  value === null ? '' : typeOf(question).format(question, value, decimalMark)
