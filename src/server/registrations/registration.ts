// One registration: its ownership, whether it can be changed now, and its response.

import type { Registration } from '#contract/registrations.ts'
import { personName } from '#domain/people/full-name.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { registrationClosedReason, registrationEnd } from '#domain/projects/registration-window.ts'
import { requireActiveOrganisation } from '#server/auth/active-organisation.ts'
import { mayActFor } from '#server/auth/ownership.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { holdStructureOf } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, requireRow, lockedError, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'

const MAX_REGISTRATIONS = 1000

export interface RegistrationQuery {
  registration_id?: number
  project_id?: number | undefined
  time_period_id?: number | undefined
  /** Only this organisation's; all if omitted. */
  organisation_id?: number | undefined
}

/** Registrations in replies, newest period first, then by organisation. */
export async function readRegistrations(
  database: Database,
  programmeId: number,
  query: RegistrationQuery
): Promise<Registration[]> {
  const rows = await database
    .selectFrom('registrations as r')
    .innerJoin('organisations as o', join => inProgramme(join, 'o', 'r', 'organisation_id'))
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 'r', 'time_period_id'))
    .leftJoin('users as u', join => inProgramme(join, 'u', 'r', ['user_id', 'updated_by_user_id']))
    .select([
      'r.registration_id',
      'r.project_id',
      'r.time_period_id',
      'r.organisation_id',
      'r.registration_status',
      'r.terms_accepted_at',
      'r.withdrawal_reason'
    ])
    .select(['r.updated_at', 'o.organisation_name', 'u.first_name', 'u.last_name'])
    .where('r.programme_id', '=', programmeId)
    .$if(query.registration_id !== undefined, builder =>
      builder.where('r.registration_id', '=', query.registration_id ?? 0)
    )
    .$if(query.project_id !== undefined, builder => builder.where('r.project_id', '=', query.project_id ?? 0))
    .$if(query.time_period_id !== undefined, builder =>
      builder.where('r.time_period_id', '=', query.time_period_id ?? 0)
    )
    .$if(query.organisation_id !== undefined, builder =>
      builder.where('r.organisation_id', '=', query.organisation_id ?? 0)
    )
    .orderBy('t.starts_at', 'desc')
    .orderBy('o.organisation_name')
    .orderBy('r.registration_id')
    .limit(MAX_REGISTRATIONS)
    .execute()
  const scopes = await registrationScopes(
    database,
    programmeId,
    rows.map(row => row.registration_id)
  )
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    scope_ids: scopes.get(row.registration_id)?.map(scope => scope.scope_id) ?? [],
    terms_accepted_at: row.terms_accepted_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    updated_by: personName({ first_name, last_name })
  }))
}

async function registrationScopes(
  database: Database,
  programmeId: number,
  registrationIds: readonly number[]
) {
  if (registrationIds.length === 0) return new Map<number, { scope_id: number }[]>()
  const rows = await database
    .selectFrom('registration_scopes')
    .select(['registration_id', 'scope_id'])
    .where('programme_id', '=', programmeId)
    .where('registration_id', 'in', registrationIds)
    .orderBy('scope_id')
    .execute()
  return Map.groupBy(rows, row => row.registration_id)
}

export async function readRegistration(
  database: Database,
  programmeId: number,
  registrationId: number
): Promise<Registration> {
  const [registration] = await readRegistrations(database, programmeId, { registration_id: registrationId })
  return requireFound(registration, 'registration')
}

/** A registration of the caller's own organisation, of any for admins. */
export async function requireRegistration(database: Database, caller: CallingUser, registrationId: number) {
  const registration = await requireRow(
    database.selectFrom('registrations').selectAll(),
    { programme_id: caller.programmeId, registration_id: registrationId },
    'registration'
  )
  if (!mayActFor(caller, registration.organisation_id)) throw notFound('registration')
  return registration
}

/**
 * A part of a registration of the caller's own organisation, of any for admins. A part of someone else's registration gets 404, like one that
 * does not exist.
 */
export async function requirePart<Part extends { registration_id: number }>(
  database: Database,
  caller: CallingUser,
  part: Part | undefined,
  name: string
): Promise<Part> {
  const known = requireFound(part, name)
  const row = await database
    .selectFrom('registrations')
    .select('organisation_id')
    .where(eb => eb.and({ programme_id: caller.programmeId, registration_id: known.registration_id }))
    .executeTakeFirst()
  if (!mayActFor(caller, requireFound(row, name).organisation_id)) throw notFound(name)
  return known
}

export type OpenRegistration = Awaited<ReturnType<typeof requireRegistration>>

/**
 * The same, locked until the transaction ends, so that changes of one registration are serialised. What members were promised of the project
 * stays as it is meanwhile.
 */
export async function lockRegistration(
  tx: Tx,
  caller: CallingUser,
  registrationId: number
): Promise<OpenRegistration> {
  await holdStructureOf(tx, 'registrations', caller.programmeId, registrationId)
  await lockRow(tx, 'registrations', caller.programmeId, registrationId)
  return requireRegistration(tx, caller, registrationId)
}

/** Locks a registration for a change; refuses with the reason if it is closed to the caller or withdrawn. */
export async function lockOpenRegistration(
  tx: Tx,
  caller: CallingUser,
  registrationId: number,
  now: Date
): Promise<OpenRegistration> {
  const registration = await lockRegistration(tx, caller, registrationId)
  await requireRegistrationOpen(tx, caller, registration, now)
  requireNotWithdrawn(registration)
  return registration
}

export function requireNotWithdrawn(registration: OpenRegistration): void {
  if (registration.registration_status === 'withdrawn')
    throw lockedError('You have withdrawn. Register again to make changes.')
}

interface RegistrationScope {
  project_id: number
  time_period_id: number
  organisation_id: number
}

/** Applies to every change of a registration except withdrawal: within the dates, and not for a retired organisation. */
export async function requireRegistrationOpen(
  tx: Tx,
  caller: CallingUser,
  scope: RegistrationScope,
  now: Date
): Promise<void> {
  await requireActiveOrganisation(tx, caller.programmeId, scope.organisation_id)
  await requireRegistrationDates(tx, caller, scope, now)
}

/** Product 13: outside its dates registration is read-only, with the reason; admins may act at any time. */
export async function requireRegistrationDates(
  database: Database,
  caller: CallingUser,
  scope: Omit<RegistrationScope, 'organisation_id'>,
  now: Date
): Promise<void> {
  const dates = await requireRow(
    database
      .selectFrom('project_periods')
      .select(['registration_opens_at', 'registration_closes_at', 'closed_at']),
    { programme_id: caller.programmeId, project_id: scope.project_id, time_period_id: scope.time_period_id },
    'time period'
  )
  const reason = registrationClosedReason(
    {
      registration_opens_at: dates.registration_opens_at?.toISOString() ?? null,
      registration_closes_at: registrationEnd(dates)?.toISOString() ?? null
    },
    now,
    caller.timeZone
  )
  if (reason !== null && !isAdminRole(caller.roleTypeId)) throw lockedError(reason)
}

export async function recordRegistrationChange(
  tx: Tx,
  caller: CallingUser,
  registrationId: number,
  now: Date
): Promise<void> {
  await tx
    .updateTable('registrations')
    .set({ updated_at: now, updated_by_user_id: caller.userId })
    .where(eb => eb.and({ programme_id: caller.programmeId, registration_id: registrationId }))
    .execute()
}
