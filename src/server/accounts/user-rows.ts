import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { User as UserReply } from '#contract/users.ts'
import { ROLE, isAdminRole, mayGrantRole, mayManageUser, peerName, roleName } from '#domain/people/roles.ts'
import { requireActiveOrganisation } from '#server/auth/active-organisation.ts'
import { requireOpenSession } from '#server/auth/credentials.ts'
import { mayActFor } from '#server/auth/ownership.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import {
  forbiddenError,
  requireFound,
  invalid,
  notFound,
  unauthenticatedError
} from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'

/** Users with their organisation's name, in the shape of the contract's User, without deleted ones. */
export const selectUsers = (database: Database | Tx, programmeId: number) =>
  database
    .selectFrom('users as u')
    .leftJoin('organisations as o', join => inProgramme(join, 'o', 'u', 'organisation_id'))
    .select([
      'u.user_id',
      'u.first_name',
      'u.last_name',
      'u.email_address',
      'u.job_title',
      'u.role_type_id',
      'u.organisation_id',
      'u.status',
      'u.otp_enabled'
    ])
    .select(['u.last_login_at', 'u.created_at', 'o.organisation_name', 'u.requested_organisation_name'])
    .select(eb =>
      jsonObjectFrom(
        eb
          .selectFrom('mails as m')
          .select(['m.failed_at', 'm.failure'])
          .where('m.programme_id', '=', programmeId)
          .whereRef('m.recipient', '=', 'u.email_address')
          .orderBy('m.mail_id', 'desc')
          .limit(1)
      ).as('last_mail')
    )
    .where('u.programme_id', '=', programmeId)
    .where('u.status', '!=', 'deleted')

export type SelectedUser = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

export const toUserReply = (row: SelectedUser): UserReply => ({
  user_id: row.user_id,
  first_name: row.first_name,
  last_name: row.last_name,
  email_address: row.email_address,
  job_title: row.job_title,
  role_type_id: row.role_type_id,
  role_type_name: roleName(row.role_type_id),
  organisation_id: row.organisation_id,
  organisation_name: row.organisation_name ?? row.requested_organisation_name,
  status: row.status as UserReply['status'],
  otp_enabled: row.otp_enabled,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  mail_failure: row.last_mail?.failed_at
    ? { failed_at: new Date(row.last_mail.failed_at).toISOString(), reason: row.last_mail.failure ?? '' }
    : null
})

/** An organisation or a person in the audit log: names are not unique, and people can change their own. */
export const nameWithNumber = (name: string | null, id: number): string => `${name} (number ${id})`

/** What a person asked for when registering is not an organisation. */
export const recordedOrganisation = ({ organisation_id, organisation_name }: SelectedUser): string | null =>
  organisation_id === null ? null : nameWithNumber(organisation_name, organisation_id)

/** 'Viewer, St Mary’s (number 3)' */
export const recordedAccess = (user: SelectedUser): string =>
  [roleName(user.role_type_id), recordedOrganisation(user) ?? []].flat().join(', ')

export async function requireUser(
  database: Database | Tx,
  programmeId: number,
  userId: number
): Promise<SelectedUser> {
  return requireFound(
    await selectUsers(database, programmeId).where('u.user_id', '=', userId).executeTakeFirst(),
    'user'
  )
}

/** A user whom the caller may manage: not the caller, nobody with a higher role, and for leads only people of their own organisation below them. */
export async function requireManageable(
  database: Database | Tx,
  caller: CallingUser,
  userId: number
): Promise<SelectedUser> {
  const user = await requireUser(database, caller.programmeId, userId)
  if (!mayActFor(caller, user.organisation_id ?? 0)) throw notFound('user')
  if (user.user_id === caller.userId)
    throw forbiddenError(`Another ${peerName(caller.roleTypeId)} must do this to your own account.`)
  if (!mayManageUser(caller.roleTypeId, user.role_type_id))
    throw forbiddenError(
      isAdminRole(caller.roleTypeId)
        ? 'This user has a higher role than you.'
        : 'Only a programme admin can change a lead.'
    )
  return user
}

/**
 * Called before an account is changed by someone else: serialises such changes within a programme and
 * checks that the caller's token is still true. Two superusers cannot remove each other, and the second of
 * two decisions about an account sees the first.
 */
export async function lockAccounts(tx: Tx, caller: CallingUser): Promise<void> {
  await lockRow(tx, 'programmes', caller.programmeId, caller.programmeId)
  const { status, role_type_id } = await requireUser(tx, caller.programmeId, caller.userId)
  if (status !== 'active' || role_type_id !== caller.roleTypeId) throw unauthenticatedError()
  await requireOpenSession(tx, caller)
}

export function requireGrantable(caller: CallingUser, roleTypeId: number): void {
  if (!mayGrantRole(caller.roleTypeId, roleTypeId))
    throw forbiddenError(
      isAdminRole(caller.roleTypeId)
        ? 'You cannot give a role above your own.'
        : 'Leads can make people contributors or viewers.'
    )
}

/** Programme staff may have no organisation; everyone else belongs to one in use. */
export async function requireUserOrganisation(
  tx: Tx,
  programmeId: number,
  organisationId: number | null,
  roleTypeId: number
): Promise<void> {
  if (organisationId === null) {
    if (!isAdminRole(roleTypeId))
      throw invalid('organisation_id', `must be given for the role ${roleName(roleTypeId)}`)
    return
  }
  await requireActiveOrganisation(tx, programmeId, organisationId)
}

/** The role of new accounts, until an admin changes it. */
export const DEFAULT_ROLE = ROLE.viewer
