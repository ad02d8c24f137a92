import { insertRows } from '#server/database/bulk.ts'
import { daysBefore, type Seeding } from './seeding.ts'
import { isInput, type SeededProject } from './structure.ts'
import type { SeededSubmission } from './submissions.ts'
import type { SeededUsers } from './users.ts'

/** Seeds a resolved comment with an answer and an open one, in a submission of the demo accounts. */
export async function seedComments(
  { tx, programmeId, now }: Seeding,
  project: SeededProject,
  submissions: readonly SeededSubmission[],
  users: SeededUsers
): Promise<void> {
  const submission = submissions.find(
    ({ unit, timePeriod }) => unit.ownNumber === 0 && timePeriod.yearsAgo === 0
  )
  const questionnaire = project.questionnaires[0]
  const section = questionnaire?.sections[0]
  const [first, second] = section?.cells.filter(isInput) ?? []
  if (!project.hasOpened || !submission || !questionnaire || !section || !first || !second) return
  const comment = (
    cell: typeof first,
    text: string,
    userId: number,
    daysAgo: number,
    isResolved: boolean
  ) => ({
    programme_id: programmeId,
    questionnaire_id: questionnaire.questionnaireId,
    submission_id: submission.submissionId,
    section_id: section.sectionId,
    question_id: cell.questionId,
    row_id: cell.rowId,
    column_id: cell.columnId,
    case_code_id: 0,
    comment_text: text,
    is_resolved: isResolved,
    created_by_user_id: userId,
    created_at: daysBefore(now, daysAgo)
  })
  const [asked = 0] = await insertRows(
    tx,
    'comments',
    [
      comment(first, 'Is this as of the last day of the period?', users.leadId, 6, true),
      comment(second, 'Waiting for the figure from finance.', users.contributorId, 2, false)
    ],
    'comment_id'
  )
  const answer = comment(
    first,
    'Yes, from the establishment report of that day.',
    users.contributorId,
    5,
    true
  )
  await insertRows(tx, 'comments', [{ ...answer, parent_comment_id: asked }])
}
