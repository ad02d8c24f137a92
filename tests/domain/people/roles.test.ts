import { expect, test } from 'vitest'
import {
  isAdminRole,
  isSuperuserRole,
  mayGrantRole,
  mayManageUser,
  hasAccess,
  ROLE,
  roleName
} from '#domain/people/roles.ts'

test('below 3 is admin, 1 is superuser (spec 6)', () => {
  expect([1, 2, 3, 4, 5].map(isAdminRole)).toEqual([true, true, false, false, false])
  expect([1, 2, 3, 4, 5].map(isSuperuserRole)).toEqual([true, false, false, false, false])
})

test('a role includes all lower ones', () => {
  const accesses = ['open', 'case_code', 'viewer', 'contributor', 'lead', 'admin', 'superuser'] as const
  expect(accesses.filter(access => hasAccess(ROLE.contributor, access))).toEqual([
    'open',
    'case_code',
    'viewer',
    'contributor'
  ])
  expect(accesses.every(access => hasAccess(ROLE.superuser, access))).toBe(true)
})

test('nobody grants a role above their own, and admins cannot manage superusers (product 8)', () => {
  expect(mayGrantRole(ROLE.admin, ROLE.superuser)).toBe(false)
  expect(mayGrantRole(ROLE.admin, ROLE.admin)).toBe(true)
  expect(mayGrantRole(ROLE.contributor, ROLE.viewer)).toBe(false)
  expect(mayManageUser(ROLE.admin, ROLE.superuser)).toBe(false)
  expect(mayManageUser(ROLE.superuser, ROLE.superuser)).toBe(true)
})

test('leads make people contributors or viewers, and nobody a lead', () => {
  const granted = [1, 2, 3, 4, 5].filter(role => mayGrantRole(ROLE.lead, role))
  expect(granted).toEqual([ROLE.contributor, ROLE.viewer])
  expect([1, 2, 3, 4, 5].filter(role => mayManageUser(ROLE.lead, role))).toEqual(granted)
})

test('roles have names', () => {
  expect([1, 2, 3, 4, 5, 6].map(roleName)).toEqual([
    'Superuser',
    'Programme admin',
    'Organisation lead',
    'Contributor',
    'Viewer',
    'Unknown role'
  ])
})
