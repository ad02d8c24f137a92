// What is typed into the page's own login form, before the island is there.

import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { credentialsForm } from '#browser/features/accounts/login.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { start } = island

const script = readFileSync(new URL('../../../../src/pages/_shell/early-form.js', import.meta.url), 'utf8')

interface EarlyForm {
  form: HTMLFormElement
  fields: Record<'email_address' | 'password', HTMLInputElement>
}

/** The form of the page's HTML, with the script that stands below it. */
function putSkeleton(): EarlyForm {
  const frame = document.createElement('div')
  frame.id = 'first-paint'
  const form = document.createElement('form')
  const fields = { email_address: document.createElement('input'), password: document.createElement('input') }
  for (const [name, input] of Object.entries(fields)) {
    input.dataset['early'] = name
    const label = document.createElement('label')
    label.append('Early', input)
    form.append(label)
  }
  const button = document.createElement('button')
  button.type = 'submit'
  form.append(button)
  frame.append(form)
  document.body.prepend(frame)
  runInThisContext(script)
  return { form, fields }
}

/** Whether the browser would have sent the form. */
const pressEnter = (form: HTMLFormElement): boolean =>
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))

afterEach(() => {
  act(() => credentialsForm.reset())
  document.getElementById('first-paint')?.remove()
})

test('text and focus go on in the form of the island, and the early fields are gone', async () => {
  const { email_address, password } = putSkeleton().fields
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

test('Enter before the island is there signs in once it is, and the browser sends nothing', async () => {
  const { form, fields } = putSkeleton()
  fields.email_address.value = 'lead@northfield.example'
  fields.password.value = 'not the password'
  expect(pressEnter(form)).toBe(false)
  expect(form.querySelector('button')?.getAttribute('aria-disabled')).toBe('true')
  await start('/login')
  await screen.findByText(/Check both, or set a new password/)
  expect(island.calls.filter(path => path === 'auth/login/')).toHaveLength(1)
})

test('Enter in an empty form names the missing values', async () => {
  expect(pressEnter(putSkeleton().form)).toBe(false)
  await start('/login')
  await screen.findByText('Email address is required.')
  expect(island.calls).not.toContain('auth/login/')
})

test('without a submit nothing is sent', async () => {
  const { fields } = putSkeleton()
  fields.password.value = 'half a pass'
  await start('/login')
  await act(async () => {})
  expect(island.calls).not.toContain('auth/login/')
})
