import type { QuestionType } from '#contract/questionnaires.ts'

/** The type of a question that is a heading: it asks nothing. Apart from the other types, for what only needs to tell it. */
export const HEADING_TYPE = 'heading' satisfies QuestionType
