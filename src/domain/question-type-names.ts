// What the types of questions are called on screen and in files.
import type { QuestionType } from '#contract/questionnaires.ts'

export const questionTypeNames: Record<QuestionType, string> = {
  integer: 'Whole number',
  decimal: 'Number',
  percentage: 'Percentage',
  currency: 'Amount of money',
  time: 'Duration',
  text: 'Text',
  long_text: 'Long text',
  single_choice: 'One choice',
  multiple_choice: 'Several choices',
  yes_no: 'Yes or no',
  scale: 'Rating scale',
  date: 'Date',
  calculated: 'Calculated',
  heading: 'Heading'
}

/** The type that a name says, whatever its case; null for anything else. */
export function questionTypeNamed(name: string): QuestionType | null {
  const wanted = name.trim().toLowerCase()
  for (const [type, typeName] of Object.entries(questionTypeNames))
    if (typeName.toLowerCase() === wanted || type === wanted) return type as QuestionType
  return null
}
