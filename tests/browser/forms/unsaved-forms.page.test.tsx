// What is typed in a form and not saved: it is not left without a word, and no question stands in its way.

import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { createForm } from '#browser/forms/form-store.ts'
import { unsavedWork } from '#browser/navigation/leave.ts'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { press, type, valueOf } from '#tests/support/account-screens.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

const question = () => screen.findByRole('dialog', { name: /without saving\?$/, hidden: true })
const answer = async (name: string) => {
  const dialog = await question()
  await act(async () => within(dialog).getByRole('button', { name, hidden: true }).click())
}
const go = (path: string) => act(async () => navigate(path))

test('leaving asks, staying keeps every letter, and leaving goes on', async () => {
  const back = vi.spyOn(history, 'go').mockImplementation(() => {})
  $siteConfig.set({ ...defaultSiteConfig, registration_enabled: true })
  await start('/register')
  await screen.findByRole('heading', { name: 'Register' })
  await type('First name', 'Ines')
  expect(await unsavedWork()).toBe('lost')
  await go('/documents')
  expect((await question()).textContent).toContain(
    'What you typed in the form is not saved and would be lost.'
  )
  await answer('Stay here')
  await waitFor(() => expect(back).toHaveBeenCalledOnce())
  expect(valueOf('First name')).toBe('Ines')
  await go('/login')
  await answer('Leave')
  await screen.findByRole('heading', { name: 'Log in' })
  expect(await unsavedWork()).toBe('none')
  back.mockRestore()
})

test('a form in a dialog stays as it is while the question stands over it', async () => {
  const back = vi.spyOn(history, 'go').mockImplementation(() => {})
  await start('/users', 'admin')
  await clickFound(screen.findByRole('button', { name: 'Invite' }))
  const invite = await screen.findByRole('dialog', { name: 'Invite a person', hidden: true })
  await type('First name', 'Ines')
  await go('/documents')
  await answer('Stay here')
  expect(valueOf('First name')).toBe('Ines')
  await act(async () => within(invite).getByRole('button', { name: 'Close', hidden: true }).click())
  await answer('Stay here')
  expect(valueOf('First name')).toBe('Ines')
  // Cancel says what it does.
  await act(async () => within(invite).getByRole('button', { name: 'Cancel', hidden: true }).click())
  expect(screen.queryByLabelText('First name')).toBeNull()
  expect(await unsavedWork()).toBe('none')
  await go('/projects')
  await screen.findByRole('heading', { name: 'Projects' })
  back.mockRestore()
})

test('what is saved is not asked about, and a code or a password never is', async () => {
  await start('/projects', 'contributor')
  await clickFound(screen.findByRole('button', { name: /^Account:/ }))
  await act(async () => screen.getByRole('menuitem', { name: 'Your account…' }).click())
  await screen.findByRole('tab', { name: 'Profile' })
  await type('Job title', 'Ward clerk')
  expect(await unsavedWork()).toBe('lost')
  await press('Save')
  await screen.findByText('Your profile is saved.')
  expect(await unsavedWork()).toBe('none')
  await act(async () => screen.getByRole('tab', { name: 'Password' }).click())
  await type('Current password', 'half a passw')
  expect(await unsavedWork()).toBe('none')
})

test('a refused form keeps what was typed and stays unsaved; one that is on its way is waited for', async () => {
  const form = createForm({ name: { label: 'Name' }, reason: { label: 'Reason' } })
  form.setValue('name', 'Ward 4B')
  await form.submit(async () => form.refuse('name', 'Name is the name of another.'))
  expect([form.$state.get().values, await form.checkLeave()]).toEqual([
    { name: 'Ward 4B', reason: '' },
    'lose'
  ])
  await form.submit(async () => form.setMessage('The connection is gone.')).catch(() => undefined)
  expect(await form.checkLeave()).toBe('lose')
  await form.submit(() => Promise.reject(new Error('thrown'))).catch(() => undefined)
  expect([form.$state.get().isBusy, await form.checkLeave()]).toEqual([false, 'lose'])
  let letGo = (): void => {}
  const sending = form.submit(() => new Promise(resolve => (letGo = resolve)))
  const later = form.checkLeave()
  letGo()
  await sending
  expect(await later).toBe('leave')
})
