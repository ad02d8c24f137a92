import type { CellValue } from '#contract/questionnaires.ts'
import { typeOf, type QuestionTypeRecord } from '#domain/answers/question-types.ts'
import type { SeededAnswer } from './figures.ts'
import { randomFrom, type Random } from './random.ts'
import type { SeededCell, SeededSection } from './structure.ts'
import type { SeededSubmission } from './submissions.ts'

const MAX_SEEDED_ROWS = 4

/** Rows that the demo accounts' organisation added in earlier years. They have their own random generator, so that they change no other value. */
export function repeatedAnswers(
  { sectionId, repeating }: SeededSection,
  { unit, timePeriod }: SeededSubmission
): SeededAnswer[] {
  if (unit.ownNumber === null || timePeriod.yearsAgo === 0) return []
  const random = randomFrom(`${sectionId}:${unit.lineageId}:${timePeriod.yearsAgo}`)
  return repeating.flatMap(row =>
    Array.from({ length: random.whole(1, MAX_SEEDED_ROWS) }, (_, index) =>
      row.flatMap((cell): SeededAnswer[] => {
        const value = repeatedValue(cell, timePeriod.year, random)
        return value === null ? [] : [{ cell: { ...cell, rowId: index + 1 }, value, isNotAvailable: false }]
      })
    ).flat()
  )
}

function repeatedValue({ type, optionIds }: SeededCell, year: number, random: Random): CellValue {
  const draws: Record<QuestionTypeRecord['holds'], () => CellValue> = {
    option: () => random.pick(optionIds),
    options: () => null,
    yes_no: () => (random.chance(0.7) ? 'yes' : 'no'),
    date: () => `${year}-0${random.whole(1, 9)}-${random.whole(10, 28)}`,
    number: () => random.pick([0.4, 0.6, 0.8, 1]),
    text: () => null,
    nothing: () => null
  }
  return draws[typeOf({ question_type: type }).holds]()
}
