// What a registration allows for its submissions: their scope and number.

import { MAX_LIST_ROWS } from '#contract/limits.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Tx } from '#server/database/schema.ts'
import { invalid, lockedError } from '#server/http/api-error.ts'
import { requireNotWithdrawn, type OpenRegistration } from './registration.ts'
import { hasContents } from './removal.ts'
import type { SubmissionScope } from './submission-rows.ts'

/** The registration of a submission, if any. */
async function registrationOf(
  tx: Tx,
  programmeId: number,
  submissionId: number
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('registration_submissions')
    .select('registration_id')
    .where(eb => eb.and({ programme_id: programmeId, submission_id: submissionId }))
    .executeTakeFirst()
  return row?.registration_id
}

/** The organisation's registration for the project and period, locked until the transaction ends; undefined without one. */
export async function lockRegistrationOf(
  tx: Tx,
  { programme_id, project_id, time_period_id, organisation_id }: SubmissionScope
): Promise<OpenRegistration | undefined> {
  const find = () =>
    tx
      .selectFrom('registrations')
      .selectAll()
      .where(eb => eb.and({ programme_id, project_id, time_period_id, organisation_id }))
      .executeTakeFirst()
  const found = await find()
  if (found === undefined) return undefined
  await lockRow(tx, 'registrations', programme_id, found.registration_id)
  return find()
}

/** Whether a submission may be changed, or added in a scope. Submissions without a registration, such as imported ones, may. */
export async function requireRegistrationAllows(
  tx: Tx,
  registration: OpenRegistration | undefined,
  added?: { scope_id?: number | null | undefined }
): Promise<void> {
  if (registration === undefined) return
  requireNotWithdrawn(registration)
  if (added?.scope_id)
    await requireChosenScope(tx, registration.programme_id, registration.registration_id, added.scope_id)
}

export async function requireSubmissionRoom(tx: Tx, registration: OpenRegistration): Promise<void> {
  const { count } = await tx
    .selectFrom('registration_submissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', registration.programme_id)
    .where('registration_id', '=', registration.registration_id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_LIST_ROWS) throw invalid('registration_id', `has ${MAX_LIST_ROWS} submissions already`)
}

/** Refuses a scope in which the organisation does not take part. */
async function requireChosenScope(
  tx: Tx,
  programmeId: number,
  registrationId: number,
  scopeId: number
): Promise<void> {
  const chosen = await tx
    .selectFrom('registration_scopes')
    .select('scope_id')
    .where(eb => eb.and({ programme_id: programmeId, registration_id: registrationId, scope_id: scopeId }))
    .executeTakeFirst()
  if (!chosen) throw invalid('scope_id', 'is not a scope of this registration')
}

/** The questions depend on the scope: in another one, answers would be hidden. */
export async function requireNoAnswers(tx: Tx, programmeId: number, submissionId: number): Promise<void> {
  if (await hasContents(tx, programmeId, submissionId))
    throw lockedError('This submission has answers, so it stays in its scope.')
}

/** Moves a submission to another scope of its registration, while it is empty: the questions depend on the scope. */
export async function moveToScope(
  tx: Tx,
  { programme_id }: { programme_id: number },
  submissionId: number,
  scopeId: number | undefined
): Promise<void> {
  if (scopeId === undefined) return
  const submission = await tx
    .selectFrom('submissions')
    .select('scope_id')
    .where(eb => eb.and({ programme_id, submission_id: submissionId }))
    .executeTakeFirstOrThrow()
  if (submission.scope_id === scopeId) return
  const registrationId = await registrationOf(tx, programme_id, submissionId)
  await requireChosenScope(tx, programme_id, registrationId ?? 0, scopeId)
  await requireNoAnswers(tx, programme_id, submissionId)
  for (const table of ['submissions', 'registration_submissions'] as const) {
    await tx
      .updateTable(table)
      .set({ scope_id: scopeId })
      .where(eb => eb.and({ programme_id, submission_id: submissionId }))
      .execute()
  }
}
