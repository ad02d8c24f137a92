// The fields of each kind of part: how the server's value is written, and what a text stands for.

import type { FieldRule } from '#browser/forms/rules.ts'
import { max, min } from '#browser/forms/value-rules.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { formatNumber, parseNumber } from '#domain/answers/number-input.ts'
import { withNames, withoutNames } from '#domain/formulas/named-expression.ts'
import { formatCount } from '#lib/format.ts'
import {
  cellsOfSection,
  partAt,
  partKey,
  partOfKey,
  sectionOf,
  type BuiltPart,
  type BuiltQuestion,
  type PartRef
} from './parts.ts'

interface PartField {
  label: string
  /** The field's text as the server has it. */
  read: (part: BuiltPart, structure: Structure) => string
  /** What the text stands for, or what is wrong with it. */
  parse: (text: string, structure: Structure, part: PartRef) => ParsedField
}

type ParsedField = { ok: true; value: unknown } | { ok: false; message: string }

const acceptParsed = (value: unknown) => ({ ok: true as const, value })
const refuseValue = (message: string) => ({ ok: false as const, message })

const partFieldValue = (part: BuiltPart, name: string): unknown =>
  ({ ...part } as Record<string, unknown>)[name]

/** Text of one line or several. `most` is the contract's limit. */
const textField = (name: string, label: string, { isRequired = false, most = 200 } = {}): PartField => ({
  label,
  read: part => {
    const value = partFieldValue(part, name)
    return typeof value === 'string' ? value : ''
  },
  parse: text => {
    const trimmed = text.trim()
    if (isRequired && trimmed === '') return refuseValue(`${label} is required.`)
    if ([...trimmed].length > most)
      return refuseValue(`${label} may have at most ${formatCount(most)} characters.`)
    return acceptParsed(trimmed)
  }
})

/** A number, or nothing. Numbers are read as respondents' numbers are. */
const numberField = (
  name: string,
  label: string,
  rulesFor: (question: BuiltQuestion) => readonly FieldRule[] = () => []
): PartField => ({
  label,
  read: part => {
    const value = partFieldValue(part, name)
    return typeof value === 'number' ? formatNumber(value) : ''
  },
  parse: (text, structure, part) => {
    const reading = parseNumber(text)
    if (reading.kind === 'blank') return acceptParsed(null)
    if (reading.kind === 'invalid') return refuseValue(reading.message)
    // Text that is kept on this device may be of a question that no longer exists.
    const question = partAt(structure, part) as BuiltQuestion | undefined
    const rules = question === undefined ? [] : rulesFor(question)
    const faults = rules.flatMap(rule => rule(String(reading.value), label, {}) ?? [])
    return faults[0] === undefined ? acceptParsed(reading.value) : refuseValue(faults[0])
  }
})

const wholeNumber =
  (least: number, most: number): FieldRule =>
  value =>
    Number.isInteger(Number(value)) && Number(value) >= least && Number(value) <= most
      ? null
      : `Enter a whole number from ${least} to ${formatCount(most)}.`

const fromLowest = ({ min_value }: BuiltQuestion): FieldRule[] => (min_value === null ? [] : [min(min_value)])
const toHighest = ({ max_value }: BuiltQuestion): FieldRule[] => (max_value === null ? [] : [max(max_value)])
const withinLimits = (question: BuiltQuestion): FieldRule[] => [
  ...fromLowest(question),
  ...toHighest(question)
]

/** A formula, written with the names of the section's questions. */
function formulaField(name: 'expression' | 'visible_if', label: string): PartField {
  const cells = (structure: Structure, part: PartRef) => {
    const section = sectionOf(structure, part)
    return section === undefined ? [] : cellsOfSection(structure, section)
  }
  return {
    label,
    read: (part, structure) => {
      const question = part as BuiltQuestion
      return withNames(question[name] ?? '', cells(structure, { kind: 'question', id: question.question_id }))
    },
    parse: (text, structure, part) => {
      if (text.trim() === '') return acceptParsed(null)
      const result = withoutNames(text, cells(structure, part))
      return result.ok ? acceptParsed(result.value) : refuseValue(result.error.message)
    }
  }
}

const partNameField = (name: string): PartField => textField(name, 'Name', { isRequired: true })

/** The fields of all kinds of parts, by their name in the API. */
export const partFields = {
  questionnaire_name: partNameField('questionnaire_name'),
  section_name: partNameField('section_name'),
  guidance_html: textField('guidance_html', 'Guidance', { most: 100_000 }),
  sub_section_name: partNameField('sub_section_name'),
  row_name: partNameField('row_name'),
  column_name: partNameField('column_name'),
  question_text: textField('question_text', 'Wording', { isRequired: true, most: 1000 }),
  help_text: textField('help_text', 'Help', { most: 4000 }),
  question_type: textField('question_type', 'Type'),
  unit: textField('unit', 'Unit', { most: 40 }),
  decimal_places: numberField('decimal_places', 'Decimals', () => [wholeNumber(0, 10)]),
  min_value: numberField('min_value', 'Lowest possible', toHighest),
  max_value: numberField('max_value', 'Highest possible', fromLowest),
  warn_min: numberField('warn_min', 'Check below', withinLimits),
  warn_max: numberField('warn_max', 'Check above', withinLimits),
  warn_change_percent: numberField('warn_change_percent', 'Check change over %', () => [min(0)]),
  max_length: numberField('max_length', 'Longest answer, in characters', () => [wholeNumber(1, 20_000)]),
  expression: formulaField('expression', 'Formula'),
  visible_if: formulaField('visible_if', 'Show only if')
} satisfies Record<string, PartField>

export type PartFieldName = keyof typeof partFields

export interface PartFieldRef {
  part: PartRef
  name: PartFieldName
}

export const partFieldKey = ({ part, name }: PartFieldRef): string => `${partKey(part)}/${name}`

export function partFieldOfKey(key: string): PartFieldRef | null {
  const [partText = '', name = ''] = key.split('/')
  const part = partOfKey(partText)
  return part && Object.hasOwn(partFields, name) ? { part, name: name as PartFieldName } : null
}
