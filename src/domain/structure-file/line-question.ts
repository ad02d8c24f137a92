// One line as a question: what it says of type, options and limits, and what of it cannot be.
import type { StructureDraft } from '#contract/questionnaire-structures.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { parseNumber } from '../number-input.ts'
import { questionTypeNamed, questionTypeNames } from '../question-type-names.ts'
import { questionTypes } from '../question-types.ts'
import { MAX_STEPS, MIN_STEPS } from '../scale.ts'
import type { Head } from './columns.ts'
import type { FileFault, Line } from './lines.ts'

export type DraftQuestion = StructureDraft['questions'][number]

/** The question of a line, without its formulas: those may name questions that come later. */
export function questionOf(
  line: Line,
  number: number,
  name: string
): { question: DraftQuestion; faults: FileFault[] } {
  const faults: FileFault[] = []
  const note = (head: Head, message: string): void => void faults.push(line.fault(head, message))
  const type = typeIn(line, note)
  const record = questionTypes[type]
  const isWritten = (head: Head, isPossible: boolean, kind: string): boolean => {
    if (line.text(head) === '') return false
    if (!isPossible) note(head, `This is only for ${kind}. Empty the cell, or choose another type.`)
    return isPossible
  }
  const numberAt = (head: Head, isPossible: boolean, kind = 'numbers'): number | null => {
    if (!isWritten(head, isPossible, kind)) return null
    const reading = parseNumber(line.text(head))
    if (reading.kind === 'number') return reading.value
    note(head, `“${line.text(head)}” is not a number. Write it in digits.`)
    return null
  }
  const isRange = record.limits === 'range'
  const options = isWritten('options', record.options !== 'none', 'choices and rating scales')
    ? line
        .text('options')
        .split(/[;\n]/u)
        .map(option => option.trim())
        .filter(option => option !== '')
    : []
  checkOptions(type, options, note)
  const question: DraftQuestion = {
    number,
    question_text: name,
    question_type: type,
    option_names: options,
    help_text: line.text('help'),
    unit: line.text('unit'),
    decimal_places: numberAt('decimals', isRange),
    min_value: numberAt('min', isRange),
    max_value: numberAt('max', isRange),
    warn_min: numberAt('warnMin', isRange),
    warn_max: numberAt('warnMax', isRange),
    warn_change_percent: numberAt('warnChange', isRange),
    max_length: numberAt('maxLength', record.limits === 'length', 'text')
  }
  checkLimits(question, note)
  return { question, faults }
}

type Note = (head: Head, message: string) => void

function typeIn(line: Line, note: Note): QuestionType {
  const written = line.text('type')
  const type = questionTypeNamed(written)
  if (type !== null) return type
  const known = Object.values(questionTypeNames).join(', ')
  note(
    'type',
    written === ''
      ? `The type is missing. Choose one of: ${known}.`
      : `“${written}” is not a type. Choose one of: ${known}.`
  )
  return 'text'
}

function checkOptions(type: QuestionType, options: readonly string[], note: Note): void {
  const { options: kind } = questionTypes[type]
  if (kind === 'choices' && options.length === 0)
    note('options', 'Write the options in this cell, separated by semicolons.')
  if (kind === 'steps' && (options.length < MIN_STEPS || options.length > MAX_STEPS))
    note('options', `Write ${MIN_STEPS} to ${MAX_STEPS} steps in this cell, separated by semicolons.`)
  const twice = options.find((option, index) =>
    options.slice(0, index).some(other => other.toLowerCase() === option.toLowerCase())
  )
  if (twice !== undefined) note('options', `“${twice}” occurs twice. Each option needs its own name.`)
}

function checkLimits(question: DraftQuestion, note: Note): void {
  const isAbove = (low?: number | null, high?: number | null): boolean =>
    low !== null && low !== undefined && high !== null && high !== undefined && low > high
  if (isAbove(question.min_value, question.max_value)) note('min', 'The lowest value is above the highest.')
  if (isAbove(question.warn_min, question.warn_max))
    note('warnMin', 'This is above the value in “Check above”.')
  for (const [head, value, most] of [
    ['decimals', question.decimal_places, 10],
    ['maxLength', question.max_length, 20_000]
  ] as const)
    if (
      value !== null &&
      value !== undefined &&
      (!Number.isInteger(value) || value < (head === 'decimals' ? 0 : 1) || value > most)
    )
      note(head, `Enter a whole number up to ${most.toLocaleString('en')}.`)
  if (question.question_text.length > 1000) note('question', 'Enter 1,000 characters or fewer.')
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'required'])
const NO = new Set(['', 'no', 'n', 'false', '0', 'optional'])

/** Whether an answer is required; null where the cell says neither. */
export function isRequiredIn(line: Line): boolean | null {
  const written = line.text('required').toLowerCase()
  return YES.has(written) ? true : NO.has(written) ? false : null
}
