// How long a survey takes, as its first page says it.
import type { QuestionType, SectionQuestions } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/cell-rules.ts'
import { countOf } from '#lib/format.ts'

/** Seconds that a person reads and answers; a text in own words takes longest, a cell of a table less than a question of its own. */
const SECONDS: Partial<Record<QuestionType, number>> = { long_text: 60, multiple_choice: 20, yes_no: 10 }
const USUAL = 15
const IN_GRID = 6

/** Questions that stand in a survey, with how long they take in whole minutes, at least one. */
export function estimate(sections: readonly SectionQuestions[]): { questions: number; minutes: number } {
  const asked = sections.flatMap(({ sub_sections }) =>
    sub_sections.flatMap(({ layout, questions }) =>
      questions.filter(isAnswerable).map(question => ({ layout, question }))
    )
  )
  const seconds = asked.reduce(
    (sum, { layout, question }) =>
      sum + (layout === 'grid' ? IN_GRID : (SECONDS[question.question_type] ?? USUAL)),
    0
  )
  return { questions: asked.length, minutes: Math.max(1, Math.ceil(seconds / 60)) }
}

/** '6 questions, about 2 minutes'. */
export function estimateText(sections: readonly SectionQuestions[]): string {
  const { questions, minutes } = estimate(sections)
  return `${countOf(questions, 'question')}, about ${countOf(minutes, 'minute')}`
}
