import { insertRows } from '#server/database/bulk.ts'
import {
  answerColumns,
  answersGiven,
  seededAnswers,
  type DrawnFigures,
  type QuestionRatios,
  type SeededAnswer
} from './figures.ts'
import { repeatedAnswers } from './repeated-answers.ts'
import { daysBefore, type Seeding } from './seeding.ts'
import { isInput, type SeededProject, type SeededSection } from './structure.ts'
import type { SeededSubmission } from './submissions.ts'
import type { SeededUsers } from './users.ts'

/** Seeds answers and section states: earlier periods are signed off, the one being collected is partly filled. */
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
  for (const submission of submissions) {
    if (submission.timePeriod.yearsAgo === 0 && !project.isCollecting) continue
    const ratios = ratiosByLineage.get(submission.unit.lineageId) ?? new Map<string, number>()
    ratiosByLineage.set(submission.unit.lineageId, ratios)
    const figures: DrawnFigures = new Map()
    const columns = importedColumns(seeding, project.importedFrom, submission)
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
      const repeated = repeatedAnswers(section, submission)
      answerRows.push(
        ...[...given, ...repeated].map(answer => ({
          ...answerRow(seeding, submission, answer, users),
          ...columns.answer
        }))
      )
      sectionRows.push({
        ...sectionRow(seeding, submission, section, given, repeated.length, users),
        ...columns.section
      })
    }
  }
  await insertRows(seeding.tx, 'answers', answerRows)
  await insertRows(seeding.tx, 'section_submissions', sectionRows)
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

/** Days since the history of a project was imported. */
const IMPORTED_DAYS_AGO = 90

/** What an import writes instead of who entered and signed off answers. */
function importedColumns({ now }: Seeding, source: string | null, { timePeriod }: SeededSubmission) {
  if (source === null || timePeriod.yearsAgo === 0)
    return { answer: { source_author: null, source_time: null }, section: { is_imported: false } }
  const written = { updated_at: daysBefore(now, IMPORTED_DAYS_AGO), updated_by_user_id: null }
  const source_time = daysBefore(now, timePeriod.yearsAgo * 365 + 6)
  return {
    answer: { ...written, source_author: source, source_time },
    section: { ...written, signed_off_at: null, signed_off_by_user_id: null, is_imported: true }
  }
}

function answerRow(
  { programmeId, now }: Seeding,
  { submissionId, unit, timePeriod }: SeededSubmission,
  answer: SeededAnswer,
  users: SeededUsers
): object {
  return {
    programme_id: programmeId,
    submission_id: submissionId,
    case_code_id: 0,
    ...answerColumns(answer),
    updated_at: daysBefore(now, timePeriod.yearsAgo * 365 + 6),
    updated_by_user_id: unit.ownNumber === null ? null : users.contributorId
  }
}

function sectionRow(
  { programmeId, now }: Seeding,
  { submissionId, unit, timePeriod }: SeededSubmission,
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
    updated_at: daysBefore(now, timePeriod.yearsAgo * 365 + 6),
    updated_by_user_id: unit.ownNumber === null ? null : users.contributorId,
    signed_off_at: signedOffAt,
    signed_off_by_user_id: signedOffAt && unit.ownNumber !== null ? users.leadId : null
  }
}
