// Steps from chart to chart, by buttons that keep the focus and by keys, in the order of the overview, with the filters, and announced.

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIsland } from '#tests/support/island.tsx'
import { chartNamed, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { start } = useIsland(server)

async function openGroup(query = ''): Promise<void> {
  await start(
    `/projects/ward-staffing/results/establishment?tp=${await periodNamed(server, '2025')}${query}`,
    'lead'
  )
  await screen.findByRole('link', { name: 'Vacancy rate' })
}
const onChart = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key, altKey: true }))
const announced = () => screen.getAllByRole('status').map(element => element.textContent)

test('buttons and keys step through the group, keep the filters and announce the position', async () => {
  const id = await chartNamed(server, 'Registered nurses per bed')
  const filter = await server.database
    .selectFrom('filters')
    .select('filter_id')
    .where('programme_id', '=', 1)
    .where('filter_name', '=', 'Region')
    .executeTakeFirstOrThrow()
  const query = `?tp=${await periodNamed(server, '2025')}&f=${filter.filter_id}:London`
  await start(`/projects/ward-staffing/results/establishment/detail/${id}${query}`, 'lead')
  await onChart('Registered nurses per bed')
  const next = await screen.findByRole('link', { name: 'Next chart: Support staff per bed' })
  expect(screen.queryByRole('link', { name: /^Previous chart/ })).toBeNull()
  expect(next.getAttribute('aria-keyshortcuts')).toBe('Alt+PageDown')
  next.focus()
  await act(async () => next.click())
  await onChart('Support staff per bed')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Next chart: Vacancy rate')
  expect(announced()).toContain('Support staff per bed, chart 2 of 8.')
  await press('PageDown')
  await onChart('Vacancy rate')
  expect(announced()).toContain('Vacancy rate, chart 3 of 8.')
  await press('PageUp')
  await press('PageUp')
  await onChart('Registered nurses per bed')
  await press('PageUp')
  await onChart('Registered nurses per bed')
  expect(new URLSearchParams(location.search).get('f')).toBe(`${filter.filter_id}:London`)
})

test('the select of a narrow window leads to another chart and keeps the filters', async () => {
  const id = await chartNamed(server, 'Registered nurses per bed')
  await start(
    `/projects/ward-staffing/results/establishment/detail/${id}?tp=${await periodNamed(server, '2025')}&avg=Mean`,
    'lead'
  )
  await onChart('Registered nurses per bed')
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Chart', hidden: true })
  expect(select.selectedOptions[0]?.textContent).toBe('Registered nurses per bed')
  const other = [...select.options].find(({ textContent }) => textContent === 'Vacancy rate')!
  await act(async () => void fireEvent.change(select, { target: { value: other.value } }))
  await onChart('Vacancy rate')
  expect(new URLSearchParams(location.search).get('avg')).toBe('Mean')
})

test('steps follow the sorted overview, also after a reload of the chart', async () => {
  await openGroup('&sort=-measure')
  const names = screen.getAllByRole('rowheader').map(cell => cell.querySelector('a')?.textContent ?? '')
  expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a)))
  await act(async () => screen.getByRole('link', { name: names[0]! }).click())
  await onChart(names[0]!)
  await screen.findByRole('link', { name: `Next chart: ${names[1]}` })
  const address = location.pathname + location.search
  cleanup()
  await start(address, 'lead')
  await screen.findByRole('link', { name: `Next chart: ${names[1]}` })
  await press('PageDown')
  await onChart(names[1]!)
  expect(announced()).toContain(`${names[1]}, chart 2 of ${names.length}.`)
})

test('a dialog keeps its keys', async () => {
  const id = await chartNamed(server, 'Vacancy rate')
  await start(`/projects/ward-staffing/results/establishment/detail/${id}`, 'lead')
  await onChart('Vacancy rate')
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  await press('PageDown')
  expect(location.pathname).toContain(`/detail/${id}`)
  dialog.remove()
})
