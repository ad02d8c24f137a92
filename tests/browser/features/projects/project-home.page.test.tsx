// @vitest-environment node
// A project's home: what is left by submission, by person and only one's own; the latest changes; forms that go to the printer.

import '#tests/support/page.ts'
import 'fake-indexeddb/auto'
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

const whatIsLeft = async () => {
  const heading = await screen.findByRole('heading', { name: /^To do \d/ })
  return heading.closest('section')!
}
const groups = (card: Element) =>
  [...card.querySelectorAll('summary > .font-semibold')].map(name => name.textContent)

test('what is left by submission, by person, and only what one has begun', async () => {
  await start('/projects/ward-staffing', 'contributor')
  const card = await whatIsLeft()
  const all = card.querySelectorAll('li a').length
  await press('By person')
  const people = groups(card)
  expect(people.at(-1)).toBe('No one yet')
  expect(people).toContain('Rolf Lindqvist')
  expect(card.querySelectorAll('li a')).toHaveLength(all)
  await press('Mine')
  expect(groups(card)).toEqual(['Rolf Lindqvist'])
  const mine = card.querySelectorAll('li a').length
  expect(mine).toBeGreaterThan(0)
  expect(mine).toBeLessThan(all)
  for (const link of card.querySelectorAll('li a')) expect(link.getAttribute('href')).toMatch(/\?go=left$/)
  await press('Organisation')
  await press('By submission')
})

test('who has begun nothing is told what counts as theirs', async () => {
  await start('/projects/ward-staffing', 'lead')
  await whatIsLeft()
  await press('Mine')
  expect(screen.getByText('You have nothing to do')).toBeTruthy()
  await press('Organisation')
  expect(screen.queryByText('You have nothing to do')).toBeNull()
})

test('the latest changes name who and where', async () => {
  await start('/projects/ward-staffing', 'lead')
  const card = (await screen.findByRole('heading', { name: 'Latest changes' })).closest('section')!
  const entries = within(card).getAllByRole('listitem')
  expect(entries.length).toBeGreaterThan(1)
  expect(entries[0]?.textContent).toMatch(/\w+, .+(now|ago|yesterday|\d{1,2} \w{3})/)
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
