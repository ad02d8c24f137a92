import { sql } from 'kysely'
import type { CaseCodeStatus } from '#contract/case-codes.ts'
import { MAX_CASE_CODES } from '#contract/limits.ts'
import { ISSUED_STATUSES, normaliseCaseCode } from '#domain/people/case-code.ts'
import { codesClosedBecause } from '#domain/questionnaires/code-lock.ts'
import { requireActiveOrganisation } from '#server/auth/active-organisation.ts'
import { generateCaseCode } from '#server/auth/case-code-format.ts'
import { mayActFor } from '#server/auth/ownership.ts'
import { bumpAggregateVersions } from '#server/database/data-version.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { requireFound, requireRow, invalid, lockedError, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteOf } from '#server/http/route.ts'
import { lockScope, type LockedScope } from '#server/questionnaires/locked-scope.ts'
import { refusalTextFor, requireEntry, type QuestionnaireWindow } from '#server/questionnaires/window.ts'
import { countCaseAnswers, isCaseComplete, matchesSearch, readCases, type CaseScope } from './cases.ts'
import { checkSurvey } from './survey-check.ts'

interface SurveyIds {
  questionnaire_id: number
  submission_id: number
}

/** The call's questionnaire and submission, if the caller may access both. */
async function requireSurvey(
  database: Database,
  caller: CallingUser,
  named: SurveyIds,
  now: Date
): Promise<CaseScope> {
  requireCases((await requireEntry(database, caller, named, now)).window)
  return caseScopeOf(caller, named)
}

export function requireCases({ questionnaire_type }: Pick<QuestionnaireWindow, 'questionnaire_type'>): void {
  if (questionnaire_type !== 'case') throw invalid('questionnaire_id', 'is not a survey by case codes')
}

const caseScopeOf = (
  { programmeId }: CallingUser,
  { questionnaire_id, submission_id }: SurveyIds
): CaseScope => ({
  programmeId,
  questionnaireId: questionnaire_id,
  submissionId: submission_id
})

export const listCaseCodes: RouteOf<'listCaseCodes'> = async ({ query }, { database, caller, now }) => {
  const place = await requireSurvey(database, caller, query, now)
  const { total, issued } = await database
    .selectFrom('case_codes')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('status', 'in', ISSUED_STATUSES).as('issued')
    ])
    .where('programme_id', '=', caller.programmeId)
    .where('questionnaire_id', '=', query.questionnaire_id)
    .where('submission_id', '=', query.submission_id)
    .$if(query.search !== undefined, builder =>
      builder.where(matchesSearch('case_codes', query.search ?? ''))
    )
    .executeTakeFirstOrThrow()
  return {
    case_codes: await readCases(database, place, query),
    total,
    withdrawn_count: total - issued
  }
}

/** A completed code takes no more answers, so its last activity is its completion. */
export const listCaseResponses: RouteOf<'listCaseResponses'> = async (
  { query },
  { database, caller, now }
) => {
  await requireSurvey(database, caller, query, now)
  const { rows } = await sql<{ response_date: string | null; code_count: number; completed_count: number }>`
    select to_char(last_activity_at at time zone ${caller.timeZone}, 'YYYY-MM-DD') as response_date,
      count(*)::integer as code_count,
      (count(*) filter (where status = 'completed'))::integer as completed_count
    from case_codes
    where programme_id = ${caller.programmeId} and questionnaire_id = ${query.questionnaire_id}
      and submission_id = ${query.submission_id} and status = any(${ISSUED_STATUSES}::text[])
    group by 1 order by 1`.execute(database)
  return {
    code_count: rows.reduce((sum, row) => sum + row.code_count, 0),
    response_days: rows.flatMap(({ response_date, completed_count }) =>
      response_date === null || completed_count === 0 ? [] : [{ response_date, completed_count }]
    )
  }
}

function requireCodesOpen(
  { lock, caller, window, now }: LockedScope<CallingUser>,
  act: Parameters<typeof codesClosedBecause>[1]
): void {
  const reason = codesClosedBecause(lock, act)
  if (reason !== null) throw lockedError(refusalTextFor(reason, caller, window, now))
}

export const createCaseCodes: RouteOf<'createCaseCodes'> = async ({ body }, { database, caller, now }) => {
  const ids = await transaction(database, async tx => {
    const scope = await lockScope(tx, caller, body, now)
    requireCases(scope.window)
    requireCodesOpen(scope, 'issue')
    return body.case_code
      ? restoreWithdrawnCode(scope, body.case_code)
      : insertCodes(scope, body.quantity ?? 1)
  })
  const place = caseScopeOf(caller, body)
  return { case_codes: await readCases(database, place, { limit: MAX_CASE_CODES, offset: 0 }, ids) }
}

async function insertCodes(
  { tx, caller, submission, window, now }: LockedScope<CallingUser>,
  quantity: number
): Promise<number[]> {
  await bumpAggregateVersions(tx, caller.programmeId, [window.questionnaire_id], submission.submission_id)
  const ids: number[] = []
  // A repetition of 50 random bits is practically impossible; if it occurs, another code is created.
  while (ids.length < quantity) {
    const rows = await tx
      .insertInto('case_codes')
      .values(
        Array.from({ length: quantity - ids.length }, () => ({
          programme_id: caller.programmeId,
          questionnaire_id: window.questionnaire_id,
          submission_id: submission.submission_id,
          case_code: generateCaseCode(caller.programmeId),
          status: 'unused' as const,
          created_at: now
        }))
      )
      .onConflict(conflict => conflict.columns(['programme_id', 'case_code']).doNothing())
      .returning('case_code_id')
      .execute()
    ids.push(...rows.map(row => row.case_code_id))
  }
  return ids
}

/** Restores a withdrawn code to its previous status; other codes stay unchanged. */
async function restoreWithdrawnCode(
  { tx, caller, submission, window }: LockedScope<CallingUser>,
  typed: string
): Promise<number[]> {
  const scope = caseScopeOf(caller, { ...window, ...submission })
  const { case_code_id: id } = await requireRow(
    tx.selectFrom('case_codes').select('case_code_id'),
    {
      programme_id: scope.programmeId,
      case_code: normaliseCaseCode(typed),
      questionnaire_id: scope.questionnaireId,
      submission_id: scope.submissionId
    },
    'case code'
  )
  const status = await lockStatus(tx, scope.programmeId, id)
  if (status !== 'withdrawn') return [id]
  await bumpAggregateVersions(tx, scope.programmeId, [scope.questionnaireId], scope.submissionId)
  const answers = await countCaseAnswers(tx, scope, id)
  const isComplete = answers > 0 && (await isCaseComplete(tx, scope, id))
  await setCodeStatus(
    tx,
    scope.programmeId,
    id,
    answers === 0 ? 'unused' : isComplete ? 'completed' : 'started'
  )
  return [id]
}

/** The status of a code, locked until the transaction ends. */
async function lockStatus(tx: Tx, programmeId: number, caseCodeId: number): Promise<CaseCodeStatus> {
  await lockRow(tx, 'case_codes', programmeId, caseCodeId, { forRemoval: true })
  const { status } = await tx
    .selectFrom('case_codes')
    .select('status')
    .where(eb => eb.and({ programme_id: programmeId, case_code_id: caseCodeId }))
    .executeTakeFirstOrThrow()
  return status
}

function setCodeStatus(tx: Tx, programmeId: number, caseCodeId: number, status: CaseCodeStatus) {
  return tx
    .updateTable('case_codes')
    .set({ status })
    .where(eb => eb.and({ programme_id: programmeId, case_code_id: caseCodeId }))
    .executeTakeFirst()
}

/** The code with this id and its survey, if the caller may access its submission. */
async function requireCase(
  database: Database,
  caller: CallingUser,
  caseCodeId: number
): Promise<CaseScope & { organisationId: number }> {
  const code = await requireRow(
    database
      .selectFrom('case_codes as k')
      .innerJoin('submissions as s', join => inProgramme(join, 's', 'k', 'submission_id'))
      .select(['k.questionnaire_id', 'k.submission_id', 's.organisation_id']),
    { 'k.programme_id': caller.programmeId, 'k.case_code_id': caseCodeId },
    'case code'
  )
  if (!mayActFor(caller, code.organisation_id)) throw notFound('case code')
  return {
    programmeId: caller.programmeId,
    questionnaireId: code.questionnaire_id,
    submissionId: code.submission_id,
    organisationId: code.organisation_id
  }
}

/** Product 16: an unused code is deleted; a used one is withdrawn, and only when that is confirmed. Its answers stay. */
export const deleteCaseCode: RouteOf<'deleteCaseCode'> = async (
  { params, body },
  { database, caller, now }
) => {
  const scope = await requireCase(database, caller, params.id)
  return transaction(database, async tx => {
    const named = { questionnaire_id: scope.questionnaireId, submission_id: scope.submissionId }
    requireCodesOpen(await lockScope(tx, caller, named, now), 'withdraw')
    const status = await lockStatus(tx, caller.programmeId, params.id)
    const answer_count = await countCaseAnswers(tx, scope, params.id)
    const answer = (outcome: 'deleted' | 'withdrawn' | 'confirmation_needed') => ({
      case_code_id: params.id,
      status: outcome,
      answer_count
    })
    if (status === 'withdrawn') return answer('withdrawn')
    if (status === 'unused' && answer_count === 0) {
      await tx
        .deleteFrom('case_codes')
        .where(eb => eb.and({ programme_id: caller.programmeId, case_code_id: params.id }))
        .execute()
      await bumpAggregateVersions(tx, scope.programmeId, [scope.questionnaireId], scope.submissionId)
      return answer('deleted')
    }
    if (!body.confirm) return answer('confirmation_needed')
    await bumpAggregateVersions(tx, scope.programmeId, [scope.questionnaireId], scope.submissionId)
    await setCodeStatus(tx, caller.programmeId, params.id, 'withdrawn')
    return answer('withdrawn')
  })
}

export const editReviewer: RouteOf<'editReviewer'> = async ({ params, body }, { database, caller }) => {
  const scope = await requireCase(database, caller, params.id)
  const { reviewer_name, reviewer_email_address } = body
  if (reviewer_name === null && reviewer_email_address)
    throw invalid('reviewer_name', 'must be given with an email address')
  await transaction(database, async tx => {
    if (reviewer_name !== null) await requireActiveOrganisation(tx, caller.programmeId, scope.organisationId)
    await tx
      .updateTable('case_codes')
      .set({ reviewer_name, reviewer_email_address: reviewer_email_address ?? null })
      .where(eb => eb.and({ programme_id: caller.programmeId, case_code_id: params.id }))
      .execute()
  })
  const [code] = await readCases(database, scope, { limit: 1, offset: 0 }, [params.id])
  return requireFound(code, 'case code')
}

export const checkCaseCode: RouteOf<'checkCaseCode'> = ({ query }, context) => checkSurvey(query, context)
