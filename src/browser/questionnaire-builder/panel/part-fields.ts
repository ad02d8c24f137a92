// The fields of each kind of part: formats the server's value and parses input.

import type { EditedField } from '#browser/questionnaire-builder/edits.ts'
import {
  cellsOfSection,
  sectionOf,
  type BuiltQuestion,
  type BuiltPart,
  type PartRef
} from '#browser/questionnaire-builder/parts.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import { formatNumber, parseNumber } from '#domain/answers/number-input.ts'
import { withNames, withoutNames } from '#domain/formulas/named-expression.ts'

type Parse = EditedField['parse']

const acceptParsed = (value: unknown) => ({ ok: true as const, value })
const refuseValue = (message: string) => ({ ok: false as const, message })

const partFieldValue = (part: BuiltPart, name: string): unknown =>
  (part as unknown as Record<string, unknown>)[name]

const fieldText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Text of one line or several. `most` is the contract's limit. */
export function textField(
  part: PartRef,
  name: string,
  label: string,
  isRequired = false,
  most = 200
): EditedField {
  const parse: Parse = text => {
    const trimmed = text.trim()
    if (isRequired && trimmed === '') return refuseValue(`${label} is required.`)
    if ([...trimmed].length > most)
      return refuseValue(`${label} may have at most ${most.toLocaleString('en')} characters.`)
    return acceptParsed(trimmed)
  }
  return { part, name, label, read: present => fieldText(partFieldValue(present, name)), parse }
}

/** A number, or nothing. Numbers are parsed like respondents' numbers. */
export function numberField(
  part: PartRef,
  name: string,
  label: string,
  check: (value: number) => string | null = () => null
): EditedField {
  const parse: Parse = text => {
    const reading = parseNumber(text)
    if (reading.kind === 'blank') return acceptParsed(null)
    if (reading.kind === 'invalid') return refuseValue(reading.message)
    const fault = check(reading.value)
    return fault === null ? acceptParsed(reading.value) : refuseValue(fault)
  }
  const read = (present: BuiltPart): string => {
    const value = partFieldValue(present, name)
    return typeof value === 'number' ? formatNumber(value) : ''
  }
  return { part, name, label, read, parse }
}

export const checkWholeNumber =
  (least: number, most: number) =>
  (value: number): string | null =>
    Number.isInteger(value) && value >= least && value <= most
      ? null
      : `Enter a whole number from ${least} to ${most.toLocaleString('en')}.`

/** A formula, written with the names of the section's questions. */
export function formulaField(part: PartRef, name: 'expression' | 'visible_if', label: string): EditedField {
  const cells = (structure: Structure) => {
    const section = sectionOf(structure, part)
    return section === undefined ? [] : cellsOfSection(structure, section)
  }
  return {
    part,
    name,
    label,
    read: (present, structure) => withNames((present as BuiltQuestion)[name] ?? '', cells(structure)),
    parse: (text, structure) => {
      if (text.trim() === '') return acceptParsed(null)
      const result = withoutNames(text, cells(structure))
      return result.ok ? acceptParsed(result.value) : refuseValue(result.error.message)
    }
  }
}

/** HTML of an editor is edited as markup. */
export const htmlField = (part: PartRef, name: string, label: string): EditedField =>
  textField(part, name, label, false, 100_000)
