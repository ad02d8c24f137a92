// Formats values as text that parses back to the same value, with one writer per kind of answer.

import type { CellValue, Question } from '#contract/questionnaires.ts'
import { formatFullDay } from '#lib/format.ts'
import type { DecimalMark } from '#lib/text/decimal-marks.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { durationText } from './duration.ts'
import { decimalPlaces, formatNumber } from './number-input.ts'
import { scaleStepText } from './scale.ts'

type QuestionOptions = Pick<Question, 'option_list' | 'decimal_places'>

export type Writer = (
  question: QuestionOptions,
  value: NonNullable<CellValue>,
  decimalMark: DecimalMark
) => string

/** A number, or what was stored before the question had this type. */
export const writeAsIs: Writer = (question, value, decimalMark) => {
  if (Array.isArray(value)) return value.map(id => optionName(question, id)).join('; ')
  return typeof value === 'string' ? value : formatNumber(value, null, decimalMark)
}

/** Numbers with `places` decimal places; null keeps the number's own. */
export const writeNumber =
  (places: (question: QuestionOptions, value: number) => number | null): Writer =>
  (question, value, decimalMark) =>
    typeof value === 'number'
      ? formatNumber(value, places(question, value), decimalMark)
      : writeAsIs(question, value, decimalMark)

/** Only calculated values are rounded. */
export const writeCalculated = writeNumber(question => question.decimal_places)

/** Amounts of money show fixed decimal places, so that they line up. */
export const writeAmount = writeNumber(({ decimal_places: places }, value) =>
  places !== null && decimalPlaces(value) <= places ? places : null
)

export const writeDuration: Writer = (question, value, decimalMark) =>
  typeof value === 'number' ? durationText(value) : writeAsIs(question, value, decimalMark)

export const writeDate: Writer = (question, value, decimalMark) =>
  typeof value === 'string' && isCalendarDate(value)
    ? formatFullDay(value)
    : writeAsIs(question, value, decimalMark)

export const writeStep: Writer = (question, value, decimalMark) =>
  typeof value === 'number'
    ? scaleStepText(question.option_list, value)
    : writeAsIs(question, value, decimalMark)

export const writeYesNo: Writer = (question, value, decimalMark) =>
  typeof value === 'string' ? (value === 'yes' ? 'Yes' : 'No') : writeAsIs(question, value, decimalMark)

export const writeOption: Writer = (question, value, decimalMark) =>
  typeof value === 'number' ? optionName(question, value) : writeAsIs(question, value, decimalMark)

const optionName = ({ option_list }: QuestionOptions, id: number): string =>
  option_list.find(option => option.option_id === id)?.option_name ?? String(id)
