// Checks a question's definition as written by calls, and the references of its formulas.
import { compile, type Reference } from '#domain/formulas/expression.ts'
import { isBlankFormula } from '#domain/questionnaires/question-faults.ts'
import { invalid } from '../http/api-error.ts'
import type { QuestionDefinition } from './question-definitions.ts'

export type Draft = Omit<QuestionDefinition, 'question_id' | 'option_list' | 'answer_count' | 'version'> & {
  option_names: readonly string[]
}

/** The references in a question's expression and rule, by field; rejects what cannot be parsed. */
export function referencesOf(
  draft: Pick<Draft, 'expression' | 'visible_if'>
): { field: 'expression' | 'visible_if'; references: Reference[] }[] {
  return (['expression', 'visible_if'] as const).flatMap(field => {
    const text = draft[field]
    if (text === null || isBlankFormula(text)) return []
    const compiled = compile(text)
    if (!compiled.ok) throw invalid(field, `${compiled.error.message} (character ${compiled.error.at + 1})`)
    return [{ field, references: compiled.value.references }]
  })
}
