import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import {
  $organisationPeople,
  inviteColleague,
  loadOrganisation
} from '#browser/features/organisation/organisation.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $session } from '#browser/stores/session.ts'
import { ok } from '#lib/result.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

const nameOfOwn = async () =>
  (
    await server.database
      .selectFrom('organisations as o')
      .innerJoin('users as u', join =>
        join
          .onRef('u.programme_id', '=', 'o.programme_id')
          .onRef('u.organisation_id', '=', 'o.organisation_id')
      )
      .select('o.organisation_name')
      .where('u.email_address', '=', 'lead@wards.example')
      .executeTakeFirstOrThrow()
  ).organisation_name

describe('the organisation (product 17)', () => {
  test('a lead sees its registrations, submissions, contacts, people and documents', async () => {
    await island.start('/organisation', 'lead')
    expect(await screen.findByRole('heading', { name: await nameOfOwn(), level: 1 })).toBeTruthy()
    expect((await screen.findAllByText('Registered')).length).toBeGreaterThan(1)
    expect((await screen.findAllByRole('link', { name: 'Ward staffing' })).length).toBeGreaterThan(1)
    const people = (await screen.findByRole('heading', { name: 'People' })).closest('section')!
    expect(await within(people).findByText('viewer@wards.example')).toBeTruthy()
    const contacts = screen.getByRole('heading', { name: 'Contacts' }).closest('section')!
    expect((await within(contacts).findAllByText('primary')).length).toBeGreaterThan(0)
    expect(await screen.findByRole('button', { name: /^Download .*: results 2025$/ })).toBeTruthy()
  })

  test('a viewer is not shown people, and nothing is asked that the server refuses', async () => {
    await island.start('/organisation', 'viewer')
    await screen.findAllByText('Registered')
    expect(screen.queryByRole('heading', { name: 'People' })).toBeNull()
    expect(island.calls).not.toContain('users/')
  })

  test('an admin chooses one; signed out there are names alone', async () => {
    await island.start('/organisation', 'admin')
    expect(await screen.findByRole('heading', { name: 'Organisations' })).toBeTruthy()
    const own = await nameOfOwn()
    await act(
      async () =>
        void fireEvent.change(screen.getByLabelText('Find an organisation'), { target: { value: own } })
    )
    await act(async () => screen.getByRole('button', { name: own }).click())
    expect(await screen.findByRole('heading', { name: own, level: 1 })).toBeTruthy()
    expect((await screen.findAllByText('Registered')).length).toBeGreaterThan(0)
    await act(async () => $selectedOrganisationId.set(0))
  })

  test('signed out: names, a search, and the way in', async () => {
    await island.start('/organisation')
    const list = await screen.findByRole('list', { name: 'Organisations' })
    expect(within(list).queryByRole('button')).toBeNull()
    expect(screen.getAllByRole('link', { name: 'Log in' }).map(link => link.getAttribute('href'))).toContain(
      '/login?next=%2Forganisation'
    )
    await act(
      async () =>
        void fireEvent.change(screen.getByLabelText('Find an organisation'), {
          target: { value: 'nothing like it' }
        })
    )
    expect(screen.getByText('No organisations match “nothing like it”')).toBeTruthy()
  })

  test('each part fails alone and can be tried again', async () => {
    await island.start('/organisation', 'contributor')
    await screen.findAllByText('Registered')
    configureTransport({
      apiBase: 'http://api.example',
      fetch: (input, init) =>
        (input as Request).url.includes('registrations?')
          ? Promise.resolve(
              new Response('{"detail":"Out of order."}', {
                status: 418,
                headers: { 'content-type': 'application/json' }
              })
            )
          : server.fetch(input, init)
    })
    await act(() => loadOrganisation($selectedOrganisationId.get()))
    expect(await screen.findByText('The registrations could not be loaded')).toBeTruthy()
    expect(await screen.findByText('Contacts could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Download .*: results 2025$/ })).toBeTruthy()
    configureTransport({ apiBase: 'http://api.example', fetch: server.fetch })
    await act(async () => screen.getAllByRole('button', { name: 'Try again' })[0]?.click())
    expect((await screen.findAllByText('Registered')).length).toBeGreaterThan(0)
  })

  test('a lead invites a contributor, and makes a viewer one', async () => {
    await island.start('/organisation', 'lead')
    const people = (await screen.findByRole('heading', { name: 'People' })).closest('section')!
    await within(people).findByText('viewer@wards.example')
    await act(async () => within(people).getByRole('button', { name: 'Invite…' }).click())
    const dialog = await screen.findByRole('dialog', { name: 'Invite a person' })
    const roles = [...within(dialog).getByLabelText<HTMLSelectElement>('Role').options].map(
      ({ text }) => text
    )
    expect(roles.filter(role => role !== 'Choose a role')).toEqual(['Contributor', 'Viewer'])
    const fill = (label: string, value: string) =>
      act(async () => void fireEvent.change(within(dialog).getByLabelText(label), { target: { value } }))
    await fill('Email address', 'new.colleague@wards.example')
    await fill('First name', 'Ida')
    await fill('Last name', 'Newman')
    await act(async () => within(dialog).getByRole('button', { name: 'Send invitation' }).click())
    expect(await within(people).findByText('new.colleague@wards.example')).toBeTruthy()
    await clickFound(within(people).findByRole('button', { name: 'Make viewer: Ida Newman' }))
    // Somebody who was never logged in is not logged out.
    expect(await screen.findByText('Ida Newman is now a viewer.')).toBeTruthy()
    // Nobody changes their own role, and a lead no other lead's.
    const own = within(people).getByText('lead@wards.example').closest('li')!
    expect(within(own).queryByRole('button')).toBeNull()
    const viewer = within(people).getByText('viewer@wards.example').closest('li')!
    await act(async () =>
      within(viewer)
        .getByRole('button', { name: /^Make contributor: / })
        .click()
    )
    await eventually(() =>
      expect(within(people).getByText('viewer@wards.example').closest('li')!.textContent).toContain(
        'Contributor'
      )
    )
  })
})

test('a change in one organisation is not shown in another that was opened meanwhile', async () => {
  await island.start('/organisation', 'lead')
  await screen.findByText('viewer@wards.example')
  const own = $session.get().user?.details?.organisation_id ?? 0
  $organisationPeople.settle('another', ok([]))
  const person = { email_address: 'jo@harbour.example', first_name: 'Jo', last_name: 'Berg', job_title: '' }
  const result = await inviteColleague({ ...person, role_type_id: 4, organisation_id: own })
  expect([result.ok, $organisationPeople.get()]).toEqual([true, { state: 'ready', value: [] }])
})
