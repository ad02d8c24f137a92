// Validates questions, and decides what may still change once there are answers.
import { compile, type Reference } from '#domain/expression.ts'
import { hasOptions, isCalculated, typeOf } from '#domain/question-types.ts'
import { MAX_STEPS, MIN_STEPS } from '#domain/scale.ts'
import { invalid } from '../http/api-error.ts'
import type { QuestionDefinition } from './question-definitions.ts'

export type Draft = Omit<QuestionDefinition, 'question_id' | 'option_list' | 'answer_count' | 'version'> & {
  option_names: readonly string[]
}

/** Rejects a definition that contradicts itself, naming the field. */
export function validateQuestion(draft: Draft): void {
  validateOptions(draft)
  validateLimits(draft)
  if (isCalculated(draft) && isBlank(draft.expression))
    throw invalid('expression', 'is required for a calculated question')
  if (!isCalculated(draft) && !isBlank(draft.expression))
    throw invalid('expression', 'is only for calculated questions')
  if (draft.max_length !== null && typeOf(draft).limits !== 'length')
    throw invalid('max_length', 'is only for text')
}

const isBlank = (text: string | null): boolean => text === null || text.trim() === ''

function validateOptions(draft: Draft): void {
  const names = draft.option_names.map(name => name.toLowerCase())
  if (hasOptions(draft) && names.length === 0) throw invalid('option_names', 'needs at least one option')
  if (!hasOptions(draft) && names.length > 0) throw invalid('option_names', 'is only for choices')
  if (typeOf(draft).options === 'steps' && (names.length < MIN_STEPS || names.length > MAX_STEPS))
    throw invalid('option_names', `needs ${MIN_STEPS} to ${MAX_STEPS} steps`)
  if (new Set(names).size < names.length) throw invalid('option_names', 'names an option twice')
}

const numberLimits = ['min_value', 'max_value', 'warn_min', 'warn_max', 'warn_change_percent'] as const

function validateLimits(draft: Draft): void {
  const limit = typeOf(draft).limits === 'range' ? undefined : numberLimits.find(name => draft[name] !== null)
  if (limit) throw invalid(limit, 'is only for numbers')
  if (draft.min_value !== null && draft.max_value !== null && draft.min_value > draft.max_value) {
    throw invalid('min_value', 'must not be above max_value')
  }
  if (draft.warn_min !== null && draft.warn_max !== null && draft.warn_min > draft.warn_max) {
    throw invalid('warn_min', 'must not be above warn_max')
  }
}

/**
 * With answers, only texts, warnings, more options and wider limits may change; one more step of a scale
 * would turn 5 of 5 into 5 of 6. Anything else would change the meaning of the answers or make them invalid,
 * and so needs a new question (product 15).
 */
export function requireSameMeaning(before: QuestionDefinition, after: Draft): void {
  const fixed = (['question_type', 'unit', 'expression', 'visible_if'] as const).find(
    name => before[name] !== after[name]
  )
  const hasMoreSteps =
    typeOf(before).options === 'steps' && after.option_names.length > before.option_list.length
  const narrowed = narrowedLimit(before, after)
  const changed = fixed ?? (hasMoreSteps ? 'option_names' : undefined)
  const field = changed ?? narrowed
  if (!field) return
  const answers = before.answer_count === 1 ? 'one answer' : `${before.answer_count} answers`
  throw invalid(
    field,
    `cannot ${changed ? 'change' : 'become narrower'} any more: the question has ${answers}. Create a new one`
  )
}

function narrowedLimit(before: QuestionDefinition, after: Draft): string | undefined {
  if ((after.min_value ?? -Infinity) > (before.min_value ?? -Infinity)) return 'min_value'
  return (['max_value', 'max_length', 'decimal_places'] as const).find(
    name => (after[name] ?? Infinity) < (before[name] ?? Infinity)
  )
}

/** The references in a question's expression and rule, by field; rejects what cannot be parsed. */
export function referencesOf(
  draft: Pick<Draft, 'expression' | 'visible_if'>
): { field: 'expression' | 'visible_if'; references: Reference[] }[] {
  return (['expression', 'visible_if'] as const).flatMap(field => {
    const text = draft[field]
    if (text === null || isBlank(text)) return []
    const compiled = compile(text)
    if (!compiled.ok) throw invalid(field, `${compiled.error.message} (character ${compiled.error.at + 1})`)
    return [{ field, references: compiled.value.references }]
  })
}
