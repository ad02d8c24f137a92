import type { LockReason } from '#contract/lock-reason.ts'
import type { Questionnaire, SubSection } from '#contract/questionnaires.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { closingTime, openCellsAt } from '#domain/questionnaires/lock-reason.ts'
import {
  requireProject,
  requireSubmission,
  requireTimePeriod,
  submissionOwner
} from '#server/auth/ownership.ts'
import { requireFound, notFound } from '#server/http/api-error.ts'
import type { Caller } from '#server/http/caller.ts'
import type { RouteContext, RouteOf } from '#server/http/route.ts'
import { cellDetails } from './cell-details.ts'
import { withAnswers } from './content.ts'
import { sectionReaders, sectionStateReply, sectionStates } from './sections.ts'
import { cachedStructure } from './structure-cache.ts'
import {
  lockCheck,
  requireEntry,
  requireNewestWindow,
  requireSubmissionWindow,
  windowsOf,
  type QuestionnaireWindow
} from './window.ts'

const caseCodeOf = (caller: Caller): number => (caller.kind === 'respondent' ? caller.caseCodeId : 0)

function questionnaireReply(window: QuestionnaireWindow, lock: LockReason | null, now: Date): Questionnaire {
  return {
    questionnaire_id: window.questionnaire_id,
    questionnaire_name: window.questionnaire_name,
    questionnaire_type: window.questionnaire_type,
    opens_at: window.opens_at?.toISOString() ?? null,
    closes_at: closingTime(window, now)?.toISOString() ?? null,
    is_locked: lock !== null,
    lock_reason: lock,
    version: window.version
  }
}

export const listQuestionnaires: RouteOf<'listQuestionnaires'> = async (
  { query },
  { database, caller, now }
) => {
  await requireProject(database, caller.programmeId, query.project_id)
  await requireTimePeriod(database, caller.programmeId, query.time_period_id)
  const submission =
    query.submission_id === undefined ? null : await requireSubmission(database, caller, query.submission_id)
  if (
    submission &&
    (submission.project_id !== query.project_id || submission.time_period_id !== query.time_period_id)
  )
    throw notFound('submission')
  const organisationId = submission?.organisation_id ?? caller.organisationId
  const lockOf = await lockCheck(database, caller, query, organisationId, now)
  const windows = await windowsOf(database, caller.programmeId, query, submission)
  const states =
    submission === null
      ? []
      : await sectionStates(
          database,
          caller,
          windows.map(window => window.questionnaire_id),
          submission.submission_id,
          0
        )
  return {
    questionnaires: windows.map(window => {
      const own = states.filter(state => state.questionnaire_id === window.questionnaire_id)
      const sections = own.map(state => sectionStateReply(state, window, lockOf, now))
      return { ...questionnaireReply(window, lockOf(window), now), ...(submission !== null && { sections }) }
    })
  }
}

export const getQuestionnaire: RouteOf<'getQuestionnaire'> = async (
  { params, query },
  { database, caller, now }
) => {
  const submissionId = caller.kind === 'respondent' ? caller.submissionId : query.submission_id
  const submission =
    submissionId === undefined ? null : await requireSubmission(database, caller, submissionId)
  const window = submission
    ? await requireSubmissionWindow(database, caller.programmeId, params.id, submission)
    : await requireNewestWindow(database, caller.programmeId, params.id)
  const organisationId =
    submission?.organisation_id ?? (caller.kind === 'user' ? caller.organisationId : null)
  const lockOf = await lockCheck(database, caller, window, organisationId, now)
  const reply = questionnaireReply(window, lockOf(window), now)
  const owner =
    submission === null || caller.kind === 'respondent'
      ? null
      : await submissionOwner(database, { programmeId: caller.programmeId, submission })
  return { ...reply, project_id: window.project_id, time_period_id: window.time_period_id, submission: owner }
}

export const listSections: RouteOf<'listSections'> = async (input, context) => {
  const { sections } = await listSectionStates(input, context)
  return { sections }
}

async function listSectionStates(
  { params, query }: { params: { id: number }; query: { submission_id: number } },
  { database, caller, now }: Pick<RouteContext<'case_code'>, 'database' | 'caller' | 'now'>
) {
  const named = { questionnaire_id: params.id, submission_id: query.submission_id }
  const { submission, window, lockOf } = await requireEntry(database, caller, named, now)
  const states = await sectionStates(
    database,
    caller,
    [params.id],
    submission.submission_id,
    caseCodeOf(caller)
  )
  return { window, submission, sections: states.map(state => sectionStateReply(state, window, lockOf, now)) }
}

export const getSectionQuestions: RouteOf<'getSectionQuestions'> = async ({ params, query }, context) => {
  const { database, caller } = context
  const { window, submission, sections } = await listSectionStates({ params, query }, context)
  const section = requireFound(
    sections.find(candidate => candidate.section_id === params.sid),
    'section'
  )
  const place = {
    programmeId: caller.programmeId,
    submission,
    sectionId: params.sid,
    caseCodeId: caseCodeOf(caller)
  }
  if (query.cell !== undefined)
    return {
      section,
      sub_sections: [],
      cell_details: await cellDetails(database, caller, place, query.cell)
    }
  const structure = await cachedStructure(database, {
    programmeId: caller.programmeId,
    questionnaireId: params.id,
    sectionId: params.sid,
    version: window.version
  })
  const content = await withAnswers(database, place, structure)
  const openCells = openCellsAt(window, context.now, params.sid)
  return {
    section,
    sub_sections: openCells === null ? content : closeOtherCells(content, openCells),
    ...(query.is_watching && { readers: await sectionReaders(database, caller, place, context.now) })
  }
}

function closeOtherCells(
  subSections: readonly SubSection[],
  openCells: readonly CellAddress[]
): SubSection[] {
  const open = new Set(openCells.map(cellKey))
  return subSections.map(subSection => ({
    ...subSection,
    questions: subSection.questions.map(question => ({
      ...question,
      is_closed: !open.has(cellKey(question))
    }))
  }))
}
