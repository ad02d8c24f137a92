import { MAX_LIST_ROWS } from '#contract/limits.ts'
import type { RegistrationSubmission } from '#contract/registration-submissions.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, requireRow, invalid, lockedError } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { registrationProgress } from '#server/questionnaires/progress.ts'
import { requireNoAnswers, requireRegistrationAllows, requireSubmissionRoom } from './registered-scope.ts'
import {
  lockOpenRegistration,
  lockRegistration,
  requirePart,
  requireRegistration,
  requireRegistrationOpen,
  recordRegistrationChange,
  type OpenRegistration
} from './registration.ts'
import { hasContents, deleteEmptySubmission } from './removal.ts'
import { addSubmission } from './submission-rows.ts'

export const listRegistrationSubmissions: RouteOf<'listRegistrationSubmissions'> = async (
  { query },
  { database, caller }
) => {
  await requireRegistration(database, caller, query.registration_id)
  return {
    registration_submissions: await registeredSubmissions(
      database,
      caller.programmeId,
      query.registration_id,
      query.limit
    )
  }
}

export const getRegistrationCompletion: RouteOf<'getRegistrationCompletion'> = async (
  { query },
  { database, caller }
) => {
  await requireRegistration(database, caller, query.registration_id)
  const rows = await readRegistered(database, caller.programmeId, query.registration_id, MAX_LIST_ROWS)
  const progress = await registrationProgress(database, caller.programmeId, query.registration_id)
  const registration_submissions = rows.map(({ registration_submission_id, submission_id }) => ({
    registration_submission_id,
    submission_id,
    questionnaires: progress(registration_submission_id).questionnaires
  }))
  return { registration_submissions }
}

export const createRegistrationSubmission: RouteOf<'createRegistrationSubmission'> = inTransaction(
  async (tx, { body }, { caller, now }) => {
    const { programmeId } = caller
    const registration = await lockRegistration(tx, caller, body.registration_id)
    // Before `requireRegistrationOpen`, which takes this lock in shared mode: two calls that both share it would deadlock.
    await lockRow(tx, 'organisations', programmeId, registration.organisation_id)
    await requireRegistrationOpen(tx, caller, registration, now)
    await requireRegistrationAllows(tx, registration, body)
    await requireSubmissionRoom(tx, registration)
    const submission_id = body.submission_id
      ? await registerExisting(tx, registration, body.submission_id, body.scope_id)
      : await addSubmission(
          tx,
          {
            ...submissionScope(registration),
            submission_name: body.submission_name ?? '',
            scope_id: body.scope_id,
            lineage_id: body.lineage_id ?? null
          },
          { name: 'submission_name', lineage: body.lineage_id ? 'lineage_id' : 'submission_name' }
        )
    const row = await tx
      .insertInto('registration_submissions')
      .values({
        programme_id: programmeId,
        registration_id: body.registration_id,
        submission_id,
        scope_id: body.scope_id
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('registration_submission_id')
      .executeTakeFirst()
    if (!row) throw invalid('submission_id', 'is already in this registration')
    await recordRegistrationChange(tx, caller, body.registration_id, now)
    const all = await registeredSubmissions(tx, programmeId, body.registration_id, MAX_LIST_ROWS)
    return requireFound(
      all.find(one => one.registration_submission_id === row.registration_submission_id),
      'registered submission'
    )
  }
)

export const deleteRegistrationSubmission: RouteOf<'deleteRegistrationSubmission'> = inTransaction(
  async (tx, { body }, { caller, now }) => {
    const { programmeId } = caller
    const { registration_submission_id } = body
    const { registration_id } = await requireRegistered(tx, caller, registration_submission_id)
    await lockOpenRegistration(tx, caller, registration_id, now)
    const { submission_id } = await requireRegistered(tx, caller, registration_submission_id)
    if (await hasContents(tx, programmeId, submission_id))
      throw lockedError('This submission has answers. Clear them before you remove it from the registration.')
    await deleteEmptySubmission(tx, programmeId, registration_submission_id, submission_id)
    await recordRegistrationChange(tx, caller, registration_id, now)
    return { registration_submission_id }
  }
)

async function requireRegistered(tx: Tx, caller: CallingUser, registrationSubmissionId: number) {
  const row = await tx
    .selectFrom('registration_submissions')
    .select(['registration_id', 'submission_id'])
    .where('programme_id', '=', caller.programmeId)
    .where('registration_submission_id', '=', registrationSubmissionId)
    .executeTakeFirst()
  return requirePart(tx, caller, row, 'registered submission')
}

function readRegistered(database: Database, programmeId: number, registrationId: number, limit: number) {
  return database
    .selectFrom('registration_submissions as r')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'r', 'submission_id'))
    .innerJoin('scopes as c', join => inProgramme(join, 'c', 'r', 'scope_id'))
    .select([
      'r.registration_submission_id',
      'r.registration_id',
      'r.submission_id',
      's.submission_name',
      's.submission_code'
    ])
    .select(['c.scope_id', 'c.scope_name'])
    .where(eb => eb.and({ 'r.programme_id': programmeId, 'r.registration_id': registrationId }))
    .orderBy('s.submission_name')
    .orderBy('r.registration_submission_id')
    .limit(limit)
    .execute()
}

async function registeredSubmissions(
  database: Database,
  programmeId: number,
  registrationId: number,
  limit: number
): Promise<RegistrationSubmission[]> {
  const rows = await readRegistered(database, programmeId, registrationId, limit)
  const progress = await registrationProgress(database, programmeId, registrationId)
  return rows.map(row => ({
    ...row,
    completion_percent: progress(row.registration_submission_id).completion_percent
  }))
}

/**
 * Registers the submission itself if it belongs to this project and period; otherwise creates one that
 * continues the same unit.
 */
async function registerExisting(
  tx: Tx,
  registration: OpenRegistration,
  submissionId: number,
  scopeId: number
): Promise<number> {
  const { project_id, time_period_id, submission_name, lineage_id, scope_id } = await requireRow(
    tx.selectFrom('submissions').selectAll(),
    {
      programme_id: registration.programme_id,
      organisation_id: registration.organisation_id,
      submission_id: submissionId
    },
    'submission'
  )
  const isHere = project_id === registration.project_id && time_period_id === registration.time_period_id
  const continued = { ...submissionScope(registration), submission_name, scope_id: scopeId, lineage_id }
  // Without a scope it has only answers to the questions of every scope.
  if (isHere && scope_id !== null && scope_id !== scopeId)
    await requireNoAnswers(tx, registration.programme_id, submissionId)
  if (!isHere) return addSubmission(tx, continued, { name: 'submission_id', lineage: 'submission_id' })
  await tx
    .updateTable('submissions')
    .set({ scope_id: scopeId })
    .where(eb => eb.and({ programme_id: registration.programme_id, submission_id: submissionId }))
    .execute()
  return submissionId
}

const submissionScope = ({
  programme_id,
  project_id,
  time_period_id,
  organisation_id
}: OpenRegistration) => ({
  programme_id,
  project_id,
  time_period_id,
  organisation_id
})
