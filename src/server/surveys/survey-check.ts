// Checks whether a case code opens its survey now, and if not why. The operation is open to anyone, so it is
// rate limited against guessing.

import type { checkCaseCode, SurveyClosedReason } from '#contract/case-codes.ts'
import type { ReceivedOf, ReplyOf } from '#contract/endpoint.ts'
import { normaliseCaseCode } from '#domain/people/case-code.ts'
import { programmeOfCaseCode } from '#server/auth/case-code-format.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteContext } from '#server/http/route.ts'
import {
  lockCheck,
  requireSubmissionWindow,
  type QuestionnaireWindow
} from '#server/questionnaires/window.ts'
import { readCases } from './cases.ts'

type CheckQuery = ReceivedOf<typeof checkCaseCode>['query']
type SurveyCheck = ReplyOf<typeof checkCaseCode>

const unknown: SurveyCheck = {
  is_valid: false,
  case_code_id: null,
  case_code: null,
  status: null,
  survey_closed_reason: 'not_found',
  questionnaire_name: null,
  organisation_name: null,
  submission_name: null,
  section_ids: [],
  completion_percent: 0,
  closes_at: null
}

/** A completed code is valid and reported as such, because its holder may still see the confirmation page. */
export async function checkSurvey(asked: CheckQuery, context: RouteContext<'open'>): Promise<SurveyCheck> {
  const { database, programmes, limits } = context
  const code = normaliseCaseCode(asked.case_code)
  const programmeId = programmeOfCaseCode(code)
  if (programmeId === null || !programmes.some(programme => programme.programmeId === programmeId))
    return unknown
  const row = await findCaseCode(database, programmeId, code, asked)
  if (!row) {
    limits.countUnknownCode()
    return unknown
  }
  limits.countCaseCode(`${programmeId} ${row.case_code_id}`)
  const window = await requireSubmissionWindow(database, programmeId, row.questionnaire_id, row)
  const place = { programmeId, questionnaireId: row.questionnaire_id, submissionId: row.submission_id }
  const [found] = await readCases(database, place, { limit: 1, offset: 0 }, [row.case_code_id])
  const reason = await reasonAgainst(context, programmeId, row, window)
  return {
    is_valid: reason === null || reason === 'completed',
    case_code_id: row.case_code_id,
    case_code: found?.case_code ?? null,
    status: row.status,
    survey_closed_reason: reason,
    questionnaire_name: window.questionnaire_name,
    organisation_name: row.organisation_name,
    submission_name: row.submission_name,
    section_ids: await sectionIds(database, programmeId, row.questionnaire_id),
    completion_percent: found?.completion_percent ?? 0,
    closes_at: window.closes_at?.toISOString() ?? null
  }
}

type CheckedCode = NonNullable<Awaited<ReturnType<typeof findCaseCode>>>

function findCaseCode(database: Database, programmeId: number, code: string, asked: CheckQuery) {
  return database
    .selectFrom('case_codes as k')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'k', 'submission_id'))
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 's', 'organisation_id'))
    .select(['k.case_code_id', 'k.status', 'k.questionnaire_id', 'k.submission_id'])
    .select([
      's.submission_name',
      's.time_period_id',
      's.project_id',
      's.scope_id',
      's.organisation_id',
      'o.organisation_name'
    ])
    .where('k.programme_id', '=', programmeId)
    .where('k.case_code', '=', code)
    .where('k.questionnaire_id', '=', asked.questionnaire_id)
    .where('k.submission_id', '=', asked.submission_id)
    .executeTakeFirst()
}

async function reasonAgainst(
  { database, now, programmes }: RouteContext<'open'>,
  programmeId: number,
  row: CheckedCode,
  window: QuestionnaireWindow
): Promise<SurveyClosedReason | null> {
  if (row.status === 'withdrawn' || row.status === 'completed') return row.status
  const respondent = {
    kind: 'respondent' as const,
    programmeId,
    timeZone: programmeOf(programmes, programmeId).timeZone,
    caseCodeId: row.case_code_id,
    questionnaireId: row.questionnaire_id,
    submissionId: row.submission_id,
    isCompleted: false
  }
  const lockOf = await lockCheck(database, respondent, row, row.organisation_id, now)
  const lock = lockOf(window)
  if (lock === null) return null
  const isOver =
    lock === 'closed' || lock === 'locked_by_admin' || lock === 'accepted' || lock === 'complete_only'
  return isOver ? 'closed' : 'not_open'
}

async function sectionIds(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<number[]> {
  const rows = await database
    .selectFrom('sections')
    .select('section_id')
    .where(eb => eb.and({ programme_id: programmeId, questionnaire_id: questionnaireId, is_active: true }))
    .orderBy('display_order')
    .orderBy('section_id')
    .limit(500)
    .execute()
  return rows.map(row => row.section_id)
}
