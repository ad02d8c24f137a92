import { programmeOf } from '../http/programme.ts'
import { passwordExpiry } from '#domain/password.ts'
import { isAdmin, roleName } from '#domain/roles.ts'
import {
  asReply,
  lockAccounts,
  requireGrantable,
  requireManageable,
  requireOrganisation,
  requireUser,
  selectUsers
} from './people.ts'
import { changeStatus } from './status.ts'
import type { User } from '../http/caller.ts'
import type { Work } from '../database/schema.ts'
import { forbidden, notFound } from '../http/refusal.ts'
import type { RouteOf } from '../http/route.ts'
import { transaction } from '../database/transaction.ts'
import { endSessions } from '../auth/sessions.ts'

export const getCurrentUser: RouteOf<'getCurrentUser'> = async (_, { database, caller, programmes }) => {
  const user = await database
    .selectFrom('users as u')
    .leftJoin('organisations as o', join =>
      join.onRef('o.programme_id', '=', 'u.programme_id').onRef('o.organisation_id', '=', 'u.organisation_id')
    )
    .select([
      'u.user_id',
      'u.first_name',
      'u.last_name',
      'u.email_address',
      'u.role_type_id',
      'u.organisation_id',
      'o.organisation_name'
    ])
    .select(['u.otp_enabled', 'u.password_changed_at', 'u.password_expires_at'])
    .where('u.programme_id', '=', caller.programmeId)
    .where('u.user_id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const { otpRequired = false, passwordMaxAgeDays } = programmeOf(programmes, caller.programmeId)
  const { password_changed_at, password_expires_at, ...details } = user
  return {
    ...details,
    role_type_name: roleName(user.role_type_id),
    programme_id: caller.programmeId,
    otp_required: otpRequired,
    password_expires_at:
      passwordExpiry({ password_changed_at, password_expires_at }, passwordMaxAgeDays)?.toISOString() ?? null
  }
}

/** Leads see the users of their own organisation, admins all. */
export const listUsers: RouteOf<'listUsers'> = async ({ query }, { database, caller }) => {
  const organisationId = isAdmin(caller.roleTypeId)
    ? query.organisation_id
    : (caller.organisationId ?? undefined)
  if (query.organisation_id !== undefined && query.organisation_id !== organisationId)
    throw notFound('organisation')
  let users = selectUsers(database, caller.programmeId)
  if (organisationId !== undefined) users = users.where('u.organisation_id', '=', organisationId)
  if (query.status !== undefined) users = users.where('u.status', '=', query.status)
  if (query.role_type_id !== undefined) users = users.where('u.role_type_id', '=', query.role_type_id)
  for (const word of query.search?.split(/\s+/).filter(Boolean) ?? []) {
    const like = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
    users = users.where(is =>
      is.or([
        is('u.first_name', 'ilike', like),
        is('u.last_name', 'ilike', like),
        is('u.email_address', 'ilike', like)
      ])
    )
  }
  const { total } = await users
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await users
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.user_id')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  return { users: rows.map(asReply), total }
}

type Changes = Parameters<RouteOf<'updateUser'>>[0]['body']

/** One's own names, or whatever an admin may change of others. A new role or a suspension ends the user's sessions. */
export const updateUser: RouteOf<'updateUser'> = async ({ params, body }, { database, caller, now }) => {
  const { role_type_id: roleTypeId, organisation_id: organisationId, status } = body
  const isPrivileged = roleTypeId !== undefined || organisationId !== undefined || status !== undefined
  return transaction(database, async work => {
    await lockAccounts(work, caller)
    if (params.id === caller.userId) {
      if (isPrivileged) throw forbidden('Another admin must change your role, organisation or status.')
    } else {
      await requireOther(work, caller, params.id, body)
    }
    const { first_name, last_name, job_title } = body
    await work
      .updateTable('users')
      .set({
        ...(first_name !== undefined && { first_name }),
        ...(last_name !== undefined && { last_name }),
        ...(job_title !== undefined && { job_title: job_title ?? '' }),
        ...(roleTypeId !== undefined && { role_type_id: roleTypeId }),
        ...(organisationId !== undefined && { organisation_id: organisationId }),
        // Says that the row is touched even when nothing is given.
        user_id: params.id
      })
      .where('programme_id', '=', caller.programmeId)
      .where('user_id', '=', params.id)
      .execute()
    if (status !== undefined) await setStatus(work, caller.programmeId, params.id, status)
    if (isPrivileged) await endSessions(work, caller.programmeId, params.id, now)
    return asReply(await requireUser(work, caller.programmeId, params.id))
  })
}

async function requireOther(work: Work, caller: User, userId: number, changes: Changes): Promise<void> {
  if (!isAdmin(caller.roleTypeId)) throw notFound('user')
  const user = await requireManageable(work, caller, userId)
  const roleTypeId = changes.role_type_id ?? user.role_type_id
  if (changes.role_type_id !== undefined) requireGrantable(caller, changes.role_type_id)
  const organisationId =
    changes.organisation_id === undefined ? user.organisation_id : changes.organisation_id
  await requireOrganisation(work, caller.programmeId, organisationId, roleTypeId)
}

/** Suspends an active user or lets a suspended one back in. Every other status is left by the way that is meant for it. */
async function setStatus(
  work: Work,
  programmeId: number,
  userId: number,
  status: 'active' | 'suspended'
): Promise<void> {
  if ((await requireUser(work, programmeId, userId)).status === status) return
  const isChanged = await changeStatus(
    work,
    { programme_id: programmeId, user_id: userId },
    status === 'suspended' ? 'suspend' : 'reactivate'
  )
  if (isChanged) return
  throw forbidden(
    status === 'suspended'
      ? 'Only an active user can be suspended. Reject a waiting user, or delete an invited one.'
      : 'Waiting users are approved by a decision, invited ones set a password.'
  )
}
