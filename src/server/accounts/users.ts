import { passwordExpiry } from '#domain/people/password.ts'
import { isAdminRole, isAtLeast, ROLE, peerName, roleName } from '#domain/people/roles.ts'
import { userActions, type AccountStatus } from '#domain/people/user-status.ts'
import { revokeCodes } from '#server/auth/one-time-codes.ts'
import { recordActs, type AuditAct } from '#server/auth/record-acts.ts'
import { endSessions } from '#server/auth/sessions.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { forbiddenError, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { programmeOf } from '#server/http/programme.ts'
import type { RouteOf } from '#server/http/route.ts'
import { changeStatus } from './status.ts'
import { pageOfUsers } from './user-list.ts'
import {
  toUserReply,
  lockAccounts,
  recordedOrganisation,
  requireGrantable,
  requireManageable,
  requireUserOrganisation,
  requireUser,
  type SelectedUser
} from './user-rows.ts'

export const getCurrentUser: RouteOf<'getCurrentUser'> = async (_, { database, caller, programmes }) => {
  const user = await database
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
      'o.organisation_name'
    ])
    .select(['u.otp_enabled', 'u.password_changed_at', 'u.password_expires_at'])
    .select(query =>
      query
        .selectFrom('recovery_codes as c')
        .select(is => is.fn.countAll().as('count'))
        .where(eb => eb.and({ 'c.programme_id': caller.programmeId, 'c.user_id': caller.userId }))
        .where('c.used_at', 'is', null)
        .as('recovery_codes_left')
    )
    .where(eb => eb.and({ 'u.programme_id': caller.programmeId, 'u.user_id': caller.userId }))
    .executeTakeFirstOrThrow()
  const { otpRequired = false, passwordMaxAgeDays } = programmeOf(programmes, caller.programmeId)
  const { password_changed_at, password_expires_at, ...details } = user
  return {
    ...details,
    recovery_codes_left: Number(details.recovery_codes_left),
    role_type_name: roleName(user.role_type_id),
    programme_id: caller.programmeId,
    otp_required: otpRequired,
    password_expires_at:
      passwordExpiry({ password_changed_at, password_expires_at }, passwordMaxAgeDays)?.toISOString() ?? null
  }
}

/** Leads see the users of their own organisation, admins all. */
export const listUsers: RouteOf<'listUsers'> = ({ query }, { database, caller }) =>
  pageOfUsers(database, caller, query)

type Changes = Parameters<RouteOf<'updateUser'>>[0]['body']

/**
 * Changes one's own names, as an admin another user's details, or as a lead the role of someone in the own organisation. A new role or a suspension ends the user's
 * sessions.
 */
export const updateUser: RouteOf<'updateUser'> = async ({ params, body }, { database, caller, now }) => {
  const { role_type_id: roleTypeId, organisation_id: organisationId, status } = body
  const isPrivileged = roleTypeId !== undefined || organisationId !== undefined || status !== undefined
  return transaction(database, async tx => {
    await lockAccounts(tx, caller)
    const before = await requireUser(tx, caller.programmeId, params.id)
    if (params.id === caller.userId) {
      if (isPrivileged)
        throw forbiddenError(
          `Another ${peerName(caller.roleTypeId)} must change your role, organisation or status.`
        )
    } else {
      await requireOther(tx, caller, params.id, body)
    }
    const { first_name, last_name, job_title } = body
    await tx
      .updateTable('users')
      .set({
        ...(first_name !== undefined && { first_name }),
        ...(last_name !== undefined && { last_name }),
        ...(job_title !== undefined && { job_title: job_title ?? '' }),
        ...(roleTypeId !== undefined && { role_type_id: roleTypeId }),
        ...(organisationId !== undefined && { organisation_id: organisationId }),
        // Keeps the statement valid when no field is given.
        user_id: params.id
      })
      .where(eb => eb.and({ programme_id: caller.programmeId, user_id: params.id }))
      .execute()
    if (status !== undefined) {
      await setUserStatus(tx, caller.programmeId, params.id, status)
      await revokeCodes(tx, { programme_id: caller.programmeId, user_id: params.id }, now)
    }
    if (isPrivileged) await endSessions(tx, caller.programmeId, params.id, now)
    const after = await requireUser(tx, caller.programmeId, params.id)
    return recordActs(tx, { ...caller, now }, changedAccess(before, after), toUserReply(after))
  })
}

/** The changes that affect a user's permissions, for the audit log. */
export const changedAccess = (
  before: SelectedUser,
  after: SelectedUser
): AuditAct<'role_changed' | 'organisation_changed' | 'status_changed'>[] =>
  (
    [
      ['role_changed', user => roleName(user.role_type_id)],
      ['organisation_changed', recordedOrganisation],
      ['status_changed', user => user.status]
    ] as const satisfies readonly (readonly [string, (user: SelectedUser) => string | null])[]
  )
    .map(([kind, valueOf]) => ({
      kind,
      user_id: after.user_id,
      value_before: valueOf(before),
      value_after: valueOf(after)
    }))
    .filter(act => act.value_before !== act.value_after)

async function requireOther(tx: Tx, caller: CallingUser, userId: number, changes: Changes): Promise<void> {
  if (!isAtLeast(caller.roleTypeId, ROLE.lead)) throw notFound('user')
  const user = await requireManageable(tx, caller, userId)
  if (!isAdminRole(caller.roleTypeId)) requireRoleAlone(user.status, changes)
  const { role_type_id: granted, organisation_id: placed } = changes
  if (granted !== undefined) requireGrantable(caller, granted)
  // A user who registered with an unlisted organisation has none until approved.
  if (granted === undefined && placed === undefined) return
  if (!userActions[user.status].includes('edit'))
    throw forbiddenError(
      'An account that is not confirmed, or was rejected, keeps its role and organisation.'
    )
  const organisationId = placed === undefined ? user.organisation_id : placed
  // Somebody whose organisation was retired stays there, and may get another role.
  if (organisationId === user.organisation_id && organisationId !== null) return
  await requireUserOrganisation(tx, caller.programmeId, organisationId, granted ?? user.role_type_id)
}

/** Leads change the role of people who have an account or an invitation, and nothing else. */
function requireRoleAlone(status: AccountStatus, { role_type_id, ...others }: Changes): void {
  if (Object.values(others).some(value => value !== undefined))
    throw forbiddenError('Only a programme admin can change anything but the role.')
  if (status !== 'active' && status !== 'invited')
    throw forbiddenError('Only a programme admin can change the role of this account.')
  if (role_type_id === undefined) throw forbiddenError('Name a role.')
}

type SettableStatus = NonNullable<Changes['status']>

const actionTo = { active: 'reactivate', suspended: 'suspend', awaiting_approval: 'reconsider' } as const

const statusRefusals: Record<SettableStatus, string> = {
  active: 'Waiting users are approved by a decision, invited ones set a password.',
  suspended: 'Only an active user can be suspended. Reject a waiting user, or delete an invited one.',
  awaiting_approval: 'Only a rejected user can go back to waiting.'
}

/**
 * Suspends an active user, reactivates a suspended one, or reconsiders a rejected one. All other transitions
 * have their own operations.
 */
async function setUserStatus(
  tx: Tx,
  programmeId: number,
  userId: number,
  status: SettableStatus
): Promise<void> {
  if ((await requireUser(tx, programmeId, userId)).status === status) return
  const account = { programme_id: programmeId, user_id: userId }
  if (!(await changeStatus(tx, account, actionTo[status]))) throw forbiddenError(statusRefusals[status])
}
