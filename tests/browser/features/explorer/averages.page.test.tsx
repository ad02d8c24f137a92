// Which averages a chart draws: chosen in the address, switched at once.

import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { $averages } from '#browser/stores/selection.ts'
import { settle } from '#tests/support/arrival.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const find = findScreens(
  async (endpoint, input, role = 'lead') =>
    (await server.call(endpoint, input, await server.tokenOf(role as Role))).body
)

test('those of the address are drawn, and a switched one goes to the address', async () => {
  await start(`${await find.chart()}?avg=Mean,Median`, 'lead')
  await settle()
  const switches = within(await screen.findByRole('group', { name: 'Averages' }))
  const pressed = () => switches.getAllByRole('button', { pressed: true }).map(button => button.textContent)
  expect(pressed()).toEqual(['Mean', 'Median'])
  await act(async () => switches.getByRole('button', { name: 'Q1' }).click())
  expect([$averages.get(), pressed()]).toEqual([
    ['Mean', 'Median', 'Q1'],
    ['Mean', 'Median', 'Q1']
  ])
  await waitFor(() => expect(new URLSearchParams(location.search).get('avg')).toBe('Mean,Median,Q1'))
})

test('switching an average on adds and removes nothing beside the chart', async () => {
  await start(`${await find.chart()}?avg=Mean,Median`, 'lead')
  await settle()
  const switches = within(await screen.findByRole('group', { name: 'Averages' }))
  const list = screen.getByRole('navigation', { name: 'Charts' })
  const address = (): string | undefined =>
    within(list).getAllByRole('link').at(-1)?.getAttribute('href') ?? ''
  const changed: Node[] = []
  const observer = new MutationObserver(records => changed.push(...records.map(({ target }) => target)))
  observer.observe(document.body, { subtree: true, childList: true })
  await act(async () => switches.getByRole('button', { name: 'Q1' }).click())
  // The links beside it lead on with the choice.
  await waitFor(() => expect(address()).toContain('Q1'))
  observer.disconnect()
  expect(changed.map(node => node.nodeName)).toEqual([])
})
