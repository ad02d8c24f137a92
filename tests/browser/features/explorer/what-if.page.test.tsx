// A supposed figure on a chart's page: what it changes, that it is not saved, and what a strict project shows.

import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { $chartView } from '#browser/features/explorer/chart/chart-page.ts'
import { $whatIf } from '#browser/features/explorer/chart/what-if/what-if.ts'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { invariant } from '#lib/invariant.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { useIsland } from '#tests/support/island.tsx'
import { chartNamed, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { start, calls } = useIsland(server)

async function openChart(project: string, group: string, name: string, more = ''): Promise<void> {
  const id = await chartNamed(server, name)
  const period = await periodNamed(server, '2025')
  await start(`/projects/${project}/results/${group}/detail/${id}?tp=${period}${more}`, 'lead')
  const button = await screen.findByRole('button', { name: 'What if…' })
  await act(async () => button.click())
  await screen.findByRole('region', { name: 'What if' })
}
const openVacancies = () => openChart('ward-staffing', 'establishment', 'Vacancy rate')

const shown = () => {
  const figures = $chartView.get()
  invariant(figures.state === 'ready', 'The figures are loaded')
  return figures.value
}
const band = () => within(screen.getByRole('region', { name: 'What if' }))
const said = (): string => band().getByRole('status').textContent ?? ''
const type = (field: string, text: string) =>
  act(
    async () =>
      void fireEvent.change(band().getByRole('textbox', { name: field }), { target: { value: text } })
  )
/** The figures of a row: saved and supposed. */
function row(term: RegExp): string[] {
  const cells = within(screen.getByRole('rowheader', { name: term }).closest('tr')!).getAllByRole('cell')
  return cells.map(cell => cell.textContent ?? '')
}

test('a typed numerator moves value, rank, quarter and gaps, and says that it is not saved', async () => {
  await openVacancies()
  const { own, others, standing } = shown()
  invariant(own?.numerator && own.denominator && standing, 'There is an own ratio')
  expect(screen.getByRole('heading', { name: 'What if: not saved' })).toBeTruthy()
  expect(row(/^Vacant posts/)).toEqual([own.numerator.toFixed(1), own.numerator.toFixed(1)])
  await type('Vacant posts', '0')
  const better = others.filter(other => other < 0).length
  expect(row(/^Rank of/)).toEqual([String(standing.rank), String(better + 1)])
  expect(row(/^Value/)[1]).toBe('0.0%')
  expect(row(/^Position/)[1]).toBe('lower quartile (best)')
  expect(row(/^Target, /)[1]).toMatch(/^reached/)
  expect(said()).toMatch(/^\d+\.\d fewer vacant posts: 0\.0%, rank 1 of \d+, lower quartile \(best\)\.$/)
})

test('the focus moves to the band, and back to the button', async () => {
  await openVacancies()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'What if' }))
  await act(async () => band().getByRole('button', { name: 'End what if' }).click())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'What if…' }))
})

test('a typed value becomes that of the nearest numerator; reset and end bring the saved figure back', async () => {
  await openVacancies()
  const { own } = shown()
  invariant(own?.denominator, 'There is an own ratio')
  await type('Value, %', '5')
  const numerator = Math.round(0.05 * own.denominator * 10) / 10
  expect(row(/^Vacant posts/)[1]).toBe(numerator.toFixed(1))
  await act(async () => band().getByRole('button', { name: 'Reset' }).click())
  const [saved, supposed] = row(/^Value/)
  expect(supposed).toBe(saved)
  await act(async () => band().getByRole('button', { name: 'End what if' }).click())
  expect(screen.queryByRole('region', { name: 'What if' })).toBeNull()
  expect(screen.getByRole('button', { name: 'What if…' })).toBeTruthy()
})

test('buttons and arrow keys move by one step; the name of a line supposes the value that reaches it', async () => {
  await openVacancies()
  const before = Number(row(/^Vacant posts/)[0])
  await act(async () => band().getByRole('button', { name: 'Vacant posts: less' }).click())
  expect(Number(row(/^Vacant posts/)[1])).toBeCloseTo(before - 0.1, 9)
  await act(
    async () =>
      void fireEvent.keyDown(band().getByRole('textbox', { name: 'Vacant posts' }), { key: 'ArrowUp' })
  )
  expect(Number(row(/^Vacant posts/)[1])).toBeCloseTo(before, 9)
  await act(async () => screen.getByRole('button', { name: /^Best quarter, / }).click())
  expect(row(/^Best quarter, /)[1]).toMatch(/^reached/)
  expect(row(/^Position/)[1]).toBe('lower quartile (best)')
})

test('an invalid figure shows why and changes nothing', async () => {
  await openVacancies()
  await type('Vacant posts', '2')
  const taken = row(/^Vacant posts/)
  await type('Vacant posts', 'two')
  expect(band().getByRole('alert').textContent).toBe('Enter a number.')
  await type('Vacant posts', '-1')
  expect(band().getByRole('alert').textContent).toBe('Enter 0 or more.')
  expect(band().getByRole('textbox', { name: 'Vacant posts' })).toHaveProperty('value', '-1')
  expect(row(/^Vacant posts/)).toEqual(taken)
})

test('a programme can switch it off, also if its configuration arrives after the chart', async () => {
  await openVacancies()
  await type('Vacant posts', '0')
  await act(async () => $siteConfig.set({ ...defaultSiteConfig, feature_flags: { what_if: false } }))
  expect(screen.queryByRole('region', { name: 'What if' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'What if…' })).toBeNull()
  expect($chartView.get().state).toBe('ready')
  $siteConfig.set(defaultSiteConfig)
})

test('nothing of it is sent, and it ends with the page', async () => {
  await openVacancies()
  const before = calls.length
  await type('Vacant posts', '1')
  expect(calls.slice(before)).toEqual([])
  expect(location.search).not.toMatch(/numerator|what/i)
  await act(async () => screen.getByRole('link', { name: /^Next chart/ }).click())
  await screen.findByRole('button', { name: 'What if…' })
  expect($whatIf.get()).toBeNull()
})

test('in a strict project there are quarter and gaps, and the reason why there is no rank', async () => {
  await openChart('ward-quality', 'falls-and-ulcers', 'Falls per 1,000 bed days')
  expect(shown().data.suppression.is_restricted).toBe(true)
  await type('Falls', '0')
  expect(said()).toMatch(/^\d+ fewer falls: 0\.0.falls, lower quartile \(best\)\.$/)
  expect(screen.queryByRole('rowheader', { name: /^Rank of|^Percentile|^Against/ })).toBeNull()
  expect(row(/^Median, /)[1]).toMatch(/^reached/)
  expect(band().getByText(/This project shows only averages of peers/)).toBeTruthy()
  await type('Falls', '2.5')
  expect(band().getByRole('alert').textContent).toBe('Enter a whole number.')
})
