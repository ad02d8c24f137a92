import type { SectionCompletion } from '#contract/section-submissions.ts'
import { completionOf, percentOf } from '#domain/completion.ts'
import { readContent } from './content.ts'
import { saveSectionChanges } from './save.ts'
import { sectionStates } from './sections.ts'
import { requireSubmissionWindow } from './window.ts'
import { requireSubmission } from '../auth/ownership.ts'
import type { RouteOf } from '../http/route.ts'

export const getCompletion: RouteOf<'getCompletion'> = async ({ query }, { database, caller }) => {
  const submission = await requireSubmission(database, caller, query.submission_id)
  await requireSubmissionWindow(database, caller.programmeId, query.questionnaire_id, submission)
  const states = await sectionStates(
    database,
    caller.programmeId,
    query.questionnaire_id,
    submission.submission_id,
    0
  )
  const section_submissions: SectionCompletion[] = []
  for (const { section_id, status, updated_at, updated_by, updated_by_user_id } of states) {
    const place = { programmeId: caller.programmeId, submission, sectionId: section_id, caseCodeId: 0 }
    const { left: _, ...counts } = completionOf(await readContent(database, place))
    section_submissions.push({ section_id, ...counts, status, updated_at, updated_by, updated_by_user_id })
  }
  const total = (name: 'applicable_count' | 'answered_count'): number =>
    section_submissions.reduce((sum, section) => sum + section[name], 0)
  const counts = { applicable_count: total('applicable_count'), answered_count: total('answered_count') }
  return { section_submissions, completion_percent: percentOf(counts) }
}

export const saveSection: RouteOf<'saveSection'> = ({ body }, { database, caller, now }) =>
  saveSectionChanges(database, caller, body, now)
