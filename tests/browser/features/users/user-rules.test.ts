import { expect, test } from 'vitest'
import { protectionOf } from '#browser/features/users/user-rules.ts'
import type { User } from '#contract/users.ts'
import { ROLE } from '#domain/people/roles.ts'

test('the own row names who else may edit it: admins may not edit a superuser', () => {
  const own = (role_type_id: number) =>
    protectionOf({ user_id: 1, role_type_id } as User, { user_id: 1, role_type_id })
  expect([ROLE.superuser, ROLE.admin].map(own)).toEqual([
    'Only another superuser can edit',
    'Only another programme admin can edit'
  ])
})
