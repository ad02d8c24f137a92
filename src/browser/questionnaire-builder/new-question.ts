import type { InputOf } from '#contract/endpoint.ts'
import type { Structure } from '#contract/questionnaire-structures.ts'
import type { createQuestion } from '#contract/questions.ts'
import { questionTypes } from '#domain/answers/question-types.ts'
import { questionAt, type BuiltSubSection } from './parts.ts'

/** A new question copies its neighbour in the column or list: a number beside numbers, with the same unit. */
export function newQuestionFor(
  structure: Structure,
  subSection: BuiltSubSection,
  { text, columnId }: { text: string; columnId: number }
): InputOf<typeof createQuestion>['body'] {
  const neighbours = subSection.memberships.filter(
    one => one.column_id === columnId || subSection.layout === 'grid'
  )
  const nearest =
    neighbours.findLast(one => one.column_id === columnId) ??
    (subSection.layout === 'grid' ? neighbours.at(-1) : undefined)
  const like = nearest && questionAt(structure, nearest.question_id)
  const type = like && questionTypes[like.question_type].entry === 'typed' ? like.question_type : 'integer'
  return {
    project_id: structure.questionnaire.project_id,
    question_text: text.slice(0, 1000),
    question_type: type,
    unit: like && type === like.question_type ? like.unit : ''
  }
}
