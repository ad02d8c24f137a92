import { insertRows } from '#server/database/bulk.ts'
import {
  answerColumns,
  answersGiven,
  seededAnswers,
  type DrawnFigures,
  type QuestionRatios,
  type SeededAnswer
} from './figures.ts'
import { importHistory, type PastSection } from './history.ts'
import { repeatedAnswers } from './repeated-answers.ts'
import { daysBefore, type Seeding } from './seeding.ts'
import { isInput, type SeededProject, type SeededSection } from './structure.ts'
import type { SeededSubmission } from './submissions.ts'
import type { SeededUsers } from './users.ts'

/** Seeds answers and section states: earlier periods are signed off or imported, the newest one is partly filled. */
export async function seedAnswers(
  seeding: Seeding,
  project: SeededProject,
  submissions: readonly SeededSubmission[],
  users: SeededUsers
): Promise<void> {
  const sections = project.questionnaires.flatMap(questionnaire => questionnaire.sections)
  const ratiosByLineage = new Map<number, QuestionRatios>()
  const answerRows: object[] = []
  const sectionRows: object[] = []
  const past: PastSection[] = []
  for (const submission of submissions) {
    if (submission.timePeriod.yearsAgo === 0 && !project.hasOpened) continue
    const ratios = ratiosByLineage.get(submission.unit.lineageId) ?? new Map<string, number>()
    ratiosByLineage.set(submission.unit.lineageId, ratios)
    const figures: DrawnFigures = new Map()
    const filled = filledSections(seeding, submission, sections.length)
    for (const [index, section] of sections.entries()) {
      const answers = seededAnswers(
        section,
        submission.unit,
        ratios,
        figures,
        submission.timePeriod.yearsAgo,
        seeding.random
      )
      const share = Math.min(1, Math.max(0, filled - index))
      const given = answersGiven(answers, share)
      if (given.length === 0) continue
      if (submission.submissionId === 0) {
        past.push({ submission, section, answers: given })
        continue
      }
      const repeated = repeatedAnswers(section, submission)
      answerRows.push(...[...given, ...repeated].map(answer => answerRow(seeding, submission, answer, users)))
      sectionRows.push(sectionRow(seeding, submission, section, given, repeated.length, users))
    }
  }
  await insertRows(seeding.tx, 'answers', answerRows)
  await insertRows(seeding.tx, 'section_submissions', sectionRows)
  if (past.length > 0) await importHistory(seeding, project, past)
}

/** How many sections are filled, with a fraction for the one being worked on. */
function filledSections(
  { random }: Seeding,
  { timePeriod, unit }: SeededSubmission,
  sections: number
): number {
  if (timePeriod.yearsAgo > 0) return sections
  if (unit.ownNumber !== null) return [2.55, 1, 0][unit.ownNumber] ?? 0
  if (random.chance(0.12)) return 0
  return random.chance(0.7) ? sections : random.whole(1, sections) - 0.4
}

function answerRow(
  { programmeId }: Seeding,
  { submissionId, unit, enteredAt }: SeededSubmission,
  answer: SeededAnswer,
  users: SeededUsers
): object {
  return {
    programme_id: programmeId,
    submission_id: submissionId,
    case_code_id: 0,
    ...answerColumns(answer),
    updated_at: enteredAt,
    updated_by_user_id: unit.ownNumber === null ? null : users.contributorId
  }
}

function sectionRow(
  { programmeId, now }: Seeding,
  { submissionId, unit, timePeriod, enteredAt }: SeededSubmission,
  section: SeededSection,
  given: readonly SeededAnswer[],
  repeated: number,
  users: SeededUsers
): object {
  const required = section.cells.filter(cell => isInput(cell) && !cell.isOptional).length
  const inputs = given.filter(answer => isInput(answer.cell))
  const optional = inputs.filter(answer => answer.cell.isOptional).length
  const isComplete = inputs.length - optional === required
  const signedOffAt =
    isComplete && timePeriod.yearsAgo > 0 ? daysBefore(now, timePeriod.yearsAgo * 365) : null
  return {
    programme_id: programmeId,
    submission_id: submissionId,
    section_id: section.sectionId,
    case_code_id: 0,
    status: signedOffAt ? 'signed_off' : isComplete ? 'complete' : 'in_progress',
    version: 1,
    applicable_count: required + optional + repeated,
    answered_count: inputs.length + repeated,
    updated_at: enteredAt,
    updated_by_user_id: unit.ownNumber === null ? null : users.contributorId,
    signed_off_at: signedOffAt,
    signed_off_by_user_id: signedOffAt && unit.ownNumber !== null ? users.leadId : null
  }
}
