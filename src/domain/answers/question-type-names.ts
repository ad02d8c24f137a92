// Names of question types on screen and in files.

import { QuestionType } from '#contract/questionnaires.ts'
import { questionTypes } from './question-types.ts'

export const questionTypeNames = Object.fromEntries(
  QuestionType.options.map(type => [type, questionTypes[type].label])
) as Record<QuestionType, string>

/** The type with this name or code, whatever the case; null if there is none. */
export function parseQuestionType(name: string): QuestionType | null {
  const wanted = name.trim().toLowerCase()
  for (const [type, typeName] of Object.entries(questionTypeNames))
    if (typeName.toLowerCase() === wanted || type === wanted) return type as QuestionType
  return null
}
