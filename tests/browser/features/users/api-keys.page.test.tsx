// Everyone's API keys, as admins see them under Users.

import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press } from '#tests/support/account-screens.ts'
import { createKeyFor } from '#tests/support/api-keys.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { newUser } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

async function ownerNamed(last_name: string) {
  const owner = await newUser(server, 'viewer', { first_name: 'Test', last_name })
  return { ...owner, ...(await createKeyFor(server, await server.tokenOfUser(owner.email_address))) }
}

async function keyOf(owner: string) {
  const list = within(await screen.findByRole('list', { name: 'API keys' }))
  const text = await list.findByText(`${owner}: reads answers, charts, progress`)
  return within(text.closest('li')!)
}

test('each has its owner, says whether it is paused, and can be revoked', async () => {
  const [active, suspended] = [await ownerNamed('Active'), await ownerNamed('Suspended')]
  await server.database
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('programme_id', '=', 1)
    .where('user_id', '=', suspended.user_id)
    .execute()
  await start('/users', 'admin')
  await clickFound(screen.findByRole('tab', { name: 'API keys 2' }))
  expect((await keyOf('Test Suspended')).getByText('Paused')).toBeTruthy()
  const key = await keyOf('Test Active')
  expect(key.queryByText('Paused')).toBeNull()
  expect(key.getByText(/, never used$/)).toBeTruthy()
  await act(async () => key.getByRole('button', { name: 'Revoke Weekly report' }).click())
  await press('Yes, revoke')
  await screen.findByRole('tab', { name: 'API keys 1' })
  expect((await server.send('GET', 'charts', { token: active.key })).status).toBe(401)
})
