// Checks a question's definition as written by calls, and the references of its formulas.

import { compile, type Reference } from '#domain/formulas/expression.ts'
import { isBlankFormula } from '#domain/questionnaires/question-faults.ts'
import { invalid } from '#server/http/api-error.ts'
import type { QuestionDefinitionReply } from './question-definitions.ts'

export type QuestionDraft = Omit<
  QuestionDefinitionReply,
  'question_id' | 'option_list' | 'answer_count' | 'version'
> & {
  option_names: readonly string[]
}

/** The references in a question's expression and rule, by field; rejects what cannot be parsed. */
export function draftReferences(
  draft: Pick<QuestionDraft, 'expression' | 'visible_if'>
): { field: 'expression' | 'visible_if'; references: Reference[] }[] {
  return (['expression', 'visible_if'] as const).flatMap(field => {
    const text = draft[field]
    if (text === null || isBlankFormula(text)) return []
    const compiled = compile(text)
    if (!compiled.ok) throw invalid(field, `${compiled.error.message} (character ${compiled.error.at + 1})`)
    return [{ field, references: compiled.value.references }]
  })
}
