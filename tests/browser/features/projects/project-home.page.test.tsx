// A project's home: what is left by submission, by person and only one's own; the latest changes; forms that go to the printer.

import '#tests/support/indexed-db.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { noteServerTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import { press } from '#tests/support/account-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

class FakeMedia extends EventTarget {
  readonly matches: boolean
  constructor(matches: boolean) {
    super()
    this.matches = matches
  }
}

const whatIsLeft = async () => {
  const heading = await screen.findByRole('heading', { name: 'To do' })
  const card = heading.closest('section')!
  await within(card).findAllByText(/to do|complete/)
  return card
}
const links = (card: HTMLElement, name: RegExp) => within(card).queryAllByRole('link', { name, hidden: true })

test('what is left is the title; each ward has its sections, open ones first, and done ones to view', async () => {
  await start('/projects/ward-staffing', 'contributor')
  const card = await whatIsLeft()
  expect(screen.getByRole('heading', { name: /^\d+ answers to do in (\d of )?3 submissions$/ })).toBeTruthy()
  const wards = [...card.querySelectorAll('details')]
  expect(wards).toHaveLength(3)
  expect(wards[0]?.open).toBe(true)
  const first = links(wards[0]!, /^(Continue|Start|View): /).map(link => link.textContent)
  expect(first).toEqual(first.toSorted((one, other) => Number(one === 'View') - Number(other === 'View')))
  for (const link of links(card, /^(Continue|Start): /))
    expect(link.getAttribute('href')).toMatch(/\?go=left$/)
  await press('Mine')
  const mine = links(card, /^(Continue|Start|View): /).length
  expect(mine).toBeGreaterThan(0)
  await press('All submissions')
  expect(links(card, /^(Continue|Start|View): /).length).toBeGreaterThan(mine)
})

test('the deadline is in one place, and no step is done while work is open', async () => {
  await start('/projects/ward-staffing', 'lead')
  await whatIsLeft()
  expect(screen.getAllByText(/12 Dec/)).toHaveLength(1)
  const tile = screen.getByRole('link', { name: /^Data collection \d+% answered$/ })
  expect(Number(/(\d+)%/.exec(tile.textContent)?.[1])).toBeLessThan(100)
  expect(screen.queryByText(/[Vv]alidation/)).toBeNull()
})

test('in a small window, whose bar has no room for the deadline, it stands under the title', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    media => new FakeMedia(media === '(max-width: 767.9px)') as EventTarget as MediaQueryList
  )
  await start('/projects/ward-staffing', 'lead')
  await whatIsLeft()
  expect(screen.getByText('Collecting until 12 Dec').closest('main')).not.toBeNull()
  vi.restoreAllMocks()
})

test('a user who has not begun anything learns what counts as theirs', async () => {
  await start('/projects/ward-staffing', 'lead')
  await whatIsLeft()
  await press('Mine')
  expect(screen.getByText('You have nothing to do')).toBeTruthy()
  await press('All submissions')
  expect(screen.queryByText('You have nothing to do')).toBeNull()
})

test('a viewer sees changes instead of tasks, each with time, place, progress and author', async () => {
  await start('/projects/ward-staffing', 'viewer')
  const card = (await screen.findByRole('heading', { name: 'What changed' })).closest('section')!
  const entries = within(card).getAllByRole('listitem')
  expect(entries.length).toBeGreaterThan(1)
  expect(entries[0]?.textContent).toMatch(/^(Today|\d{1,2} \w{3}).+, .+\d+ of \d+ answers?.*Rolf Lindqvist$/)
  const title = /^(Answers changed in \d+ sections?|No answers changed) in the last 7 days$/
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'To do' })).toBeNull()
  expect(screen.getByText(/^You can view answers but not edit them\. Members see/)).toBeTruthy()
})

test('an admin sees who is furthest behind, which reminders are due, and leads to the table', async () => {
  await start('/projects/ward-staffing', 'admin')
  const table = await screen.findByRole('table', { name: 'Organisations that are furthest behind' })
  const shares = within(table)
    .getAllByRole('cell', { name: /^\d+%$/ })
    .map(cell => Number.parseInt(cell.textContent, 10))
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(shares.length).toBeGreaterThan(1)
  expect(
    screen.getByRole('heading', {
      name: /organisations? (has|have) not started|Every organisation has started/
    })
  ).toBeTruthy()
  const remind = screen.getAllByRole('link', { name: /^Remind \d+…: / })
  expect(remind[0]?.getAttribute('href')).toBe('/projects/ward-staffing/data-collection?view=progress')
})

const printed = async () => {
  const print = vi.fn<() => void>()
  Object.assign(window, { print })
  return async () => {
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
    expect(location.search).toBe('')
    return screen.getByRole('article').textContent ?? ''
  }
}

test('a form goes from there to the printer, once', async () => {
  const sheet = await printed()
  await start('/projects/ward-staffing', 'lead')
  const [link] = await screen.findAllByRole('link', { name: /^Print .*, blank$/ })
  await act(async () => navigate(link!.getAttribute('href')!))
  expect(await sheet()).toContain('Blank form.')
  expect(await sheet()).not.toContain('Northfield General')
})

test('an admin prints another organisation’s form under its name', async () => {
  const submission = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id } = await cellOf(server, submission, 'Budgeted WTE', 'Band 5')
  const sheet = await printed()
  const query = { print: 'filled' } as const
  await start(paths.section('ward-staffing', questionnaire_id, submission, section_id, query), 'admin')
  expect(await sheet()).toMatch(/Northfield General: \w.*Answers on/)
})

test('on paper the page says what it is from, for whom it was printed and when', async () => {
  await start('/projects/ward-staffing', 'lead')
  await whatIsLeft()
  server.clock.now = new Date(server.clock.now.getTime() + 3_600_000)
  noteServerTime(server.clock.now.getTime())
  await act(async () => void window.dispatchEvent(new Event('beforeprint')))
  // The names of organisations come when they are loaded.
  expect(
    await screen.findByText(
      'National Inpatient Network, Ward staffing, 2026. Printed 20 Nov 2026, 13:00 for Amara Okafor, Northfield General.'
    )
  ).toBeTruthy()
  // Whatever changes the query, the paper names the page that is shown.
  await act(async () => history.replaceState(null, '', `${location.pathname}?f=2.1`))
  expect(screen.getByText(/\/projects\/ward-staffing\?f=2\.1$/).closest('footer')).not.toBeNull()
})
