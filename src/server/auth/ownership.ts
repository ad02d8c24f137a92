// Ownership: which data a caller may access. Everything else answers 404, so that its existence is not revealed.

import { isAdminRole } from '#domain/people/roles.ts'
import type { Database } from '#server/database/schema.ts'
import { requireFound, requireRow, notFound } from '#server/http/api-error.ts'
import type { Caller, CallingUser } from '#server/http/caller.ts'

/** A project in one of its periods. */
export interface ProjectPeriodKey {
  project_id: number
  time_period_id: number
}

export interface SubmissionRecord extends ProjectPeriodKey {
  submission_id: number
  submission_name: string
  organisation_id: number
  scope_id: number | null
  lineage_id: number
}

export const selectSubmission = (database: Database, programmeId: number, submissionId: number) =>
  database
    .selectFrom('submissions')
    .select([
      'submission_id',
      'submission_name',
      'project_id',
      'time_period_id',
      'organisation_id',
      'scope_id',
      'lineage_id'
    ])
    .where(eb => eb.and({ programme_id: programmeId, submission_id: submissionId }))

/** A submission and its organisation, by name. */
export async function submissionOwner(
  database: Database,
  { programmeId, submission }: { programmeId: number; submission: SubmissionRecord }
) {
  const { organisation_name } = await database
    .selectFrom('organisations')
    .select('organisation_name')
    .where(eb => eb.and({ programme_id: programmeId, organisation_id: submission.organisation_id }))
    .executeTakeFirstOrThrow()
  return {
    id: submission.submission_id,
    name: submission.submission_name,
    organisation_id: submission.organisation_id,
    organisation_name
  }
}

/** A submission of the caller's own organisation, any for admins, that of the case code for respondents. */
export async function requireSubmission(
  database: Database,
  caller: Caller,
  submissionId: number
): Promise<SubmissionRecord> {
  if (caller.kind === 'respondent' && caller.submissionId !== submissionId) throw notFound('submission')
  return requireOwned(
    caller,
    await selectSubmission(database, caller.programmeId, submissionId).executeTakeFirst()
  )
}

/** The submission that was looked up, if the caller may access it. */
export function requireOwned(caller: Caller, row: SubmissionRecord | undefined): SubmissionRecord {
  const submission = requireFound(row, 'submission')
  if (caller.kind === 'user' && !mayActFor(caller, submission.organisation_id)) throw notFound('submission')
  return submission
}

/** The only organisation whose data a user may access; null for admins, who may access all. 0 is nobody's. */
export const onlyOrganisation = ({ roleTypeId, organisationId }: CallingUser): number | null =>
  isAdminRole(roleTypeId) ? null : (organisationId ?? 0)

export function mayActFor(user: CallingUser, organisationId: number): boolean {
  const only = onlyOrganisation(user)
  return only === null || only === organisationId
}

/**
 * The organisation of a call: the one it names, if the caller may access it. 0 or none means the caller's
 * own.
 */
export function organisationOf(user: CallingUser, named: number): number | null {
  if (named === 0) return user.organisationId
  if (!mayActFor(user, named)) throw notFound('organisation')
  return named
}

export async function requireProject(database: Database, programmeId: number, projectId: number) {
  return requireRow(
    database.selectFrom('projects').selectAll(),
    { programme_id: programmeId, project_id: projectId },
    'project'
  )
}

/** A programme's periods, newest first. */
export const timePeriodsOf = (database: Database, programmeId: number) =>
  database
    .selectFrom('time_periods')
    .select(['time_period_id', 'time_period_name'])
    .where('programme_id', '=', programmeId)
    .orderBy('starts_at', 'desc')

export async function requireTimePeriod(database: Database, programmeId: number, timePeriodId: number) {
  return requireRow(
    database.selectFrom('time_periods').selectAll(),
    { programme_id: programmeId, time_period_id: timePeriodId },
    'time period'
  )
}
