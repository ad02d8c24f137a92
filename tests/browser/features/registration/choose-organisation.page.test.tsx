// An admin belongs to no organisation: before one is chosen the pages about one show all of them.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

test.each([
  ['data-collection?view=entry', 'Data collection'],
  ['registration', 'Registration']
])('on /%s', async (page, heading) => {
  $selectedOrganisationId.set(0)
  await start(`/projects/ward-staffing/${page}`, 'admin')
  const list = within(await screen.findByRole('region', { name: 'Organisations' }))
  expect(screen.getByRole('heading', { level: 1, name: heading })).toBeTruthy()
  expect(list.getByRole('link', { name: 'See the progress of all organisations' }).getAttribute('href')).toBe(
    '/projects/ward-staffing/dashboard'
  )
  const all = await list.findAllByRole('button')
  expect(list.getByRole('status').textContent).toBe(`${all.length} organisations`)

  await act(
    async () => void fireEvent.change(list.getByRole('searchbox'), { target: { value: 'northfield' } })
  )
  expect(list.getByRole('status').textContent).toBe('1 organisation found')
  await act(async () => list.getByRole('button', { name: /Northfield/ }).click())
  expect($selectedOrganisationId.get()).toBeGreaterThan(0)
  expect(await screen.findAllByText(/Northfield General/, { selector: 'main *' })).not.toEqual([])
  expect(screen.queryByRole('region', { name: 'Organisations' })).toBeNull()
})
