// Seeds what respondents answered in the surveys of this year and the last: a few cases of each submission, with a level of its own. This
// year's cases of the demo accounts are in cases.ts.

import type { CellValue } from '#contract/questionnaires.ts'
import { generateCaseCode } from '#server/auth/case-code-format.ts'
import { insertRows } from '#server/database/bulk.ts'
import { answerColumns, type SeededAnswer } from './figures.ts'
import { randomFrom, type Random } from './random.ts'
import { daysBefore, type Seeding } from './seeding.ts'
import type { SeededCell, SeededProject } from './structure.ts'
import type { SeededSubmission } from './submissions.ts'

/** By years ago: how many days ago cases were answered, and how many of them are complete. */
const ROUNDS = [
  { first: 1, last: 40, completeShare: 0.6 },
  { first: 330, last: 420, completeShare: 0.85 }
]
/** Some submissions have too few cases for a figure. */
const FEW_SHARE = 0.08

const clamp = (value: number, from: number, to: number): number =>
  Math.min(to, Math.max(from, Math.round(value)))

/** How a respondent answers, by question code; `level` is how good the unit is, 0 on average. */
const drawByCode: Readonly<Record<string, (random: Random, level: number, cell: SeededCell) => CellValue>> = {
  arrival: (random, _, { optionIds }) => optionIds[random.chance(0.55) ? 0 : random.whole(1, 2)] ?? null,
  first_time: random => (random.chance(0.4) ? 'yes' : 'no'),
  rating: (random, level) => clamp(7.4 + 0.8 * level + 1.6 * random.normal(), 0, 10),
  listened: (random, level) => (random.chance(clamp(82 + 6 * level, 50, 98) / 100) ? 'yes' : 'no'),
  waited: (random, level) => clamp(22 * Math.exp(-0.2 * level + 0.6 * random.normal()), 0, 240),
  way: (random, level) => clamp(3.7 + 0.4 * level + 1.1 * random.normal(), 1, 5)
}

interface DrawnCase {
  submission: SeededSubmission
  level: number
  answeredAt: Date
  isComplete: boolean
}

function drawCases(random: Random, now: Date, submission: SeededSubmission): DrawnCase[] {
  const round =
    submission.unit.ownNumber !== null && submission.timePeriod.yearsAgo === 0
      ? undefined
      : ROUNDS[submission.timePeriod.yearsAgo]
  if (!round) return []
  const level = random.normal()
  const issued = random.chance(FEW_SHARE) ? random.whole(2, 4) : random.whole(9, 20)
  return Array.from({ length: issued }, () => ({
    submission,
    level,
    answeredAt: daysBefore(now, random.whole(round.first, round.last)),
    isComplete: random.chance(round.completeShare)
  }))
}

/** They have a random generator of their own, so that they change no other value. */
export async function seedRespondents(
  { tx, programme, programmeId, now }: Seeding,
  { survey }: SeededProject,
  submissions: readonly SeededSubmission[]
): Promise<void> {
  if (!survey) return
  const random = randomFrom(`${programme.code} respondents`)
  const cases = submissions.flatMap(submission => drawCases(random, now, submission))
  const ids = await insertRows(
    tx,
    'case_codes',
    cases.map(({ submission, answeredAt, isComplete }) => ({
      programme_id: programmeId,
      questionnaire_id: survey.questionnaireId,
      submission_id: submission.submissionId,
      case_code: generateCaseCode(programmeId, below => random.whole(0, below - 1)),
      status: isComplete ? 'completed' : 'unused',
      last_activity_at: isComplete ? answeredAt : null,
      created_at: daysBefore(answeredAt, 10)
    })),
    'case_code_id'
  )
  const answers: object[] = []
  const states: object[] = []
  for (const [index, { submission, level, answeredAt, isComplete }] of cases.entries()) {
    if (!isComplete) continue
    const key = {
      programme_id: programmeId,
      submission_id: submission.submissionId,
      case_code_id: ids[index],
      updated_at: answeredAt
    }
    for (const { sectionId, cells } of survey.sections) {
      const given = cells.flatMap((cell): SeededAnswer[] => {
        const value =
          cell.code === 'visited_on'
            ? answeredAt.toISOString().slice(0, 10)
            : (drawByCode[cell.code]?.(random, level, cell) ?? null)
        return value === null ? [] : [{ cell, value, isNotAvailable: false }]
      })
      answers.push(...given.map(answer => ({ ...answerColumns(answer), ...key })))
      const required = cells.filter(cell => !cell.isOptional).length
      states.push({
        ...key,
        section_id: sectionId,
        status: 'complete',
        version: 1,
        applicable_count: required,
        answered_count: given.length
      })
    }
  }
  await insertRows(tx, 'answers', answers)
  await insertRows(tx, 'section_submissions', states)
}
