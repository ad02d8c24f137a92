import type { Respondent } from './caller.ts'
import { normaliseCaseCode, programmeOfCaseCode } from './case-code.ts'
import type { Database } from './database/schema.ts'
import type { Programme } from './programme.ts'

/** Where a call carries its case code and what the code must open. */
export interface CaseCall {
  params?: { id?: number }
  query?: { case_code?: string | null; submission_id?: number; questionnaire_id?: number }
  body?: { case_code?: string | null; submission_id?: number; questionnaire_id?: number }
}

/** The respondent whose case code stands in the call; null when there is none, it is withdrawn, or it opens something else. */
export async function findRespondent(database: Database, programmes: readonly Programme[], call: CaseCall): Promise<Respondent | null> {
  const typed = call.body?.case_code ?? call.query?.case_code
  if (typed === undefined || typed === null) return null
  const code = normaliseCaseCode(typed)
  const programmeId = programmeOfCaseCode(code)
  if (programmeId === null || !programmes.some(programme => programme.programmeId === programmeId)) return null
  const row = await database
    .selectFrom('case_codes')
    .select(['case_code_id', 'questionnaire_id', 'submission_id', 'status'])
    .where('programme_id', '=', programmeId)
    .where('case_code', '=', code)
    .where('status', '!=', 'withdrawn')
    .executeTakeFirst()
  if (!row) return null
  const questionnaireId = call.body?.questionnaire_id ?? call.query?.questionnaire_id ?? call.params?.id
  const submissionId = call.body?.submission_id ?? call.query?.submission_id
  if (questionnaireId !== row.questionnaire_id || (submissionId !== undefined && submissionId !== row.submission_id)) return null
  return {
    kind: 'respondent',
    programmeId,
    caseCodeId: row.case_code_id,
    questionnaireId: row.questionnaire_id,
    submissionId: row.submission_id,
    isCompleted: row.status === 'completed'
  }
}
