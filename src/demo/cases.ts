// Seeds case codes in every state for the survey of the project that is being collected.

import type { CellValue } from '#contract/questionnaires.ts'
import { generateCaseCode } from '#server/auth/case-code-format.ts'
import { insertRows } from '#server/database/bulk.ts'
import { answerColumns, type SeededAnswer } from './figures.ts'
import { randomFrom } from './random.ts'
import { daysBefore, type Seeding } from './seeding.ts'
import type { SeededProject } from './structure.ts'
import type { SeededSubmission } from './submissions.ts'

type CaseAnswer = (index: number, optionIds: readonly number[], visitedOn: string) => CellValue

/** The answers of the case at `index`, by question code. */
const answersByCode: Readonly<Record<string, CaseAnswer>> = {
  visited_on: (_, __, visitedOn) => visitedOn,
  arrival: (index, optionIds) => optionIds[index % optionIds.length] ?? null,
  first_time: index => (index % 2 === 0 ? 'yes' : 'no'),
  rating: index => 6 + (index % 4),
  listened: () => 'yes',
  waited: index => 5 + 10 * index,
  way: index => 3 + (index % 3),
  better: index => (index === 0 ? 'Shorter waiting.' : null)
}

/** How many sections each case has answered; `null` for a withdrawn code. */
const CASES = [2, 2, 2, 1, 1, 0, 0, 0, null]

/** Seeds cases for the first submission of the demo accounts, if the project has a survey. */
export async function seedCases(
  { tx, programme, programmeId, now }: Seeding,
  { survey }: SeededProject,
  submissions: readonly SeededSubmission[]
): Promise<void> {
  const current = submissions.find(
    ({ unit, timePeriod }) => unit.ownNumber === 0 && timePeriod.yearsAgo === 0
  )
  if (!survey || !current) return
  const { submissionId } = current
  const random = randomFrom(`${programme.code} cases`)
  const dayOf = (index: number): Date => daysBefore(now, 12 - index)
  const rows = CASES.map((answered, index) => ({
    programme_id: programmeId,
    questionnaire_id: survey.questionnaireId,
    submission_id: submissionId,
    case_code: generateCaseCode(programmeId, below => random.whole(0, below - 1)),
    reviewer_name: index === 3 ? 'Rolf Lindqvist' : null,
    reviewer_email_address: index === 3 ? `contributor@${programme.code}.example` : null,
    status:
      answered === null
        ? 'withdrawn'
        : answered === survey.sections.length
          ? 'completed'
          : answered > 0
            ? 'started'
            : 'unused',
    last_activity_at: answered ? dayOf(index) : null,
    created_at: daysBefore(now, 14)
  }))
  const ids = await insertRows(tx, 'case_codes', rows, 'case_code_id')
  for (const [index, answered] of CASES.entries()) {
    for (const section of survey.sections.slice(0, answered ?? 0)) {
      const key = { programme_id: programmeId, submission_id: submissionId, case_code_id: ids[index] }
      const visitedOn = dayOf(index - 9)
        .toISOString()
        .slice(0, 10)
      const given = section.cells.flatMap((cell): SeededAnswer[] => {
        const value = answersByCode[cell.code]?.(index, cell.optionIds, visitedOn) ?? null
        return value === null ? [] : [{ cell, value, isNotAvailable: false }]
      })
      await insertRows(
        tx,
        'answers',
        given.map(answer => ({ ...key, ...answerColumns(answer), updated_at: dayOf(index) }))
      )
      const state = {
        section_id: section.sectionId,
        status: 'complete',
        version: 1,
        updated_at: dayOf(index)
      }
      const required = section.cells.filter(cell => !cell.isOptional).length
      const optional = given.filter(({ cell }) => cell.isOptional).length
      const counts = { applicable_count: required + optional, answered_count: given.length }
      await insertRows(tx, 'section_submissions', [{ ...key, ...state, ...counts }])
    }
  }
}
