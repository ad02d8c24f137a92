// A link that asks for something that is not offered: the page says so, and its address names what it shows.

import { act, cleanup, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { choicesOf, resetRefusedChoices, takesOwnSubmissions } from '#browser/navigation/address-choices.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { getCurrentUser } from '#contract/users.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { screens } from '#tests/support/screens.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start, stops } = useIsland(server)
const PROJECT = '/projects/ward-staffing'
const find = findScreens(
  async (endpoint, input, role = 'lead') =>
    (await server.call(endpoint, input, await server.tokenOf(role as Role))).body
)

/** What the page says of each parameter that asks for something that is not offered. */
const parameters = {
  tp: { name: 'timePeriodId', says: /^This link is for a period that is not available/ },
  org: { name: 'organisationId', says: /This link is for an organisation that you cannot act for/ },
  s: { name: 'submissionId', says: /^This link is for a .* that you cannot see/ }
} as const

/** The pages of results take any submission that the reader may see, and keep the address until the reader goes on. */
const isKept = (path: string, parameter: string, value: string) =>
  parameter === 's' && value !== 'abc' && !takesOwnSubmissions(path)
/** They pass a submission on and show none: where it is shown, it is checked. */
const passesOn = (path: string) => /\/(about|registration|search)$/.test(path)

describe.each(partInTurn(Object.entries(screens), 4, 'refused choices'))('a link to %s', (_, place) => {
  test('says what is not offered, of each parameter that the page reads', async () => {
    const [path = '', query = ''] = (await place.address(find)).split('?')
    const role = place.role === undefined || place.role === 'viewer' ? 'lead' : place.role
    const read = Object.entries(parameters).filter(([, { name }]) => choicesOf(path).includes(name))
    expect(read.length > 0).toBe(/^\/(projects|documents|organisation)/.test(path))
    for (const [parameter, { says }] of read)
      for (const value of ['abc', '99999']) {
        if (parameter === 's' && value !== 'abc' && passesOn(path)) continue
        await start(`${path}?${query}&${parameter}=${value}`, role)
        expect([parameter, value, (await screen.findByText(says)).textContent]).toEqual([
          parameter,
          value,
          expect.stringMatching(says)
        ])
        expect(new URLSearchParams(location.search).get(parameter)).toBe(
          isKept(path, parameter, value) ? value : null
        )
        await act(async () => {
          for (const stop of stops.splice(0)) stop()
          cleanup()
          resetRefusedChoices()
        })
      }
  })
})

test('the notice is closed by its button', async () => {
  await start(`${PROJECT}?tp=99999`, 'lead')
  expect(await screen.findByText(parameters.tp.says)).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Close' }).click())
  expect(screen.queryByText(parameters.tp.says)).toBeNull()
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

test.each([
  ['f=North', 'a filter'],
  ['f=x:North', 'a filter'],
  ['o=abc', 'marked \\S+'],
  ['peerGroupId=x', 'a peer group'],
  ['avg=Mode', 'averages'],
  ['tab=abc', 'a kind of chart'],
  ['f=North&avg=Median,Mode', 'a filter and averages']
])('results say what a link with ?%s asks for and cannot be read', async (query, asked) => {
  await start(`${PROJECT}/results?ci=1&${query}`, 'lead')
  expect(await screen.findByText(new RegExp(`^This link asks for ${asked} in a form`))).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Continue without' }).click())
  expect(screen.queryByText(/^This link asks for/)).toBeNull()
  expect(new URLSearchParams(location.search).get('ci')).toBe('1')
})

test('choices that can be read are not reported', async () => {
  await start(`${PROJECT}/results?avg=none&peerGroupId=null`, 'lead')
  expect(await screen.findByRole('button', { name: /^Peers/ })).toBeTruthy()
  expect(screen.queryByText(/^This link/)).toBeNull()
})

test('a kind of chart that is not offered is not replaced in silence', async () => {
  await start(`${(await find.chart()).split('?')[0]}?tab=99999`, 'lead')
  expect(await screen.findByText(/^This link is for a kind of chart/)).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Continue with this one' }).click())
  expect(screen.queryByText(/^This link is for a kind of chart/)).toBeNull()
  expect(location.search).not.toContain('tab=')
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
