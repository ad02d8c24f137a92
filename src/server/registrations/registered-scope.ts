// The scope of a registered submission.

import type { Tx } from '#server/database/schema.ts'
import { invalid, lockedError } from '#server/http/api-error.ts'
import { hasContents } from './removal.ts'

/** The registration of a submission, if any. */
export async function registrationOf(
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

/** Refuses a scope in which the organisation does not take part. */
export async function requireChosenScope(
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
