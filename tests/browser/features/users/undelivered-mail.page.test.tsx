import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIsland } from '#tests/support/island.tsx'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

test('an admin reads beside a user why the last email to that person was not delivered', async () => {
  const recipient = 'viewer@wards.example'
  const mail = { programme_id: 1, recipient, subject: 'Hello', body_text: '', created_at: NOON }
  const failed = { due_at: null, failed_at: NOON, failure: '550 5.1.1 no such mailbox' }
  await server.database
    .insertInto('mails')
    .values({ ...mail, ...failed })
    .execute()
  await start(`/users?tab=active&q=${recipient}`, 'admin')
  const row = await screen.findByRole('row', { name: /viewer@wards\.example/ })
  expect(
    within(row).getByText(/^Email not delivered \(.*\): 550 5\.1\.1 no such mailbox$/).textContent
  ).not.toContain('undefined')
})
