// The case codes of a questionnaire and submission (product 16).

import { loadableStore, type LoadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { $session } from '#browser/stores/session.ts'
import {
  createCaseCodes,
  deleteCaseCode,
  editReviewer,
  listCaseCodes,
  listCaseResponses,
  type CaseCode,
  type CaseCodeStatus
} from '#contract/case-codes.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_CASE_CODES } from '#contract/limits.ts'
import { getSurveySummary } from '#contract/survey-summary.ts'
import { hasAccess } from '#domain/people/roles.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { mapResult, ok, type Result } from '#lib/result.ts'
import { totalOf } from '#lib/total-of.ts'

export interface CaseCodeScope {
  questionnaireId: number
  submissionId: number
}

export interface Codes {
  codes: readonly CaseCode[]
  /** The total number of codes, also when the list is truncated. */
  total: number
  /** How many of the total are withdrawn. */
  withdrawn: number
}

const codeLists = new Map<string, LoadableStore<Codes>>()

/** The list for one scope. The hub and the dialog share it. */
export function codeListOf({ questionnaireId, submissionId }: CaseCodeScope): LoadableStore<Codes> {
  const name = `${questionnaireId}/${submissionId}`
  const known = codeLists.get(name) ?? loadableStore<Codes>()
  codeLists.set(name, known)
  return known
}

const mayCall = ({ access }: { access: Parameters<typeof hasAccess>[1] }): boolean =>
  hasAccess($session.get().user?.role_type_id ?? Number.POSITIVE_INFINITY, access)

export const mayManageCodes = (): boolean => mayCall(listCaseCodes)

export const maySeeResults = (): boolean => mayCall(getSurveySummary)

const fetchCodes = ({ questionnaireId, submissionId }: CaseCodeScope, offset: number, search?: string) =>
  call(listCaseCodes, {
    query: {
      questionnaire_id: questionnaireId,
      submission_id: submissionId,
      limit: MAX_CASE_CODES,
      offset,
      ...(search !== undefined && { search })
    }
  })

const codesOf = ({ case_codes, total, withdrawn_count }: ReplyOf<typeof listCaseCodes>): Codes => ({
  codes: case_codes,
  withdrawn: withdrawn_count ?? countByStatus(case_codes).withdrawn,
  total: totalOf(total, { offset: 0, limit: MAX_CASE_CODES, count: case_codes.length })
})

/** Looks among all codes, also those that are not loaded. */
export const findCodes = async (scope: CaseCodeScope, search: string): Promise<Result<Codes>> =>
  mapResult(await fetchCodes(scope, 0, search), codesOf)

export const fetchResponses = ({ questionnaireId, submissionId }: CaseCodeScope) =>
  call(listCaseResponses, { query: { questionnaire_id: questionnaireId, submission_id: submissionId } })

/** Permissions differ between users, so one user's list is never shown to the next. */
export const loadCodes = (scope: CaseCodeScope): Promise<void> =>
  codeListOf(scope).load($session.get().user?.sub ?? '', async () =>
    mapResult(await fetchCodes(scope, 0), codesOf)
  )

/** Loads the next page of codes: as many as one call returns (spec 9). */
export async function loadMoreCodes(scope: CaseCodeScope): Promise<Result<unknown>> {
  const listed = codeListOf(scope).get()
  const offset = listed.state === 'ready' ? listed.value.codes.length : 0
  const result = await fetchCodes(scope, offset)
  if (!result.ok) return result
  const { case_codes, withdrawn_count } = result.value
  const total = totalOf(result.value.total, { offset, limit: MAX_CASE_CODES, count: case_codes.length })
  codeListOf(scope).change(({ codes: loaded }) => {
    const known = new Set(loaded.map(code => code.case_code_id))
    const codes = [...loaded, ...case_codes.filter(code => !known.has(code.case_code_id))]
    return { codes, total, withdrawn: withdrawn_count ?? countByStatus(codes).withdrawn }
  })
  return result
}

/** Creates codes. The server sorts them last, so they are appended only when the whole list is loaded. */
export async function createCodes(
  scope: CaseCodeScope,
  quantity: number
): Promise<Result<readonly CaseCode[]>> {
  const result = await call(createCaseCodes, {
    body: { questionnaire_id: scope.questionnaireId, submission_id: scope.submissionId, quantity }
  })
  if (!result.ok) return result
  const made = result.value.case_codes
  codeListOf(scope).change(({ codes, total, withdrawn }) => ({
    codes: codes.length === total ? [...codes, ...made] : codes,
    total: total + made.length,
    withdrawn
  }))
  return ok(made)
}

/** Restores a withdrawn code to its earlier status. */
export async function restoreCaseCode(scope: CaseCodeScope, code: CaseCode): Promise<Result<unknown>> {
  const result = await call(createCaseCodes, {
    body: {
      questionnaire_id: scope.questionnaireId,
      submission_id: scope.submissionId,
      case_code: code.case_code
    }
  })
  const back = result.ok ? result.value.case_codes[0] : undefined
  if (back !== undefined) replaceCode(scope, code, back)
  return result
}

/**
 * Deletes an unused code. A used one is withdrawn only when confirmed; otherwise the reply says how many
 * answers it has.
 */
export async function revokeCode(
  scope: CaseCodeScope,
  code: CaseCode,
  confirm: boolean
): Promise<Result<ReplyOf<typeof deleteCaseCode>>> {
  const result = await call(deleteCaseCode, { params: { id: code.case_code_id }, body: { confirm } })
  if (result.ok && result.value.status === 'withdrawn')
    replaceCode(scope, code, { ...code, status: 'withdrawn' })
  if (result.ok && result.value.status === 'deleted') {
    codeListOf(scope).change(({ codes, total, withdrawn }) => ({
      codes: codes.filter(other => other.case_code_id !== code.case_code_id),
      total: total - 1,
      withdrawn
    }))
  }
  return result
}

/** Sets the reviewer of a case; an empty name removes the reviewer. */
export async function saveReviewer(
  scope: CaseCodeScope,
  code: CaseCode,
  name: string,
  emailAddress: string
): Promise<Result<CaseCode>> {
  const result = await call(editReviewer, {
    params: { id: code.case_code_id },
    body: { reviewer_name: name.trim() || null, reviewer_email_address: emailAddress.trim() || null }
  })
  if (result.ok) replaceCode(scope, code, result.value)
  return result
}

/** The code may be one that was found by search and is not in the list, whose counts are of all codes. */
const replaceCode = (scope: CaseCodeScope, before: CaseCode, after: CaseCode): void =>
  codeListOf(scope).change(({ codes, total, withdrawn }) => ({
    codes: codes.map(other => (other.case_code_id === after.case_code_id ? after : other)),
    total,
    withdrawn: withdrawn + countByStatus([after]).withdrawn - countByStatus([before]).withdrawn
  }))

export function countByStatus(codes: readonly CaseCode[]): Record<CaseCodeStatus, number> {
  const counts = { unused: 0, started: 0, completed: 0, withdrawn: 0 }
  for (const { status } of codes) counts[status] += 1
  return counts
}

/** '9 codes: 5 used, 3 complete'. Withdrawn codes do not count, as in the results. */
export function codesSummary({ codes, total, withdrawn }: Codes): string {
  const { started, completed } = countByStatus(codes)
  const cut = total > codes.length ? `, of the first ${formatCount(codes.length)}` : ''
  return `${countOf(total - withdrawn, 'code')}: ${started + completed} used, ${completed} complete${cut}`
}
