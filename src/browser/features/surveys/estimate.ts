// Estimates how long a survey takes, for its first page.

import type { SectionQuestions } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { countOf } from '#lib/format.ts'

/** Seconds to read and answer a cell of a grid: less than a question of its own. */
const GRID_CELL_SECONDS = 6

/** The number of questions in a survey and the minutes they take, rounded up. */
export function estimate(sections: readonly SectionQuestions[]): { questions: number; minutes: number } {
  const asked = sections.flatMap(({ sub_sections }) =>
    sub_sections.flatMap(({ layout, questions }) =>
      questions.filter(isAnswerable).map(question => ({ layout, question }))
    )
  )
  const seconds = asked.reduce(
    (sum, { layout, question }) => sum + (layout === 'grid' ? GRID_CELL_SECONDS : typeOf(question).seconds),
    0
  )
  return { questions: asked.length, minutes: Math.max(1, Math.ceil(seconds / 60)) }
}

/** '6 questions, about 2 minutes'. */
export function estimateText(sections: readonly SectionQuestions[]): string {
  const { questions, minutes } = estimate(sections)
  return `${countOf(questions, 'question')}, about ${countOf(minutes, 'minute')}`
}
