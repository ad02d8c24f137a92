import { normaliseCaseCode } from '#domain/people/case-code.ts'
import type { Database } from '#server/database/schema.ts'
import type { Respondent } from '#server/http/caller.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { programmeOfCaseCode } from './case-code-format.ts'

/** Where a call has its case code, and what the code must give access to. */
export interface CaseCall {
  params?: { id?: number }
  query?: { case_code?: string | null; submission_id?: number; questionnaire_id?: number }
  body?: { case_code?: string | null; submission_id?: number; questionnaire_id?: number }
}

const caseCodeIn = ({ query, body }: CaseCall): string =>
  normaliseCaseCode(body?.case_code ?? query?.case_code ?? '')

/** Whether a call has a case code, valid or not. */
export const namesCaseCode = (call: CaseCall): boolean => caseCodeIn(call) !== ''

/** The respondent of the call's case code; null if the code is missing, withdrawn or for something else. */
export async function findRespondent(
  database: Database,
  programmes: readonly RunningProgramme[],
  call: CaseCall
): Promise<Respondent | null> {
  const code = caseCodeIn(call)
  const programmeId = programmeOfCaseCode(code)
  const programme = programmes.find(one => one.programmeId === programmeId)
  if (programmeId === null || programme === undefined) return null
  const row = await database
    .selectFrom('case_codes')
    .select(['case_code_id', 'questionnaire_id', 'submission_id', 'status'])
    .where(eb => eb.and({ programme_id: programmeId, case_code: code }))
    .where('status', '!=', 'withdrawn')
    .executeTakeFirst()
  if (!row || !opensCase(row, call)) return null
  return {
    kind: 'respondent',
    programmeId,
    timeZone: programme.timeZone,
    caseCodeId: row.case_code_id,
    questionnaireId: row.questionnaire_id,
    submissionId: row.submission_id,
    isCompleted: row.status === 'completed'
  }
}

/**
 * A code is valid for its own questionnaire and submission only. A call without a submission means the
 * code's.
 */
function opensCase(
  code: { questionnaire_id: number; submission_id: number },
  { params, query, body }: CaseCall
): boolean {
  const named = { ...query, ...body }
  const questionnaireId = named.questionnaire_id ?? params?.id
  return (
    questionnaireId === code.questionnaire_id &&
    (named.submission_id ?? code.submission_id) === code.submission_id
  )
}
