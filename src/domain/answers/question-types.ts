// Everything that distinguishes a question type, except its field on the page. A new type needs its name in
// src/contract/questionnaires.ts, a record here and one in src/browser/section/table/fields.tsx; a missing one
// is a type error.

import type { Question, QuestionType } from '#contract/questionnaires.ts'
import * as checks from './answer-checks.ts'
import * as instructions from './answer-instructions.ts'
import * as readers from './answer-readers.ts'
import * as texts from './answer-texts.ts'
import { dateExample } from './date-text.ts'
import { durationText } from './duration.ts'
import { HEADING_TYPE } from './heading-type.ts'
import { formatNumber } from './number-input.ts'

export interface QuestionTypeRecord {
  /** Its name on screen and in files. */
  label: string
  /** How it is answered. */
  entry: 'typed' | 'chosen' | 'calculated' | 'none'
  /** The stored value. Numbers can be compared, charted and calculated with. */
  holds: 'number' | 'text' | 'date' | 'yes_no' | 'option' | 'options' | 'nothing'
  /** Its options: choices by name, or the ordered steps of a scale. */
  options: 'none' | 'choices' | 'steps'
  /** The limits that a questionnaire's author can set. */
  limits: 'none' | 'range' | 'length'
  parse: readers.AnswerReader
  format: texts.Writer
  /** The decimals of its figures; null if each question sets them. */
  fixedDecimals: number | null
  /** Formats a limit, a mean or a sum of its values. */
  figureText: checks.FigureText
  check: checks.AnswerCheck
  align: 'left' | 'right'
  /** 12% means 12. */
  isPercentage: boolean
  /** Whether it counts in a grid's totals. */
  isSummed: boolean
  /** A multi-line answer. */
  isLong: boolean
  /** The type of a file's cell; text is what `format` returns. */
  exportedAs: 'number' | 'date' | 'text'
  /** The possible answers, as text. */
  choices: (question: Pick<Question, 'option_list'>) => string[]
  instruction: instructions.Instruction
  /** Seconds to read and answer. */
  seconds: number
}

const chosenType = {
  entry: 'chosen',
  limits: 'none',
  fixedDecimals: null,
  figureText: formatNumber,
  align: 'left',
  isPercentage: false,
  isSummed: false,
  isLong: false,
  exportedAs: 'text'
} as const

const numberType = {
  entry: 'typed',
  holds: 'number',
  options: 'none',
  limits: 'range',
  parse: readers.readNumber(question => question.decimal_places),
  format: texts.writeAsIs,
  fixedDecimals: null,
  figureText: formatNumber,
  check: checks.checkNumber(question => question.decimal_places),
  align: 'right',
  isPercentage: false,
  isSummed: true,
  isLong: false,
  exportedAs: 'number',
  choices: () => [],
  instruction: instructions.numberInstruction('Number', 'Whole number'),
  seconds: 15
} as const

const textType = {
  ...numberType,
  holds: 'text',
  limits: 'length',
  parse: readers.readLine,
  check: checks.checkText,
  align: 'left',
  isSummed: false,
  exportedAs: 'text',
  instruction: instructions.textInstruction
} as const

export const questionTypes = {
  integer: {
    label: 'Whole number',
    ...numberType,
    parse: readers.readNumber(() => 0),
    fixedDecimals: 0,
    check: checks.checkNumber(() => 0),
    instruction: instructions.numberInstruction('Number', 'Whole number', true)
  },
  decimal: { ...numberType, label: 'Number' },
  percentage: {
    label: 'Percentage',
    ...numberType,
    parse: readers.readNumber(question => question.decimal_places, true),
    isPercentage: true,
    instruction: instructions.numberInstruction(
      'Percentage, such as 12.5 for 12.5%',
      'Whole percentage, such as 12 for 12%'
    )
  },
  currency: {
    label: 'Amount of money',
    ...numberType,
    format: texts.writeAmount,
    instruction: instructions.numberInstruction('Amount of money', 'Whole amount of money')
  },
  text: { ...textType, label: 'Text' },
  long_text: { ...textType, label: 'Long text', parse: readers.readLongText, isLong: true, seconds: 60 },
  single_choice: {
    label: 'One choice',
    ...chosenType,
    holds: 'option',
    options: 'choices',
    parse: readers.readOption,
    format: texts.writeOption,
    check: checks.checkOption,
    choices: instructions.optionNames,
    instruction: instructions.optionInstruction,
    seconds: 15
  },
  multiple_choice: {
    label: 'Several choices',
    ...chosenType,
    holds: 'options',
    options: 'choices',
    parse: readers.readOptions,
    format: texts.writeAsIs,
    check: checks.checkOptions,
    choices: instructions.optionNames,
    instruction: instructions.optionsInstruction,
    seconds: 20
  },
  yes_no: {
    label: 'Yes or no',
    ...chosenType,
    holds: 'yes_no',
    options: 'none',
    parse: readers.readYesNo,
    format: texts.writeYesNo,
    check: checks.checkYesNo,
    choices: () => ['Yes', 'No'],
    instruction: () => 'Yes or No',
    seconds: 10
  },
  date: {
    label: 'Date',
    ...textType,
    holds: 'date',
    limits: 'none',
    parse: readers.readDate,
    format: texts.writeDate,
    check: checks.checkDate,
    exportedAs: 'date',
    instruction: () => `Date, such as ${dateExample()}`
  },
  calculated: {
    label: 'Calculated',
    ...numberType,
    entry: 'calculated',
    format: texts.writeCalculated,
    check: checks.checkNothing,
    instruction: () => 'Calculated from other cells'
  },
  [HEADING_TYPE]: {
    label: 'Heading',
    ...textType,
    entry: 'none',
    holds: 'nothing',
    limits: 'none',
    check: checks.checkNothing,
    instruction: () => ''
  },
  time: {
    label: 'Duration',
    ...numberType,
    parse: readers.readDuration,
    format: texts.writeDuration,
    figureText: durationText,
    check: checks.checkDuration(durationText),
    exportedAs: 'text',
    instruction: instructions.durationInstruction(durationText)
  },
  scale: {
    label: 'Rating scale',
    ...chosenType,
    holds: 'number',
    options: 'steps',
    parse: readers.readStep,
    format: texts.writeStep,
    check: checks.checkStep,
    choices: instructions.stepTexts,
    instruction: instructions.stepInstruction,
    seconds: 10
  }
} satisfies Record<QuestionType, QuestionTypeRecord>

type Typed = Pick<Question, 'question_type'>

export const typeOf = ({ question_type }: Typed): QuestionTypeRecord => questionTypes[question_type]

export const isCalculated = (question: Typed): boolean => typeOf(question).entry === 'calculated'

export const isHeading = (question: Typed): boolean => typeOf(question).entry === 'none'

/** A figure for comparisons and charts. */
export const holdsNumber = (question: Typed): boolean => typeOf(question).holds === 'number'

export const hasOptions = (question: Typed): boolean => typeOf(question).options !== 'none'

/** Whether 12% means 12. In any other question it could be 0.12. */
export const takesPercent = (question: Pick<Question, 'question_type' | 'unit'>): boolean =>
  typeOf(question).isPercentage || readers.hasPercentUnit(question)

/**
 * How a question is asked. With another type, the same value would be another answer: an option's number would become a figure. A scale stores the number of
 * a step, so its steps count too.
 */
export const askedAs = (question: Typed & Pick<Question, 'option_list'>): string =>
  typeOf(question).options === 'steps'
    ? question.option_list.map(({ option_id }) => option_id).join()
    : question.question_type
