// Reads a value of the long layout with codes back into what is stored: the reverse of `valueField`.

import type { CellValue } from '#contract/questionnaires.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { ROUNDING_TOLERANCE } from '#domain/figures/decimals.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { optionCodes } from './answer-lines.ts'
import type { CodedQuestion } from './answer-places.ts'

/** A number as a program writes it: no thousands separators, no decimal comma. */
const PLAIN_NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

type ValueReader = (text: string, question: CodedQuestion) => Result<CellValue>

const readPlainNumber: ValueReader = text => {
  if (PLAIN_NUMBER.test(text)) return ok(Number(text))
  return err(
    /^-?[\d.,\s]+$/.test(text)
      ? `"${text}" is not a plain number: write a decimal point and no thousands separators, such as 1234.5`
      : `"${text}" is not a number`
  )
}

const readOptionCode: ValueReader = (text, question) => {
  const at = optionCodes(question).indexOf(text)
  const option = question.option_list[at]
  return option === undefined ? err(unknownOption(text, question)) : ok(option.option_id)
}

const readOptionCodes: ValueReader = (text, question) => {
  const ids: number[] = []
  for (const code of text.split(' ')) {
    const read = readOptionCode(code, question)
    if (!read.ok) return read
    ids.push(read.value as number)
  }
  return ok(ids)
}

function unknownOption(code: string, question: CodedQuestion): string {
  const codes = optionCodes(question)
  const known = `${codes.slice(0, 8).join(', ')}${codes.length > 8 ? ' …' : ''}`
  return `there is no option "${code}"; the codes are ${known}`
}

const valueReaders: Record<ReturnType<typeof typeOf>['holds'], ValueReader> = {
  number: readPlainNumber,
  option: readOptionCode,
  options: readOptionCodes,
  text: text => ok(text),
  date: text => ok(text),
  yes_no: text => ok(text),
  nothing: text => ok(text)
}

/**
 * Whether a calculated cell has the value that a file says: the same text, or a number that differs by no more than rounding to the decimals
 * that the screen shows.
 */
export function isSameCalculation(
  question: Pick<CodedQuestion, 'decimal_places'>,
  text: string,
  calculated: CellValue
): boolean {
  if (typeof calculated !== 'number') return text === (calculated ?? '')
  const said = PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN
  const { decimal_places: places } = question
  return (
    Math.abs(said - calculated) <= ROUNDING_TOLERANCE * Math.abs(calculated) ||
    (places !== null && said === Number(calculated.toFixed(places)))
  )
}

/** The value that a text of a file stands for, or why it stands for none. Its limits are checked with the cell. */
export const readValueField = (question: CodedQuestion, text: string): Result<CellValue> => {
  if (text === '') return ok(null)
  const { entry, holds } = typeOf(question)
  // A calculated value is only compared.
  return entry === 'calculated' ? ok(text) : valueReaders[holds](text, question)
}
