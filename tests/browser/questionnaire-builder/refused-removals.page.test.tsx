// What is taken away, offline and refused: the question says why where it was answered, nothing is gone, and it can be answered again.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { goOffline } from '#tests/support/offline.ts'
import { eventually } from '#tests/support/patience.ts'
import { peerGrouping } from '#tests/support/peer-grouping.ts'
import { newUser } from '#tests/support/races/race-accounts.ts'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { chartNamed } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)
const { start } = useIsland(server)
const { create } = peerGrouping(server)

beforeEach(() => vi.setSystemTime(NOON))

const press = async (name: string | RegExp) => clickFound(screen.findByRole('button', { name }))

async function openUser(action: string) {
  const user = await newUser(server, 'viewer', { first_name: 'Lee', last_name: 'Leaver' })
  await start(`/users?tab=active&q=${user.email_address}`, 'admin')
  await press('Actions for Lee Leaver')
  await act(async () => screen.getByRole('menuitem', { name: action }).click())
  const status = async () =>
    (
      await server.database
        .selectFrom('users')
        .select('status')
        .where('programme_id', '=', 1)
        .where('user_id', '=', user.user_id)
        .executeTakeFirst()
    )?.status
  return { ...user, status }
}

interface Removal {
  what: string
  /** Opens the question; gives back whether the thing is still as it was. */
  open: () => Promise<() => Promise<boolean>>
  confirm: string
  /** The write that removes. */
  method: string
}

const removals: Removal[] = [
  {
    what: 'an account deleted',
    open: async () => {
      const { email_address, status } = await openUser('Delete…')
      const field = await screen.findByLabelText('Email address of the account')
      await act(async () => void fireEvent.change(field, { target: { value: email_address } }))
      return async () => (await status()) === 'active'
    },
    confirm: 'Delete',
    method: 'DELETE'
  },
  {
    what: 'an account suspended',
    open: async () => {
      const { status } = await openUser('Suspend…')
      return async () => (await status()) === 'active'
    },
    confirm: 'Suspend',
    method: 'PATCH'
  },
  {
    what: 'a peer group',
    open: async () => {
      const { body } = await create('lead', { peer_group_name: 'Coastal hospitals' })
      await start('/projects/ward-staffing/results', 'lead')
      await press(/^Peers: /)
      await press('Manage groups…')
      await press('Delete Coastal hospitals…')
      return async () =>
        (await server.database
          .selectFrom('peer_groups')
          .select('peer_group_id')
          .where('programme_id', '=', 1)
          .where('peer_group_id', '=', body.peer_group_id)
          .executeTakeFirst()) !== undefined
    },
    confirm: 'Delete group',
    method: 'DELETE'
  },
  {
    what: 'a contact',
    open: async () => {
      const id = await registering.begin({ terms_accepted: true })
      await registering.addContact(id, 'Lead', 'Jo Hart')
      await start('/projects/ward-quality/registration', 'lead')
      await press('Remove Jo Hart')
      return async () => (await registering.contactsOf(id)).some(one => one.contact_name === 'Jo Hart')
    },
    confirm: 'Remove',
    method: 'DELETE'
  },
  {
    what: 'a chart',
    open: async () => {
      const id = await chartNamed(server, 'Vacancy rate')
      await server.database
        .updateTable('charts')
        .set({ is_active: false })
        .where('programme_id', '=', 1)
        .where('chart_id', '=', id)
        .execute()
      await start('/projects/ward-staffing/results/establishment/detail', 'admin')
      await press('Delete Vacancy rate…')
      return async () =>
        (await server.database
          .selectFrom('charts')
          .select('chart_id')
          .where('programme_id', '=', 1)
          .where('chart_id', '=', id)
          .executeTakeFirst()) !== undefined
    },
    confirm: 'Delete chart',
    method: 'DELETE'
  }
]

/** From now on the server refuses what is written this way. */
function refuse(method: string, detail: string): void {
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (input, init) =>
      (input as Request).method === method
        ? Response.json({ detail }, { status: 409 })
        : server.fetch(input, init)
  })
}

describe.each(removals)('$what', ({ open, confirm, method }) => {
  test('is kept offline and when the server refuses, with the reason in the dialog, and goes when it is asked again', async () => {
    const isThere = await open()
    const dialog = within(await screen.findByRole('dialog'))
    const answer = () => act(async () => dialog.getByRole('button', { name: confirm }).click())
    const said = () => dialog.getAllByRole('alert').map(({ textContent }) => textContent)
    const goOnline = goOffline(server)
    await answer()
    await eventually(() => expect(said()).toContainEqual(expect.stringMatching(/^You are offline\. /)))
    expect(await isThere()).toBe(true)

    goOnline()
    refuse(method, 'Someone else has just changed this.')
    await answer()
    await eventually(() => expect(said()).toContain('Someone else has just changed this.'))
    expect(await isThere()).toBe(true)

    configureTransport({ apiBase: 'http://api.example', fetch: server.fetch })
    await answer()
    await act(() => eventually(async () => expect(await isThere()).toBe(false)))
  })
})
