// @vitest-environment node
// A link that asks for something that is not offered: the page says so, and its address names what it shows.

import '#tests/support/page.ts'
import { act, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { getCurrentUser } from '#contract/users.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const PROJECT = '/projects/ward-staffing'
const pages = [
  '/projects',
  PROJECT,
  `${PROJECT}/about`,
  `${PROJECT}/dashboard`,
  `${PROJECT}/registration`,
  `${PROJECT}/data-collection`,
  `${PROJECT}/results`
]

describe('a period that is not there', () => {
  test.each(pages)('%s', async page => {
    await start(`${page}?tp=99999`, 'lead')
    expect(await screen.findByText(/^This link is for a period that is not available/)).toBeTruthy()
    expect(new URLSearchParams(location.search).get('tp')).toBeNull()
    await act(async () => screen.getByRole('button', { name: 'Close' }).click())
    expect(screen.queryByText(/^This link is for a period/)).toBeNull()
  })
})

test('another organisation’s link is not a member’s', async () => {
  const { body } = await server.call(listOrganisations, { query: { programme_id: 1 } })
  const own = (await server.call(getCurrentUser, {}, await server.tokenOf('lead'))).body.organisation_id
  await start(`${PROJECT}?org=${body.organisations.find(({ id }) => id !== own)!.id}`, 'lead')
  expect(await screen.findByText(/an organisation that you cannot act for/)).toBeTruthy()
  expect($selectedOrganisationId.get()).toBe(own)
  expect(location.search).toBe('')
})

test('an admin’s link names the organisation, and so do the links on its page', async () => {
  const { body } = await server.call(listOrganisations, { query: { programme_id: 1 } })
  const { id } = body.organisations.at(-1)!
  const period = await periodNamed(server, '2025')
  await start(`${PROJECT}?org=${id}&tp=${period}`, 'admin')
  await eventually(() => expect($selectedTimePeriod.get()?.id).toBe(period))
  expect($selectedOrganisationId.get()).toBe(id)
  const links = await screen.findAllByRole<HTMLAnchorElement>('link', { name: 'Data collection' })
  for (const { href } of links)
    expect(Object.fromEntries(new URL(href).searchParams)).toEqual({ org: String(id), tp: String(period) })
  await act(async () => $selectedOrganisationId.set(body.organisations[0]!.id))
  expect(new URLSearchParams(location.search).get('org')).toBe(String(body.organisations[0]!.id))
})

test('an admin’s link to an organisation that is not there says so', async () => {
  await start(`${PROJECT}?org=99999`, 'admin')
  expect(await screen.findByText(/an organisation that you cannot act for/)).toBeTruthy()
  expect(location.search).toBe('')
})

test('a submission of another period is not opened in silence', async () => {
  await start(`${PROJECT}/data-collection?s=99999`, 'lead')
  expect(await screen.findByText(/^This link is for a .* that you cannot see/)).toBeTruthy()
  expect(location.search).toBe('')
  expect(await screen.findByRole('button', { name: 'Guidance' })).toBeTruthy()
})

test('a filter that is not offered is named, and the figures are said not to be filtered by it', async () => {
  await start(`${PROJECT}/results?f=1:Atlantis&f=99999:North`, 'lead')
  expect(
    await screen.findByText(/This link filters by “Atlantis”, “North”, which are not available/)
  ).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Continue without filters' }).click())
  expect(location.search).not.toContain('f=')
  expect(screen.queryByText(/This link filters/)).toBeNull()
})
