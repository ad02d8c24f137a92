import { expect, test } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { $enums, loadEnum } from '#browser/stores/enums.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import { CONTACT_ROLES } from '#domain/projects/registration.ts'

const answer = (status: number, body: unknown): void =>
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async () => new Response(JSON.stringify(body), { status })
  })

test('a list has what this build knows until another comes, and keeps it where the call fails or is empty', async () => {
  expect($enums.get()).toEqual({ role_types: ROLE_TYPES, contact_roles: CONTACT_ROLES })
  answer(404, { detail: 'Not found.' })
  await loadEnum('contact_roles')
  answer(200, { enums: [] })
  await loadEnum('contact_roles')
  expect($enums.get().contact_roles).toEqual(CONTACT_ROLES)
  const enums = [{ id: 1, name: 'Matron' }]
  answer(200, { enums })
  await loadEnum('contact_roles')
  expect($enums.get()).toEqual({ role_types: ROLE_TYPES, contact_roles: enums })
})
