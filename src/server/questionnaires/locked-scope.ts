// Locks a submission and its questionnaire for writing answers, comments and codes, so that nobody changes them until the transaction ends.

import { sql } from 'kysely'
import type { LockReason } from '#contract/lock-reason.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { isCorrecting, lockReason, openCellsAt } from '#domain/questionnaires/lock-reason.ts'
import { selectOpenSession } from '#server/auth/credentials.ts'
import { requireOwned, type SubmissionRecord } from '#server/auth/ownership.ts'
import { pipeline } from '#server/database/connections/pipeline.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import type { Tx } from '#server/database/schema.ts'
import { holdStructureWith, type TakenStructure } from '#server/database/structure-lock.ts'
import { requireFound, notFound, unauthenticatedError } from '#server/http/api-error.ts'
import type { Caller } from '#server/http/caller.ts'
import { selectWindowUnder, windowOf, type QuestionnaireWindow } from './window.ts'

declare const lockedBrand: unique symbol

/** Only `lockScope` returns it; functions that write answers, comments or codes require it. */
export interface LockedScope<C extends Caller = Caller> {
  readonly tx: Tx
  /** The respondent, with the current state of their code. */
  readonly caller: C
  readonly submission: SubmissionRecord
  readonly window: QuestionnaireWindow
  /** Why nothing can be entered here now: in the named section, or in the questionnaire. */
  readonly lock: LockReason | null
  /** Whether it is open for corrections only. */
  readonly isCorrection: boolean
  /** The cells of the named section that are open for corrections; null unless only some are. */
  readonly openCells: readonly CellAddress[] | null
  /** Whether any questionnaire of the submission is accepted. */
  readonly hasAcceptances: boolean
  /** 0 outside case surveys. */
  readonly caseCodeId: number
  readonly now: Date
  readonly [lockedBrand]: true
}

/** A submission, or one case of it. */
export interface AnsweredUnitId {
  submission_id: number
  /** 0 outside case surveys. */
  case_code_id: number
}

/** Proof that the structure does not change and that no one else writes these answers until the transaction ends. */
export type WriteLock = LockedScope | TakenStructure

export interface WriteAuthor {
  programmeId: number
  /** Null for respondents and imports. */
  userId: number | null
  now: Date
}

interface LockedQuestionnaire {
  questionnaire_id: number
  submission_id: number
  section_id?: number
}

/** Whether the submission's organisation takes part. */
interface TakesPart {
  isRegistered: boolean
  isRetired: boolean
  hasAcceptances: boolean
}

const submissionLocks = {
  /** Saves at the same time do not wait for each other. */
  shared: sql`for key share`,
  /** For calls that write every section of the submission: two of them are serialised. */
  whole: sql`for no key update`,
  /** For calls that depend on every answer of the submission: no answer is saved at the same time. */
  alone: sql`for update`
}

type SubmissionLock = keyof typeof submissionLocks

/**
 * Locks the structure, registration and submission, and reads them under the locks; a 404 if the caller may not access them, a 401 if their session
 * has ended while the call waited.
 */
export async function lockScope<C extends Caller>(
  tx: Tx,
  caller: C,
  named: LockedQuestionnaire,
  now: Date,
  how: SubmissionLock = 'shared'
): Promise<LockedScope<C>> {
  const { programmeId } = caller
  if (caller.kind === 'respondent' && caller.submissionId !== named.submission_id)
    throw notFound('submission')
  const { holding, heldBy } = holdStructureWith(tx, 'submissions', programmeId, named.submission_id)
  const [held, locked, windows, sessions] = await pipeline(tx, [
    holding,
    lockSubmission(tx, programmeId, named.submission_id, how),
    selectWindowUnder(tx, programmeId, named.questionnaire_id, named.submission_id),
    // Respondents have no session, and neither have the people of the demo data.
    ...(caller.kind === 'user' && caller.sessionId !== '' ? [selectOpenSession(tx, caller).compile()] : [])
  ])
  heldBy(held)
  if (sessions?.length === 0) throw unauthenticatedError()
  const { isRegistered, isRetired, hasAcceptances, ...submission } = requireFound(locked[0], 'submission')
  requireOwned(caller, submission)
  const current = caller.kind === 'respondent' ? await lockCase(tx, caller) : caller
  const window = windowOf(requireFound(windows[0], 'questionnaire'))
  const roleTypeId = caller.kind === 'user' ? caller.roleTypeId : null
  const sectionId = named.section_id ?? null
  return {
    tx,
    caller: current,
    submission,
    window,
    lock: lockReason(window, { roleTypeId, isRegistered, isRetired }, now, sectionId),
    hasAcceptances,
    isCorrection: isCorrecting(window, now, sectionId),
    openCells: openCellsAt(window, now, sectionId),
    caseCodeId: caller.kind === 'respondent' ? caller.caseCodeId : 0,
    now
  } as LockedScope<C>
}

/**
 * The submission, and whether its organisation is registered, locked in one statement and in this order: the registration is not withdrawn
 * and the submission neither removed nor moved to another scope.
 */
const lockSubmission = (tx: Tx, programmeId: number, submissionId: number, how: SubmissionLock) =>
  sql<SubmissionRecord & TakesPart>`
    with registration as materialized (
      select r.registration_status from registrations r
      where r.programme_id = ${programmeId} and (r.project_id, r.time_period_id, r.organisation_id) = (
        select w.project_id, w.time_period_id, w.organisation_id from submissions w
        where w.programme_id = ${programmeId} and w.submission_id = ${submissionId})
      for share
    )
    select ${prepared} s.submission_id, s.submission_name, s.project_id, s.time_period_id, s.organisation_id, s.scope_id, s.lineage_id,
      (select count(*) from registration where registration_status = 'registered') > 0 as "isRegistered",
      not (select o.is_active from organisations o
        where o.programme_id = ${programmeId} and o.organisation_id = s.organisation_id) as "isRetired",
      exists (select 1 from acceptances a
        where a.programme_id = ${programmeId} and a.submission_id = s.submission_id and a.revoked_at is null) as "hasAcceptances"
    from submissions s
    where s.programme_id = ${programmeId} and s.submission_id = ${submissionId}
      and (select count(*) from registration) >= 0
    ${submissionLocks[how]}`.compile(tx)

/** One call at a time writes in a case, so that the last of its sections to be completed sees the others. */
async function lockCase<C extends Caller & { kind: 'respondent' }>(tx: Tx, caller: C): Promise<C> {
  const row = await tx
    .selectFrom('case_codes')
    .select('status')
    .where(eb => eb.and({ programme_id: caller.programmeId, case_code_id: caller.caseCodeId }))
    .where('status', '!=', 'withdrawn')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return { ...caller, isCompleted: requireFound(row, 'case code').status === 'completed' }
}
