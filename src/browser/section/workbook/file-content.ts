// Reads a cell of a file as an answer to its question.

import { BLANK_ANSWER } from '#browser/section/state/merge.ts'
import type { CellValue, Question } from '#contract/questionnaires.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { readCellText } from '#domain/answers/cell-text.ts'
import { dateExample } from '#domain/answers/date-text.ts'
import { durationText } from '#domain/answers/duration.ts'
import { formatNumber, type KnownMark } from '#domain/answers/number-input.ts'
import { holdsNumber, takesPercent, typeOf } from '#domain/answers/question-types.ts'
import { unescapeFormula } from '#lib/escape-formula.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { ReadCell } from '#lib/xlsx/read.ts'
import { NOT_APPLICABLE, NOT_AVAILABLE } from './exported-answer.ts'

export type FileContent = Pick<ReadCell, 'kind' | 'value'>

/** The contract's limit for a text. */
const MAX_TEXT_CHARACTERS = 20_000
/** A spreadsheet shows 15 digits; further digits are rounding noise. */
const SHOWN_DIGITS = 15
/** A spreadsheet stores a time as a fraction of a day. */
const MINUTES_OF_A_DAY = 1440

const roundToShown = (value: number): number => Number(value.toPrecision(SHOWN_DIGITS))

/** The content as text, as if it were typed. */
export function fileContentText({ kind, value }: FileContent): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'string') return kind === 'text' ? unescapeFormula(value) : value
  if (kind === 'time') return durationText(value * MINUTES_OF_A_DAY)
  return kind === 'percent' ? `${roundToShown(value * 100)}%` : String(roundToShown(value))
}

/**
 * Reads a file's cell as an answer, or says why it is not one. `checkCell` decides whether the answer is
 * valid.
 */
export function readFileAnswer(
  question: Question,
  content: FileContent,
  isFormula: boolean,
  mark: KnownMark | null
): Result<CellAnswer> {
  const refusal = contentRefusal(question, content, isFormula)
  if (refusal !== null) return err(refusal)
  const { kind, value } = content
  if (value === null) return answerResult(null)
  if (typeof value === 'number' && typeOf(question).exportedAs === 'number')
    return answerResult(roundToShown(kind === 'percent' ? value * 100 : value))
  const text = fileContentText(content)
  const reason = reasonFor(text)
  if (reason !== null) return ok(reason)
  if (text.length > MAX_TEXT_CHARACTERS)
    return err(`Enter ${formatNumber(MAX_TEXT_CHARACTERS)} characters or fewer.`)
  const reading = readCellText(question, text, mark)
  return reading.ok ? answerResult(reading.value) : reading
}

/** Content that a spreadsheet has changed so that it cannot be an answer to this question. */
function contentRefusal(question: Question, { kind, value }: FileContent, isFormula: boolean): string | null {
  if (kind === 'error') return `The cell contains an error instead of a value: ${String(value)}.`
  if (value === null)
    return isFormula
      ? 'The formula in the cell has no stored value, and formulas are not recalculated.'
      : null
  if (kind === 'time' && typeOf(question).figureText !== durationText)
    return 'The spreadsheet has taken this for a time of day. Format the cell as a number or text and type it again.'
  if (kind === 'percent') return percentRefusal(question, { kind, value })
  if (kind === 'date' && holdsNumber(question)) {
    return `The spreadsheet has taken this for a date (${String(value)}). Format the cell as a number and type it again.`
  }
  const isNumberForDate = typeOf(question).holds === 'date' && typeof value === 'number'
  return isNumberForDate ? `This is a number, not a date. Write it as ${dateExample()}.` : null
}

function percentRefusal(question: Question, content: FileContent): string | null {
  return typeOf(question).exportedAs !== 'number' || takesPercent(question)
    ? null
    : `The spreadsheet shows this as a percentage (${fileContentText(content)}). Format the cell as a number and check its value.`
}

const answerResult = (value: CellValue): Result<CellAnswer> => ok({ ...BLANK_ANSWER, value })

/** The two texts that are answers without a value. */
function reasonFor(text: string): CellAnswer | null {
  const word = text.trim().toLowerCase()
  if (word === NOT_APPLICABLE) return { ...BLANK_ANSWER, is_not_applicable: true }
  return word === NOT_AVAILABLE ? { ...BLANK_ANSWER, is_not_available: true } : null
}
