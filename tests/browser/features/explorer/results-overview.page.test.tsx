// @vitest-environment node
// The overview of an explorer: how the own submission does, how complete everyone's figures are, and a period without figures.

import '#tests/support/page.ts'
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

const heading = () => screen.findByRole('heading', { level: 1, name: / on \d+ measures?/ })
const rows = () =>
  within(screen.getByRole('region', { name: 'Groups' })).getAllByRole('list', { name: 'Each measure' })

test('it starts with one verdict, which counts the marks of the groups, and says what chance explains', async () => {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, 'lead')
  const title = (await heading()).textContent
  const names = rows().flatMap(row =>
    within(row)
      .getAllByRole('link')
      .map(link => link.getAttribute('aria-label') ?? '')
  )
  const count = (word: string): number => names.filter(name => name.endsWith(`: ${word}`)).length
  const said = (word: RegExp): number => Number(word.exec(title)?.[1] ?? 0)
  expect(said(/similar to peers on (\d+)/i)).toBe(count('similar'))
  expect(said(/better (?:than peers )?on (\d+)/i)).toBe(count('better'))
  expect(said(/worse (?:than peers )?on (\d+)/i)).toBe(count('worse'))
  expect(count('better') + count('worse') + count('similar')).toBeGreaterThan(0)
  expect(title).not.toMatch(/quarter|quartile/)
  expect(screen.getByText(/^By chance alone, up to about \d+ of \d+ measures would differ/)).toBeTruthy()
  expect(screen.getByText(/^Since 2024: \d+ better, \d+ worse, \d+ unchanged\./)).toBeTruthy()
  const worst = screen.queryByRole('link', { name: /^Start with: / })
  expect(worst !== null).toBe(count('worse') > 0)
})

test('the other wards of the organisation are rows in the same columns, each a link to its own overview', async () => {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, 'lead')
  const own = (await heading()).textContent
  const card = await screen.findByRole('region', { name: /^Your other / })
  const links = await within(card).findAllByRole('link', { name: /\d+ better, \d+ similar, \d+ worse/ })
  expect(links.length).toBeGreaterThan(0)
  const [first] = links
  const name = first?.firstElementChild?.textContent ?? ''
  const counts = ['better', 'similar', 'worse'].map(mark =>
    Number(new RegExp(`(\\d+) ${mark},`).exec(first?.textContent ?? '')?.[1])
  )
  expect(counts.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
  await act(async () => first?.click())
  await eventually(() => expect(screen.queryByRole('heading', { name: own })).toBeNull())
  const title = (await heading()).textContent
  // One ward has taken the other's place among its peers, so a border case may change.
  const said = ['better', 'similar', 'worse'].map(mark =>
    Number(new RegExp(`${mark}\\b[^,]*? on (\\d+)`, 'i').exec(title)?.[1] ?? 0)
  )
  said.forEach((count, at) => expect(Math.abs(count - (counts[at] ?? 0))).toBeLessThanOrEqual(1))
  const back = within(screen.getByRole('region', { name: /^Your other / }))
  expect(back.queryByRole('link', { name: new RegExp(`^${name}`) })).toBeNull()
})

test('an admin without a submission sees how complete the figures of each group are', async () => {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, 'admin')
  const title = await screen.findByRole('heading', { level: 1, name: /have all their figures$/ })
  const whole = Number(/of (\d+)/.exec(title.textContent)?.[1])
  const bodies = screen.getAllByRole('row').slice(1)
  expect(bodies.length).toBeGreaterThan(1)
  for (const row of bodies) {
    const [, ...counts] = within(row)
      .getAllByRole('cell')
      .map(cell => cell.textContent)
      .filter(text => text !== '')
    expect(counts.map(Number).reduce((sum, one) => sum + one, 0)).toBe(whole)
  }
})

test('a period without figures says when there will be some, and leads to the last one that has them', async () => {
  const period = await periodNamed(server, '2026')
  await server.database
    .deleteFrom('answers')
    .where('submission_id', 'in', of =>
      of.selectFrom('submissions').select('submission_id').where('time_period_id', '=', period)
    )
    .execute()
  await start(`/projects/ward-staffing/results?tp=${period}`, 'viewer')
  expect(await screen.findByRole('heading', { level: 1, name: 'No figures for 2026 yet' })).toBeTruthy()
  expect(screen.queryByText(/too few|clear the filters/)).toBeNull()
  const link = await screen.findByRole('link', { name: 'See 2025 results' })
  await act(async () => link.click())
  await eventually(() => expect(location.search).toContain(`tp=${period - 1}`))
  expect(await heading()).toBeTruthy()
})

test('before data collection it says when that starts and leads to the last results', async () => {
  await start('/projects/ward-quality/results', 'lead')
  expect(await screen.findByRole('heading', { level: 1, name: /^Data collection starts on / })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: /^Period/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Peers|Filters)/ })).toBeNull()
  const link = await screen.findByRole('link', { name: /^See \d+ results$/ })
  expect(screen.queryByText(/too few|clear the filters/)).toBeNull()
  await act(async () => link.click())
  expect(await screen.findByRole('region', { name: 'Groups' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /^Data collection starts on / })).toBeNull()
})
