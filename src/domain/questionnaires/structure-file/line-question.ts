// Reads a line as a question: its type, options and limits, and their faults.

import type { StructureDraft } from '#contract/questionnaire-structures.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { parseNumber } from '#domain/answers/number-input.ts'
import { parseQuestionType, questionTypeNames } from '#domain/answers/question-type-names.ts'
import { takesPercent, typeOf } from '#domain/answers/question-types.ts'
import { faultsOfLimits, faultsOfOptions } from '#domain/questionnaires/question-faults.ts'
import type { RuleFault } from '#domain/questionnaires/rule-fault.ts'
import { heads, type ColumnHead } from './columns.ts'
import type { FileFault, StructureLine } from './lines.ts'
import { readOptionList } from './option-list.ts'

type DraftedCell = StructureDraft['sections'][number]['sub_sections'][number]['cells'][number]
export type FileQuestion = StructureDraft['questions'][number]

/** Reads the question of a line, without its formulas, which may name later questions. */
export function questionOf(
  line: StructureLine,
  number: number,
  name: string
): { question: FileQuestion; faults: FileFault[] } {
  const faults: FileFault[] = []
  const note = (head: ColumnHead, message: string): void => void faults.push(line.fault(head, message))
  const type = typeIn(line, note)
  const numberAt = (head: ColumnHead): number | null => {
    if (line.text(head) === '') return null
    const isPercentage = takesPercent({ question_type: type, unit: line.text('unit') })
    const reading = parseNumber(line.text(head), { isPercentage })
    if (reading.kind === 'number') return reading.value
    if (reading.kind === 'invalid') note(head, `${reading.message} The cell contains “${line.text(head)}”.`)
    return null
  }
  const question = {
    number,
    question_text: name,
    question_type: type,
    option_names: readOptionList(line.text('options')),
    help_text: line.text('help'),
    unit: line.text('unit'),
    decimal_places: typeOf({ question_type: type }).limits === 'range' ? numberAt('decimals') : null,
    min_value: numberAt('min'),
    max_value: numberAt('max'),
    warn_min: numberAt('warnMin'),
    warn_max: numberAt('warnMax'),
    warn_change_percent: numberAt('warnChange'),
    max_length: numberAt('maxLength')
  }
  for (const fault of [...faultsOfOptions(question), ...faultsOfLimits(question)]) noteFault(fault, note)
  return { question, faults }
}

/** The column of each field that the rules for questions check. */
const headsOfFields: Readonly<Record<string, ColumnHead>> = {
  section_name: 'section',
  guidance_html: 'guidance',
  sub_section_name: 'subSection',
  sub_sections: 'subSection',
  sections: 'section',
  row_name: 'row',
  rows: 'row',
  column_name: 'column',
  columns: 'column',
  question_text: 'question',
  help_text: 'help',
  unit: 'unit',
  decimal_places: 'decimals',
  option_names: 'options',
  min_value: 'min',
  max_value: 'max',
  warn_min: 'warnMin',
  warn_max: 'warnMax',
  warn_change_percent: 'warnChange',
  max_length: 'maxLength',
  expression: 'formula',
  visible_if: 'showIf',
  is_required: 'required',
  row: 'row',
  column: 'column',
  question: 'code'
}

/** Reports a rule's fault at its column, with the column's heading. */
export function noteFault({ field, message }: RuleFault, note: NoteFault): void {
  const head = headsOfFields[field] ?? 'question'
  // The limit of a whole questionnaire is a sentence of its own.
  const isSentence = message.startsWith('a ')
  note(head, isSentence ? `A${message.slice(1)}.` : `“${heads[head]}” ${message}.`)
}

export type NoteFault = (head: ColumnHead, message: string) => void

function typeIn(line: StructureLine, note: NoteFault): QuestionType {
  const written = line.text('type')
  const type = parseQuestionType(written)
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

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'required'])
const NO = new Set(['', 'no', 'n', 'false', '0', 'optional'])

/** Stands for a place that takes no answer, as such a cell says to respondents. */
export const DISABLED_PLACE = 'does not apply'

/** Whether an answer is required, and whether the place takes none; null where the cell says neither. */
export function requirementIn(line: StructureLine): Pick<DraftedCell, 'is_required' | 'is_disabled'> | null {
  const written = line.text('required').toLowerCase()
  const is_required = YES.has(written)
  const is_disabled = written === DISABLED_PLACE
  return is_required || is_disabled || NO.has(written) ? { is_required, is_disabled } : null
}
