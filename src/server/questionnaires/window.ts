// When a questionnaire can be entered, and why not.

import { sql } from 'kysely'
import type { LockReason } from '#contract/lock-reason.ts'
import { closingDay, openingDay } from '#domain/projects/window-days.ts'
import {
  changeRefusalText,
  closingTime,
  lockReason,
  type CorrectionWindow
} from '#domain/questionnaires/lock-reason.ts'
import type { ChangeRefusal } from '#domain/questionnaires/section-changes.ts'
import { requireSubmission, type ProjectPeriodKey, type SubmissionRecord } from '#server/auth/ownership.ts'
import { appliesToScope, appliesToScopeId } from '#server/auth/taking-part.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, requireRow } from '#server/http/api-error.ts'
import type { Caller } from '#server/http/caller.ts'

/** A questionnaire in one period. Without its own dates the project's collection dates apply. */
export interface QuestionnaireWindow {
  questionnaire_id: number
  questionnaire_name: string
  questionnaire_type: 'standard' | 'case'
  version: number
  project_id: number
  time_period_id: number
  opens_at: Date | null
  closes_at: Date | null
  is_locked: boolean
  /** Of the submission that was asked for: whether its answers are accepted, and where they can be corrected. */
  is_accepted: boolean
  correction_windows: CorrectionWindow[]
  /** Whether nothing to report was declared for any section of the submission, also of another questionnaire. */
  has_empty_sections: boolean
}

/** SQL: when entering in a questionnaire of a period ends, apart from correction windows: on its own date or the project's, and at the latest with the project. */
export const collectionEnd = sql<Date | null>`least(coalesce(w.closes_at, d.collection_closes_at), d.closed_at)`

/** With what concerns one submission; null for none. */
function selectWindows(database: Database, programmeId: number, submissionId: number | null) {
  return (
    database
      .selectFrom('questionnaires as q')
      .innerJoin('questionnaire_periods as w', join => inProgramme(join, 'w', 'q', 'questionnaire_id'))
      .innerJoin('time_periods as t', join => inProgramme(join, 't', 'w', 'time_period_id'))
      .leftJoin('project_periods as d', join =>
        inProgramme(join, 'd', 'q', 'project_id').onRef('d.time_period_id', '=', 'w.time_period_id')
      )
      .select([
        'q.questionnaire_id',
        'q.questionnaire_name',
        'q.questionnaire_type',
        'q.version',
        'q.project_id',
        'w.time_period_id',
        'w.is_locked'
      ])
      .select(({ fn }) => fn.coalesce('w.opens_at', 'd.collection_opens_at').as('opens_at'))
      .select(collectionEnd.as('closes_at'))
      .select(isAcceptedQuestionnaire(programmeId, submissionId).as('is_accepted'))
      .select(hasEmptySections(programmeId, submissionId).as('has_empty_sections'))
      // Windows that have ended too: the caller's clock says which.
      .select(correctionsOf(programmeId, submissionId).as('corrections'))
      .where(eb => eb.and({ 'q.programme_id': programmeId, 'q.is_active': true }))
      .modifyFront(prepared)
  )
}

const isAcceptedQuestionnaire = (programmeId: number, submissionId: number | null) => sql<boolean>`exists (
  select 1 from acceptances a where a.programme_id = ${programmeId} and a.submission_id = ${submissionId ?? 0}
    and a.questionnaire_id = q.questionnaire_id and a.revoked_at is null)`

const hasEmptySections = (programmeId: number, submissionId: number | null) => sql<boolean>`exists (
  select 1 from section_submissions e where e.programme_id = ${programmeId} and e.submission_id = ${submissionId ?? 0}
    and e.empty_reason is not null)`

const correctionsOf = (programmeId: number, submissionId: number | null) => sql<
  (Omit<CorrectionWindow, 'open_until'> & { open_until: string })[]
>`(
  select coalesce(json_agg(json_build_object('section_id', x.section_id, 'window_kind', x.window_kind, 'open_until', x.open_until, 'cells', x.cells)), '[]')
  from correction_windows x where x.programme_id = ${programmeId} and x.submission_id = ${submissionId ?? 0}
    and x.questionnaire_id = q.questionnaire_id)`

type FoundWindow = Awaited<ReturnType<ReturnType<typeof selectWindows>['executeTakeFirstOrThrow']>>

/** JSON aggregates return times in the database's text format. */
export const windowOf = ({ corrections, ...row }: FoundWindow): QuestionnaireWindow => ({
  ...row,
  correction_windows: corrections.map(one => ({ ...one, open_until: new Date(one.open_until) }))
})

/** The questionnaires of a project and period; for a submission only those that apply to its scope. */
export async function windowsOf(
  database: Database,
  programmeId: number,
  projectPeriod: ProjectPeriodKey,
  submission: SubmissionRecord | null
): Promise<QuestionnaireWindow[]> {
  const rows = await selectWindows(database, programmeId, submission?.submission_id ?? null)
    .where(eb =>
      eb.and({ 'q.project_id': projectPeriod.project_id, 'w.time_period_id': projectPeriod.time_period_id })
    )
    .$if(submission !== null, query =>
      query.where(appliesToScopeId(programmeId, 'q', submission?.scope_id ?? null))
    )
    .orderBy('q.display_order')
    .orderBy('q.questionnaire_id')
    .execute()
  return rows.map(windowOf)
}

/** The questionnaire in its newest period. */
export async function requireNewestWindow(
  database: Database,
  programmeId: number,
  questionnaireId: number
): Promise<QuestionnaireWindow> {
  const row = await selectWindows(database, programmeId, null)
    .where('q.questionnaire_id', '=', questionnaireId)
    .orderBy('t.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return windowOf(requireFound(row, 'questionnaire'))
}

/** A submission's questionnaire: in its project and period, and only if it applies to its scope. */
export async function requireSubmissionWindow(
  database: Database,
  programmeId: number,
  questionnaireId: number,
  submission: Pick<SubmissionRecord, 'submission_id' | 'project_id' | 'time_period_id' | 'scope_id'>
): Promise<QuestionnaireWindow> {
  const row = await requireRow(
    selectWindows(database, programmeId, submission.submission_id).where(
      appliesToScopeId(programmeId, 'q', submission.scope_id)
    ),
    {
      'q.questionnaire_id': questionnaireId,
      'q.project_id': submission.project_id,
      'w.time_period_id': submission.time_period_id
    },
    'questionnaire'
  )
  return windowOf(row)
}

/** The same for a submission that an earlier statement locks: it is sent together with it. */
export const selectWindowUnder = (
  tx: Tx,
  programmeId: number,
  questionnaireId: number,
  submissionId: number
) =>
  selectWindows(tx, programmeId, submissionId)
    .innerJoin('submissions as s', join =>
      inProgramme(join, 's', 'q', 'project_id').onRef('s.time_period_id', '=', 'w.time_period_id')
    )
    .where(eb => eb.and({ 's.submission_id': submissionId, 'q.questionnaire_id': questionnaireId }))
    .where(appliesToScope(programmeId, 'q', 's'))
    .compile()

/** Why nothing can be entered in a questionnaire, or in one of its sections. */
export type LockOf = (window: QuestionnaireWindow, sectionId?: number | null) => LockReason | null

/**
 * For each questionnaire in a project and period, why the caller can enter nothing there now. `organisationId` is the organisation whose data it is; null
 * if an admin has selected none.
 */
export async function lockCheck(
  database: Database,
  caller: Caller,
  projectPeriod: ProjectPeriodKey,
  organisationId: number | null,
  now: Date
): Promise<LockOf> {
  const organisation =
    organisationId === null
      ? { isRegistered: true, isRetired: false }
      : await readParticipation(database, caller.programmeId, projectPeriod, organisationId)
  const roleTypeId = caller.kind === 'user' ? caller.roleTypeId : null
  return (window, sectionId = null) => lockReason(window, { roleTypeId, ...organisation }, now, sectionId)
}

/** A questionnaire of a submission that the caller may access, and why nothing can be entered in its sections now. */
export async function requireEntry(
  database: Database,
  caller: Caller,
  named: { questionnaire_id: number; submission_id: number },
  now: Date
): Promise<{ submission: SubmissionRecord; window: QuestionnaireWindow; lockOf: LockOf }> {
  const submission = await requireSubmission(database, caller, named.submission_id)
  const window = await requireSubmissionWindow(
    database,
    caller.programmeId,
    named.questionnaire_id,
    submission
  )
  const lockOf = await lockCheck(database, caller, submission, submission.organisation_id, now)
  return { submission, window, lockOf }
}

/** The message for a caller who is refused a change. */
export const refusalTextFor = (
  refusal: ChangeRefusal,
  caller: Caller,
  window: Pick<QuestionnaireWindow, 'opens_at' | 'closes_at' | 'correction_windows'>,
  now: Date,
  sectionId: number | null = null
): string => {
  const { opens_at } = window
  const closes_at = closingTime(window, now, sectionId)
  return changeRefusalText(
    refusal,
    {
      opensOn: opens_at && openingDay(opens_at, caller.timeZone),
      closesOn: closes_at && closingDay(closes_at, caller.timeZone)
    },
    {
      roleTypeId: caller.kind === 'user' ? caller.roleTypeId : null,
      organisation: 'The organisation'
    },
    now
  )
}

async function readParticipation(
  database: Database,
  programmeId: number,
  projectPeriod: ProjectPeriodKey,
  organisationId: number
): Promise<{ isRegistered: boolean; isRetired: boolean }> {
  const row = await database
    .selectFrom('organisations as o')
    .leftJoin('registrations as r', join =>
      inProgramme(join, 'r', 'o', 'organisation_id')
        .on('r.project_id', '=', projectPeriod.project_id)
        .on('r.time_period_id', '=', projectPeriod.time_period_id)
        .on('r.registration_status', '=', 'registered')
    )
    .select(['o.is_active', 'r.registration_id'])
    .where(eb => eb.and({ 'o.programme_id': programmeId, 'o.organisation_id': organisationId }))
    .executeTakeFirst()
  return { isRegistered: typeof row?.registration_id === 'number', isRetired: row?.is_active === false }
}
