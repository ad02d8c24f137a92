// What the page says about an action of the menu, against the real server.

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { newUser } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

async function choose(action: string): Promise<void> {
  await clickFound(screen.findByRole('button', { name: /^Actions for / }))
  await clickFound(screen.findByRole('menuitem', { name: action }))
}

const RETIRED = 'This organisation has been retired. It must be restored first.'
const retireOrganisation = () =>
  server.database
    .updateTable('organisations')
    .set({ is_active: false })
    .where('programme_id', '=', 1)
    .where('organisation_id', '=', 4)
    .execute()

test('whose organisation has been retired meanwhile is not approved, and the page says why', async () => {
  const who = await newUser(server, 'viewer', { status: 'awaiting_approval', organisation_id: 4 })
  await retireOrganisation()
  await start(`/users?q=${who.email_address}`, 'admin')
  await choose('Approve')
  expect(await screen.findByText(`cannot be approved: ${RETIRED}`)).toBeTruthy()
})

test('whose organisation has been retired meanwhile is not invited again, and the page says why', async () => {
  const who = await newUser(server, 'viewer', { status: 'invited', organisation_id: 4 })
  await retireOrganisation()
  await start(`/users?tab=invited&q=${who.email_address}`, 'admin')
  await choose('Send the invitation again')
  expect(await screen.findByText(RETIRED)).toBeTruthy()
})

test('the confirmation that is sent again says how many an hour there are', async () => {
  const who = await newUser(server, 'viewer', { status: 'email_unverified' })
  await start(`/users?tab=other&q=${who.email_address}`, 'admin')
  await choose('Send the confirmation again')
  expect(await screen.findByText(/confirmation link to .+ \(at most 2 an hour\)\.$/)).toBeTruthy()
})
