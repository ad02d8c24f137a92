// What the types of questions are called on screen and in files.

import { QuestionType } from '#contract/questionnaires.ts'
import { questionTypes } from './question-types.ts'

export const questionTypeNames = Object.fromEntries(
  QuestionType.options.map(type => [type, questionTypes[type].label])
) as Record<QuestionType, string>

/** The type that a name says, whatever its case; null for anything else. */
export function questionTypeNamed(name: string): QuestionType | null {
  const wanted = name.trim().toLowerCase()
  for (const [type, typeName] of Object.entries(questionTypeNames))
    if (typeName.toLowerCase() === wanted || type === wanted) return type as QuestionType
  return null
}
