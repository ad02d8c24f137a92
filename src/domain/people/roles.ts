// Spec 6: ids below 3 are admins, and 1 is the superuser. Product 8 defines the roles from 3 on. A smaller id is a higher role.

import type { EndpointAccess } from '#contract/endpoint.ts'

export const ROLE = { superuser: 1, admin: 2, lead: 3, contributor: 4, viewer: 5 } as const
export type RoleTypeId = (typeof ROLE)[keyof typeof ROLE]

/** The entries of `enums/role_types`, highest role first. */
export const ROLE_TYPES: readonly { id: RoleTypeId; name: string }[] = [
  { id: ROLE.superuser, name: 'Superuser' },
  { id: ROLE.admin, name: 'Programme admin' },
  { id: ROLE.lead, name: 'Organisation lead' },
  { id: ROLE.contributor, name: 'Contributor' },
  { id: ROLE.viewer, name: 'Viewer' }
]

export const isAdminRole = (roleTypeId: number): boolean => roleTypeId < 3
export const isSuperuserRole = (roleTypeId: number): boolean => roleTypeId === 1

/** Whether a role is equal to or higher than another. */
export const isAtLeast = (roleTypeId: number, required: number): boolean => roleTypeId <= required

/** Whether an operation's access admits a logged-in role. Case-code and open operations admit any. */
export function hasAccess(roleTypeId: number, access: EndpointAccess): boolean {
  return access === 'open' || access === 'case_code' || isAtLeast(roleTypeId, ROLE[access])
}

/** Admins grant roles up to their own. Leads make people of their own organisation contributors or viewers. */
export const mayGrantRole = (actor: number, granted: number): boolean =>
  isAdminRole(actor) ? isAtLeast(actor, granted) : actor === ROLE.lead && granted > ROLE.lead

/** Whose account may be changed: admins up to their own role, leads those below them in their own organisation. */
export const mayManageUser = (actor: number, target: number): boolean => mayGrantRole(actor, target)

/** Who else may change an admin's own account: 'programme admin'. */
export const peerName = (roleTypeId: number): string =>
  roleTypeId === ROLE.superuser ? 'superuser' : 'programme admin'

export const roleName = (roleTypeId: number): string =>
  ROLE_TYPES.find(role => role.id === roleTypeId)?.name ?? 'Unknown role'
