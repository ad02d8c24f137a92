// @vitest-environment node
// What is typed into the page's own login form, before the island is there.

import '#tests/support/page.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { credentialsForm } from '#browser/features/accounts/login.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

function putSkeleton(): Record<'email_address' | 'password', HTMLInputElement> {
  const frame = document.createElement('div')
  frame.id = 'first-paint'
  const fields = { email_address: document.createElement('input'), password: document.createElement('input') }
  for (const [name, input] of Object.entries(fields)) {
    input.dataset['early'] = name
    const label = document.createElement('label')
    label.append('Early', input)
    frame.append(label)
  }
  document.body.prepend(frame)
  return fields
}

test('text and focus go on in the form of the island, and the early fields are gone', async () => {
  const { email_address, password } = putSkeleton()
  email_address.value = 'lead@northfield.example'
  password.value = 'half a pass'
  password.focus()
  await start('/login')
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  expect(field.value).toBe('half a pass')
  expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('lead@northfield.example')
  expect(credentialsForm.$state.get().values).toMatchObject({ password: 'half a pass' })
  expect(document.activeElement).toBe(field)
  expect(document.querySelectorAll('[data-early]')).toHaveLength(0)
})
