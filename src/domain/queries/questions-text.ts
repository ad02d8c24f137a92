import { closingDay } from '#domain/projects/window-days.ts'
import { countOf, formatDay } from '#lib/format.ts'

/**
 * What waits for members, in the same words on every page and in emails, which have no count: '3 questions from the programme', with the first date
 * that is due: ', answer by 3 Dec'.
 */
export const questionsText = (count?: number, dueAt: string | null = null): string => {
  const by = dueAt === null ? '' : `, answer by ${formatDay(closingDay(dueAt))}`
  return `${count === undefined ? 'questions' : countOf(count, 'question')} from the programme${by}`
}
