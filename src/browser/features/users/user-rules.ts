// What may be done with a user, and why not: the same rules as on the server.

import type { CurrentUser, User } from '#contract/users.ts'
import { mayGrantRole, mayManageUser, peerName } from '#domain/people/roles.ts'
import { userActions, type UserAction } from '#domain/people/user-status.ts'

type Actor = Pick<CurrentUser, 'user_id' | 'role_type_id'>

/** Why a row is protected from this admin, or null. */
export function protectionOf(user: User, actor: Actor): string | null {
  if (user.user_id === actor.user_id) return `Only another ${peerName(actor.role_type_id)} can edit`
  return mayManageUser(actor.role_type_id, user.role_type_id) ? null : 'Only superusers can edit'
}

export function actionsOn(user: User, actor: Actor): UserAction[] {
  if (protectionOf(user, actor) !== null) return []
  return userActions[user.status].filter(action => action !== 'reset_second_factor' || user.otp_enabled)
}

/** The roles an admin may grant, highest first. */
export const grantableRoles = <Role extends { id: number }>(
  roles: readonly Role[],
  { role_type_id }: Actor
): Role[] => roles.filter(({ id }) => mayGrantRole(role_type_id, id))

/** Whether a user registered with an organisation that is not in the list. */
export const isUnlisted = ({ organisation_id, organisation_name }: User): boolean =>
  organisation_id === null && organisation_name !== null
