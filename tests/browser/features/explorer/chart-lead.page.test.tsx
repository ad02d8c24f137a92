// What a chart says before it is read: verdict and rank, the sentence of the open tab, and what a choice has changed.

import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#programme/paths.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { chartNamed, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

const openVacancyRate = async () => {
  const [chart, period] = [await chartNamed(server, 'Vacancy rate'), await periodNamed(server, '2025')]
  await start(
    `${paths.explorerDetail('ward-staffing', 'results', 'establishment', chart)}?tp=${period}`,
    'lead'
  )
}

const announced = (): string =>
  screen
    .getAllByRole('status')
    .map(status => status.textContent)
    .join(' ')

test('the verdict and the rank come first, and are announced with the peers', async () => {
  await openVacancyRate()
  const lead = await screen.findByText(
    /^((Better|Worse) than .+ peers|Similar to peers|(Lower|Upper) (quartile|middle).*) \(rank \d+ of \d+\)$/
  )
  const tabs = screen.getByRole('tablist', { name: 'Kinds of chart' })
  expect(lead.compareDocumentPosition(tabs) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const unit = screen.getByText(/^Vacant posts as a share of .* Lower is better\.$/)
  expect(lead.compareDocumentPosition(unit) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await eventually(() => expect(announced()).toContain(`${lead.textContent} Compared with `))
})

test('each tab has a sentence of its own, under the same verdict', async () => {
  await openVacancyRate()
  const tab = await screen.findByRole('tab', { name: 'Distribution' })
  await act(async () => tab.click())
  expect(await screen.findByText(/^The middle half of peers lies between /)).toBeTruthy()
  expect(screen.getByText(/\(rank \d+ of \d+\)$/)).toBeTruthy()
  await act(async () => screen.getByRole('tab', { name: 'Table' }).click())
  await eventually(() =>
    expect(screen.getByRole('tabpanel').textContent).toMatch(
      /^Ward 1A, medical has [\d.,]+ vacant posts of [\d.,]+ budgeted posts on 30 September\./
    )
  )
  const heads = screen.getAllByRole('columnheader').map(head => head.textContent)
  expect(heads).toContain('Vacant posts')
  expect(heads).toContain('Budgeted posts on 30 September')
  await act(async () => screen.getByRole('tab', { name: 'Trend' }).click())
  expect(await screen.findByText(/\(rank \d+ of \d+\) in 2025$/)).toBeTruthy()
  await act(async () => screen.getByRole('tab', { name: 'Spread' }).click())
  await eventually(() =>
    expect(screen.getByRole('tabpanel').textContent).toMatch(/^The median of \d+ peers is /)
  )
})
