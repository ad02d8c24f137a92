// The audit log as admins see it, against the real server.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { saveCsv } from '#browser/api/download.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { listAuditEvents } from '#contract/audit-log.ts'
import { recordActs, type AuditAct } from '#server/auth/record-acts.ts'
import { transaction } from '#server/database/transaction.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { newUser } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer } from '#tests/support/server.ts'
import { refusals, withoutAdditions } from '#tests/support/without-additions.ts'

vi.mock('#browser/api/download.ts', async original => ({
  ...(await original<typeof import('#browser/api/download.ts')>()),
  saveCsv: vi.fn<typeof import('#browser/api/download.ts').saveCsv>()
}))

const server = useServer()
const { start } = useIsland(server)
const API = 'http://api.example'

const record = (userId: number, acts: readonly AuditAct[], now = NOON) =>
  transaction(server.database, tx => recordActs(tx, { programmeId: 1, userId, now }, acts, null))

const table = () => screen.findByRole('table', { name: 'Audit log' })

test('says who did what to whom, filters, pages and saves all entries as a file', async () => {
  const ada = await newUser(server, 'admin', { first_name: 'Ada', last_name: '=Admin' })
  const ben = await newUser(server, 'viewer', { first_name: 'Ben', last_name: 'Lead' })
  const change = { user_id: ben.user_id, value_before: 'Viewer', value_after: 'Organisation lead' }
  await record(ada.user_id, [{ kind: 'role_changed', ...change }])
  await record(
    ada.user_id,
    [{ kind: 'second_factor_reset', user_id: ben.user_id }],
    new Date('2026-11-18T12:00Z')
  )
  await record(
    ben.user_id,
    [
      ...Array.from({ length: 60 }, () => ({ kind: 'user_invited' as const, user_id: ben.user_id })),
      {
        kind: 'dates_changed',
        value_before: 'until 2026-11-18T12:00:00.000Z, locked',
        value_after: 'not asked'
      }
    ],
    new Date('2026-11-19T12:00Z')
  )
  await start('/users', 'admin')
  await clickFound(screen.findByRole('tab', { name: 'Audit log' }))
  expect(
    within(await table()).getByRole('row', {
      name: /Ada =Admin \(number \d+\) Role changed ?Ben Lead \(number \d+\) ?Viewer → Organisation lead/
    })
  ).toBeTruthy()
  expect(screen.getByText('Entries cannot be changed or removed.')).toBeTruthy()

  expect(
    within(await table()).getByRole('row', {
      name: /Dates or lock changed ?until 18 \w+ 2026.*12:00, locked → not asked/
    })
  ).toBeTruthy()

  // One tab after the other, each with code of its own.
  await clickFound(screen.findByRole('tab', { name: /^API keys/ }))
  expect(await screen.findByText('No API keys')).toBeTruthy()
  await clickFound(screen.findByRole('tab', { name: 'Audit log' }))
  await table()

  await act(async () => screen.getByRole('button', { name: 'Next' }).click())
  expect(
    await within(await table()).findByRole('row', { name: /Two-factor authentication reset/ })
  ).toBeTruthy()
  expect(location.search).toContain('page=2')

  fireEvent.change(screen.getByRole('combobox', { name: /^By/ }), { target: { value: String(ada.user_id) } })
  expect(await screen.findByText('1–2 of 2')).toBeTruthy()
  fireEvent.change(screen.getByRole('combobox', { name: /^Action/ }), { target: { value: 'role_changed' } })
  expect(await screen.findByText('1–1 of 1')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Export 1 entry' }).click())
  await expect.poll(() => vi.mocked(saveCsv).mock.calls.length).toBe(1)
  const [csv] = vi.mocked(saveCsv).mock.calls[0]!
  expect(csv).toContain(
    `2026-11-20T12:00:00.000Z,Ada =Admin (number ${ada.user_id}),Role changed,Ben Lead (number ${ben.user_id}),`
  )
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-19' } })
  expect(await screen.findByText('No entries')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Show all' }).click())
  expect(await within(await table()).findByRole('row', { name: /Role changed/ })).toBeTruthy()
})

test('a failed call can be retried', async () => {
  let fails = true
  const failing: typeof globalThis.fetch = async (input, init) =>
    fails && (input as Request).url.includes(`/${listAuditEvents.path}`)
      ? Response.json({ detail: 'Broken.' }, { status: 500 })
      : server.fetch(input, init)
  configureTransport({ apiBase: API, onUnauthorised: () => undefined, fetch: failing })
  await start('/users?tab=audit', 'admin')
  expect(await screen.findByText('The audit log could not be loaded')).toBeTruthy()
  fails = false
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  expect(await screen.findByRole('button', { name: /^Export \d+ entr/ })).toBeTruthy()
})

test('an API without the log has no tab', async () => {
  configureTransport({
    apiBase: API,
    onUnauthorised: () => undefined,
    fetch: withoutAdditions(server.fetch, refusals['404'])
  })
  await start('/users?tab=audit', 'admin')
  expect(await screen.findByRole('tab', { name: /^Waiting/ })).toBeTruthy()
  await screen.findByRole('tab', { name: /^Waiting/, selected: true })
  expect(screen.queryByRole('tab', { name: 'Audit log' })).toBeNull()
})
