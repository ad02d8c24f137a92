import { countOf } from '#lib/format.ts'

/** What waits for members, in the same words on every page and in emails, which have no count: '3 questions from the programme'. */
export const questionsText = (count?: number): string =>
  `${count === undefined ? 'questions' : countOf(count, 'question')} from the programme`
