import type { SectionCompletion } from '#contract/section-submissions.ts'
import { completionPercent, countsOfEmpty } from '#domain/answers/completion.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { timestampText } from '#lib/time/timestamp-text.ts'
import { requireSubmission } from '#server/auth/ownership.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteOf } from '#server/http/route.ts'
import { completionOfSections } from './completion.ts'
import { saveSectionChanges } from './save.ts'
import { sectionStates } from './sections.ts'
import { requireSubmissionWindow, windowsOf, type QuestionnaireWindow } from './window.ts'

export const getCompletion: RouteOf<'getCompletion'> = async ({ query }, { database, caller }) => {
  const { programmeId } = caller
  const submission = await requireSubmission(database, caller, query.submission_id)
  const windows =
    query.questionnaire_id === undefined
      ? (await windowsOf(database, programmeId, submission, submission)).filter(isForMembers)
      : [await requireSubmissionWindow(database, programmeId, query.questionnaire_id, submission)]
  const versions = new Map(windows.map(window => [window.questionnaire_id, window.version]))
  const states = await sectionStates(database, caller, [...versions.keys()], submission.submission_id, 0)
  const completions = await completionOfSections(
    database,
    programmeId,
    submission,
    states.map(({ questionnaire_id, section_id }) => ({
      questionnaire_id,
      section_id,
      version: versions.get(questionnaire_id) ?? 0
    }))
  )
  const section_submissions = states.map((state, index): SectionCompletion => {
    const { questionnaire_id, section_id, status, empty_reason } = state
    const counts = empty_reason === null ? completions[index]! : countsOfEmpty(completions[index]!)
    return {
      questionnaire_id,
      section_id,
      ...counts,
      completion_percent: completionPercent(counts, isSectionDone(status)),
      status,
      empty_reason,
      updated_at: state.updated_at,
      updated_by: state.updated_by,
      updated_by_user_id: state.updated_by_user_id,
      signed_off_at: timestampText(state.signed_off_at),
      signed_off_by: state.signed_off_by
    }
  })
  const total = (name: 'applicable_count' | 'answered_count'): number =>
    section_submissions.reduce((sum, section) => sum + section[name], 0)
  const counts = { applicable_count: total('applicable_count'), answered_count: total('answered_count') }
  const isDone = section_submissions.every(({ status }) => isSectionDone(status))
  return { section_submissions, completion_percent: completionPercent(counts, isDone) }
}

/** Respondents fill in the others. */
const isForMembers = ({ questionnaire_type }: QuestionnaireWindow): boolean =>
  questionnaire_type === 'standard'

export const saveSection: RouteOf<'saveSection'> = ({ body }, { database, programmes, caller, now }) =>
  saveSectionChanges({ database, programme: programmeOf(programmes, caller.programmeId) }, caller, body, now)

export const declareEmptySection: RouteOf<'declareEmptySection'> = (
  { body },
  { database, programmes, caller, now }
) =>
  saveSectionChanges(
    { database, programme: programmeOf(programmes, caller.programmeId) },
    caller,
    { ...body, action: 'declare', answers: [] },
    now
  )
