// One line on how to answer a question in a file that is filled in offline: kind, limits, option names.

import type { Question } from '#contract/questionnaires.ts'
import type { FigureText } from './answer-checks.ts'
import { formatNumber } from './number-input.ts'
import { scaleStepText } from './scale.ts'

export type Instruction = (
  question: Pick<Question, 'option_list' | 'decimal_places' | 'min_value' | 'max_value' | 'max_length'>
) => string

/** `kind` begins the sentence; it has a form for whole numbers. */
export const numberInstruction =
  (kind: string, wholeKind: string, isAlwaysWhole = false): Instruction =>
  question => {
    const places = isAlwaysWhole ? 0 : question.decimal_places
    const decimals = places === null ? '' : `, at most ${places} decimal ${places === 1 ? 'place' : 'places'}`
    return `${places === 0 ? wholeKind : kind + decimals}${limitsText(question, formatNumber)}`
  }

export const durationInstruction =
  (written: FigureText): Instruction =>
  question =>
    `Duration in hours and minutes, such as 1:30${limitsText(question, written)}`

export const textInstruction: Instruction = ({ max_length: most }) =>
  most === null ? 'Text' : `Text, at most ${formatNumber(most)} characters`

export const optionInstruction: Instruction = question => `One of: ${optionNames(question).join('; ')}`

export const optionsInstruction: Instruction = question =>
  `Any of these, separated by semicolons: ${optionNames(question).join('; ')}`

export const stepInstruction: Instruction = question => `One of: ${stepTexts(question).join('; ')}`

export const optionNames = ({ option_list }: Pick<Question, 'option_list'>): string[] =>
  option_list.map(option => option.option_name)

export const stepTexts = ({ option_list }: Pick<Question, 'option_list'>): string[] =>
  option_list.map((_, index) => scaleStepText(option_list, index + 1))

function limitsText(
  { min_value: min, max_value: max }: Pick<Question, 'min_value' | 'max_value'>,
  written: FigureText
): string {
  if (min !== null && max !== null) return `, ${written(min)} to ${written(max)}`
  if (min !== null) return `, ${written(min)} or more`
  return max === null ? '' : `, at most ${written(max)}`
}
