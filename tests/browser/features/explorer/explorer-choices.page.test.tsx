// Choices in the address that are not available, and figures that may still change.

import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { chartNamed, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

test('a link with a peer group that the reader may not see says so, and the reader chooses', async () => {
  const period = await periodNamed(server, '2025')
  await start(`/projects/ward-staffing/results?tp=${period}&peerGroupId=999999`, 'lead')
  expect(
    await screen.findByText(/names a peer group that you cannot see.* compare with all submissions/)
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Peers: all' })).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Compare with all submissions' }).click())
  expect(location.search).not.toContain('peerGroupId')
  expect(screen.queryByText(/may not see/)).toBeNull()
})

test('a link to another organisation’s submission says so', async () => {
  const period = await periodNamed(server, '2025')
  const foreign = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', 1)
    .where('time_period_id', '=', period)
    .executeTakeFirstOrThrow()
  await start(`/projects/ward-staffing/results?tp=${period}&s=${foreign.submission_id}`, 'lead')
  expect(await screen.findByText(/for a submission that you cannot see/)).toBeTruthy()
})

test('while figures are collected the explorer calls them provisional', async () => {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2026')}`, 'lead')
  expect(await screen.findByText(/^Provisional: collecting until /)).toBeTruthy()
})

test('published figures are not called provisional', async () => {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, 'lead')
  await screen.findByRole('button', { name: 'Peers: all' })
  expect(screen.queryByText(/Provisional/)).toBeNull()
})

test('without a choice an admin sees answers and spread, and nothing of an own value', async () => {
  const period = await periodNamed(server, '2025')
  const text = (): string => document.querySelector('main')?.textContent ?? ''
  await start(`/projects/ward-staffing/results?tp=${period}`, 'admin')
  await screen.findAllByRole('link', { name: /^Establishment/ })
  expect(text()).not.toMatch(/own (value|answers)|you have figures/i)
  await act(async () => navigate(`/projects/ward-staffing/results/establishment?tp=${period}`))
  await screen.findByRole('columnheader', { name: 'Spread' })
  const heads = screen.getAllByRole('columnheader').map(head => head.textContent)
  expect(heads).toEqual(['Measure', 'Median', 'Spread', 'n'])
  expect(text()).not.toMatch(/own value|own answers|no data|its peers/i)

  // A chosen submission has own values.
  await act(async () => $selectedOrganisationId.set(1))
  expect(await screen.findByRole('columnheader', { name: 'Position' })).toBeTruthy()
})

test('switched averages are drawn at once, and in the address after the next frame', async () => {
  const [period, chart] = [await periodNamed(server, '2025'), await chartNamed(server, 'Vacancy rate')]
  await start(`/projects/ward-staffing/results/establishment/detail/${chart}?tp=${period}`, 'lead')
  const average = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name })
  const chosen = (): string | null => new URLSearchParams(location.search).get('avg')
  const [mean, lower] = [await average('Mean'), await average('Q1')]
  act(() => mean.click())
  expect([mean.getAttribute('aria-pressed'), chosen()]).toEqual(['false', null])
  act(() => lower.click())
  expect(lower.getAttribute('aria-pressed')).toBe('false')
  await act(() => eventually(() => expect(chosen()).toBe('Median,Q3')))
  expect([mean, lower].map(button => button.getAttribute('aria-pressed'))).toEqual(['false', 'false'])
  act(() => mean.click())
  await act(() => eventually(() => expect(chosen()).toBe('Mean,Median,Q3')))
})
