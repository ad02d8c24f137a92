// What may be done with a user, and why not: the same rules as on the server.

import type { CurrentUser, User, UserStatus } from '#contract/users.ts'
import { mayGrantRole, mayManageUser } from '#domain/people/roles.ts'

export type UserAction =
  | 'approve'
  | 'reject'
  | 'edit'
  | 'change_role'
  | 'reset_password'
  | 'reset_second_factor'
  | 'invite_again'
  | 'verify_again'
  | 'suspend'
  | 'reactivate'
  | 'reconsider'
  | 'delete'

type Actor = Pick<CurrentUser, 'user_id' | 'role_type_id'>

/** Why a row is protected from this admin, or null. */
export function protectionOf(user: User, actor: Actor): string | null {
  if (user.user_id === actor.user_id) return 'Only another programme admin can edit'
  return mayManageUser(actor.role_type_id, user.role_type_id) ? null : 'Only superusers can edit'
}

const actionsByStatus: Record<UserStatus, readonly UserAction[]> = {
  awaiting_approval: ['approve', 'reject', 'edit', 'delete'],
  active: ['edit', 'change_role', 'reset_password', 'reset_second_factor', 'suspend', 'delete'],
  invited: ['edit', 'change_role', 'invite_again', 'delete'],
  suspended: ['edit', 'change_role', 'reactivate', 'delete'],
  email_unverified: ['verify_again', 'delete'],
  rejected: ['reconsider', 'delete']
}

export function actionsOn(user: User, actor: Actor): UserAction[] {
  if (protectionOf(user, actor) !== null) return []
  return actionsByStatus[user.status].filter(action => action !== 'reset_second_factor' || user.otp_enabled)
}

/** The roles an admin may grant, highest first. */
export const grantableRoles = <Role extends { id: number }>(
  roles: readonly Role[],
  { role_type_id }: Actor
): Role[] => roles.filter(({ id }) => mayGrantRole(role_type_id, id))

/** Whether a user registered with an organisation that is not in the list. */
export const isUnlisted = ({ organisation_id, organisation_name }: User): boolean =>
  organisation_id === null && organisation_name !== null
