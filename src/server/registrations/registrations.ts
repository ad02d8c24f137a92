import { MAX_LIST_ROWS } from '#contract/limits.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { missingForConfirmation, transitionObstacle } from '#domain/projects/registration.ts'
import { mayActFor, organisationOf, requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import { bumpDataVersions } from '#server/database/data-version.ts'
import type { Tx } from '#server/database/schema.ts'
import { holdStructure } from '#server/database/structure-lock.ts'
import { transaction } from '#server/database/transaction.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { registrationContacts } from './contact-rows.ts'
import { requireOwnOrganisation } from './organisation.ts'
import {
  lockRegistration,
  readRegistration,
  readRegistrations,
  requireNotWithdrawn,
  requireRegistrationDates,
  requireRegistrationOpen,
  type OpenRegistration
} from './registration.ts'
import { replaceScopes, requireScopes } from './scopes.ts'

export const listRegistrations: RouteOf<'listRegistrations'> = async ({ query }, { database, caller }) => {
  if (query.project_id !== undefined) await requireProject(database, caller.programmeId, query.project_id)
  if (query.time_period_id !== undefined)
    await requireTimePeriod(database, caller.programmeId, query.time_period_id)
  const organisationId = organisationOf(caller, query.organisation_id ?? 0)
  if (query.organisation_id !== undefined)
    await requireOwnOrganisation(database, caller.programmeId, query.organisation_id)
  const isEveryone = query.organisation_id === undefined && isAdminRole(caller.roleTypeId)
  // Users without an organisation get organisation id 0, which matches nothing.
  const registrations = await readRegistrations(database, caller.programmeId, {
    project_id: query.project_id,
    time_period_id: query.time_period_id,
    organisation_id: isEveryone ? undefined : (organisationId ?? 0)
  })
  return { registrations }
}

export const createRegistration: RouteOf<'createRegistration'> = async (
  { body },
  { database, caller, now }
) => {
  const { programmeId } = caller
  if (!mayActFor(caller, body.organisation_id)) throw notFound('organisation')
  return transaction(database, async tx => {
    await requireProject(tx, programmeId, body.project_id)
    await holdStructure(tx, programmeId, body.project_id)
    await requireRegistrationOpen(tx, caller, body, now)
    await requireScopes(tx, programmeId, body.project_id, body.scope_ids)
    const row = await tx
      .insertInto('registrations')
      .values({
        programme_id: programmeId,
        project_id: body.project_id,
        time_period_id: body.time_period_id,
        organisation_id: body.organisation_id,
        registration_status: 'draft',
        withdrawal_reason: null,
        terms_accepted_at: body.terms_accepted ? now : null,
        updated_at: now,
        updated_by_user_id: caller.userId
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('registration_id')
      .executeTakeFirst()
    if (!row) throw invalid('organisation_id', 'already has a registration for this project and period')
    await replaceScopes(tx, programmeId, row.registration_id, body.scope_ids)
    return readRegistration(tx, programmeId, row.registration_id)
  })
}

export const updateRegistration: RouteOf<'updateRegistration'> = inTransaction(
  async (tx, { params, body }, { caller, now }) => {
    const { programmeId } = caller
    const registration = await lockRegistration(tx, caller, params.id)
    const status = body.registration_status ?? registration.registration_status
    if (status === 'withdrawn') await requireRegistrationDates(tx, caller, registration, now)
    else await requireRegistrationOpen(tx, caller, registration, now)
    const obstacle = transitionObstacle(registration.registration_status, status, body.reason)
    if (obstacle) throw invalid(obstacle.field, obstacle.message)
    if (status === registration.registration_status) requireNotWithdrawn(registration)
    if (body.scope_ids) {
      await requireScopes(tx, programmeId, registration.project_id, body.scope_ids)
      await replaceScopes(tx, programmeId, params.id, body.scope_ids)
    }
    await tx
      .updateTable('registrations')
      .set({
        registration_status: status,
        terms_accepted_at: termsAcceptedAt(registration, body.terms_accepted, now),
        withdrawal_reason:
          status === 'withdrawn' ? (body.reason?.trim() ?? registration.withdrawal_reason) : null,
        updated_at: now,
        updated_by_user_id: caller.userId
      })
      .where(eb => eb.and({ programme_id: programmeId, registration_id: params.id }))
      .execute()
    if (status === 'registered') await requireComplete(tx, caller, registration)
    // Whether its figures are compared.
    if ((status === 'withdrawn') !== (registration.registration_status === 'withdrawn'))
      await bumpDataVersions(tx, programmeId, [registration.project_id])
    return readRegistration(tx, programmeId, params.id)
  }
)

function termsAcceptedAt(
  { terms_accepted_at }: OpenRegistration,
  areAccepted: boolean | undefined,
  now: Date
): Date | null {
  if (areAccepted === undefined) return terms_accepted_at
  return areAccepted ? (terms_accepted_at ?? now) : null
}

/** A registration is confirmed only when complete; a confirmed one keeps its terms and scopes. */
async function requireComplete(tx: Tx, caller: CallingUser, before: OpenRegistration): Promise<void> {
  const { registration_id } = before
  const registration = await readRegistration(tx, caller.programmeId, registration_id)
  const contacts = await registrationContacts(tx, caller.programmeId, registration_id, MAX_LIST_ROWS)
  const { submission_count } = await tx
    .selectFrom('registration_submissions')
    .select(({ fn }) => fn.countAll<number>().as('submission_count'))
    .where(eb => eb.and({ programme_id: caller.programmeId, registration_id }))
    .executeTakeFirstOrThrow()
  const missing = missingForConfirmation({ ...registration, contacts, submission_count })
  const wasConfirmed = before.registration_status === 'registered'
  const obstacle = missing.find(
    ({ field }) => !wasConfirmed || field === 'terms_accepted' || field === 'scope_ids'
  )
  if (obstacle) throw invalid(obstacle.field, obstacle.message)
}
