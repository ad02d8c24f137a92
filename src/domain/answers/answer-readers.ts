// Parses typed, pasted or imported text, with one reader per kind of answer.

import type { CellValue, Question } from '#contract/questionnaires.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { parseDate } from './date-input.ts'
import { parseDuration } from './duration.ts'
import { calculateSum, noFigureQuestion, withoutUnit } from './figure-text.ts'
import { type KnownMark, parseNumber } from './number-input.ts'
import { parseScaleStep } from './scale.ts'

export type ReadQuestion = Pick<Question, 'question_type' | 'option_list' | 'decimal_places' | 'unit'>

/** `text` is not blank. `mark` is the decimal mark of the texts around it; null if this is the only text. */
export type AnswerReader = (question: ReadQuestion, text: string, mark: KnownMark | null) => Result<CellValue>

const acceptValue = (value: CellValue): Result<CellValue> => ok(value)

export const hasPercentUnit = ({ unit }: Pick<Question, 'unit'>): boolean => unit.trim() === '%'

/** Reads numbers; `places` says how many decimals a question takes, null if any. */
export const readNumber =
  (places: (question: ReadQuestion) => number | null, isPercentage = false): AnswerReader =>
  (question, text, mark) => {
    const sum = calculateSum(text)
    if (sum !== null) return acceptValue(sum)
    const asked = noFigureQuestion(text)
    if (asked !== null) return err(asked)
    const bare = withoutUnit(text, question)
    if (!bare.ok) return bare
    const reading = parseNumber(bare.value, {
      mark,
      places: places(question),
      isPercentage: isPercentage || hasPercentUnit(question)
    })
    if (reading.kind === 'invalid') return err(reading.message)
    return acceptValue(reading.kind === 'blank' ? null : reading.value)
  }

export const readDuration: AnswerReader = (_, text, mark) => {
  const minutes = parseDuration(text, mark)
  return minutes === null
    ? err('Enter a duration, such as 1:30, or whole minutes, such as 90.')
    : acceptValue(minutes)
}

export const readStep: AnswerReader = ({ option_list }, text) => {
  const step = parseScaleStep(option_list, text)
  return step === null
    ? err(`“${text.trim()}” is not on the scale. Enter a number from 1 to ${option_list.length}.`)
    : acceptValue(step)
}

export const readLine: AnswerReader = (_, text) => acceptValue(text.replace(/\s*\r?\n\s*/g, ' '))
export const readLongText: AnswerReader = (_, text) => acceptValue(text)

export const readDate: AnswerReader = (_, text) => parseDate(text)

export const readYesNo: AnswerReader = (_, text) => {
  const word = text.trim().toLowerCase()
  if (['yes', 'y', 'true', '1'].includes(word)) return acceptValue('yes')
  if (['no', 'n', 'false', '0'].includes(word)) return acceptValue('no')
  return err('Answer yes or no.')
}

export const readOption: AnswerReader = (question, text) =>
  readOptionNames(question, [text], ids => ids[0] ?? null)

export const readOptions: AnswerReader = (question, text) =>
  readOptionNames(question, text.split(/[;\n]/), ids => ids)

/** Options by their names, or by their codes as in an export of answers. */
function readOptionNames(
  { option_list }: ReadQuestion,
  names: string[],
  pick: (ids: number[]) => CellValue
): Result<CellValue> {
  const wanted = names.map(name => name.trim()).filter(name => name !== '')
  const ids = wanted.map(name => optionNamed(option_list, name)?.option_id)
  const unknown = wanted[ids.indexOf(undefined)]
  if (unknown !== undefined) return err(`“${unknown}” is not one of the options.`)
  return acceptValue(pick(ids.filter(id => id !== undefined)))
}

const optionNamed = (
  options: Question['option_list'],
  name: string
): Question['option_list'][number] | undefined =>
  options.find(({ option_name }) => option_name.trim().toLowerCase() === name.toLowerCase()) ??
  options.find(({ option_id }) => String(option_id) === name)
