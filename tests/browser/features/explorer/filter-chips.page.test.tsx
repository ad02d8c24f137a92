// The chosen filters on the explorer's bar: their text, their removal, and the focus after it.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIsland } from '#tests/support/island.tsx'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { start } = useIsland(server)

/** Opens the results with two options of the first filter and one of the second. */
async function openFiltered(): Promise<{ names: string[]; summary: string }> {
  const rows = await server.database
    .selectFrom('filters as f')
    .innerJoin('filter_options as o', join =>
      join.onRef('o.programme_id', '=', 'f.programme_id').onRef('o.filter_id', '=', 'f.filter_id')
    )
    .select(['f.filter_id', 'f.filter_name', 'o.option_name'])
    .where('f.programme_id', '=', 1)
    .where('o.programme_id', '=', 1)
    .orderBy('f.display_order')
    .orderBy('o.display_order')
    .execute()
  const [first = [], second = []] = [...Map.groupBy(rows, row => row.filter_id).values()]
  const chosen = [first[0]!, first[1]!, second[0]!]
  const query = new URLSearchParams({ tp: String(await periodNamed(server, '2025')) })
  for (const { filter_id, option_name } of chosen) query.append('f', `${filter_id}:${option_name}`)
  await start(`/projects/ward-staffing/results?${query}`, 'lead')
  await screen.findByRole('list', { name: 'Filters' })
  const [a, b, c] = chosen as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
  return {
    names: chosen.map(({ filter_name, option_name }) => `${filter_name}: ${option_name}`),
    summary: `${a.filter_name}: ${a.option_name}, ${b.option_name}. ${c.filter_name}: ${c.option_name}.`
  }
}

const chips = (): string[] =>
  within(screen.getByRole('list', { name: 'Filters' }))
    .getAllByRole('listitem')
    .map(item => item.textContent ?? '')
const removing = (name: string): HTMLElement =>
  screen.getByRole('button', { name: `Remove the filter ${name}` })

test('each option is a chip, and the summary has the specified words', async () => {
  const { names, summary } = await openFiltered()
  expect(chips()).toEqual(names)
  expect(screen.getByText(summary)).toBeTruthy()
})

test('a removed chip leaves the address, and focus goes to the next one, then to the last, then to the choice', async () => {
  const { names } = await openFiltered()
  const [first, second, third] = names as [string, string, string]
  await act(async () => removing(first).click())
  expect(chips()).toEqual([second, third])
  expect(new URLSearchParams(location.search).getAll('f')).toHaveLength(2)
  expect(document.activeElement).toBe(removing(second))
  await act(async () => void fireEvent.keyDown(removing(third), { key: 'Delete' }))
  expect(chips()).toEqual([second])
  expect(document.activeElement).toBe(removing(second))
  await act(async () => void fireEvent.keyDown(removing(second), { key: 'Backspace' }))
  expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
  expect(location.search).not.toContain('f=')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters: none' }))
})

test('one button clears all', async () => {
  await openFiltered()
  await act(async () => screen.getByRole('button', { name: 'Clear all filters' }).click())
  expect(location.search).not.toContain('f=')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters: none' }))
})
