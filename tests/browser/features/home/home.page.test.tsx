// The home page: what is due in every project and period, soonest first, for each role; and comments that were not seen.

import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { $selectedTimePeriod, selectTimePeriod } from '#browser/stores/time-periods.ts'
import { postComment } from '#contract/comments.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { cellOf, ownSubmission, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { refusals, withoutAdditions } from '#tests/support/without-additions.ts'

const server = useServer()
let hasAdditions = true
const island = useIsland(server, {
  fetch: (input, init) =>
    (hasAdditions ? server.fetch : withoutAdditions(server.fetch, refusals['404']))(input, init)
})
beforeEach(() => {
  hasAdditions = true
})

const dueList = () => screen.findByRole('list', { name: 'Due' })
const items = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(':scope > li')]

test('a lead sees what is due, soonest first, with one main action', async () => {
  await island.start('/', 'lead')
  const list = await dueList()
  const due = items(list)
  expect(screen.getByRole('heading', { name: `${due.length} projects are waiting for you` })).toBeTruthy()
  const days = due.map(item => Number(/in (\d+) days/.exec(item.textContent ?? '')?.[1] ?? 0))
  expect(days).toEqual(days.toSorted((one, other) => one - other))
  const staffing = due.find(item => item.textContent?.includes('Ward staffing 2026'))!
  expect(staffing.textContent).toMatch(/\d+ answers to do in (\d of )?3 submissions/)
  expect(
    within(staffing)
      .getAllByRole('link', { name: /^Continue: Ward/ })[0]!
      .getAttribute('href')
  ).toMatch(/questionnaire\/\d+-\d+-\d+\?go=left&tp=\d+$/)
  expect(list.querySelectorAll('a.btn-main')).toHaveLength(1)
  expect(due[0]?.querySelector('a.btn-main')).not.toBeNull()
})

test('the period that was looked at last hides no deadline', async () => {
  await island.start('/', 'lead')
  const before = items(await dueList()).map(item => item.textContent)
  await act(async () => selectTimePeriod(await periodNamed(server, '2024')))
  expect($selectedTimePeriod.get()?.name).toBe('2024')
  expect(items(await dueList()).map(item => item.textContent)).toEqual(before)
})

test('a contributor has the same work without signing off, a viewer has none', async () => {
  await island.start('/', 'contributor')
  const list = await dueList()
  expect(within(list).queryByRole('link', { name: /^(Register|Sign off)/ })).toBeNull()
  expect(within(list).getAllByRole('link', { name: /^(Continue|Start): / }).length).toBeGreaterThan(0)
})

test('a viewer sees what comes up and no list of work', async () => {
  await island.start('/', 'viewer')
  expect(await screen.findByRole('heading', { name: /^Nothing is due/ })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Due' })).toBeNull()
})

test('an admin sees each open project with its counts', async () => {
  await island.start('/', 'admin')
  const list = await dueList()
  expect(list.textContent).toMatch(/\d+ of 14 started, \d+ complete, \d+ signed off/)
  expect(
    within(list).getByRole('link', { name: 'Progress: Ward staffing 2026' }).getAttribute('href')
  ).toMatch(/\/data-collection\?view=progress&tp=\d+$/)
})

test('without the additions, a project has its percentage and one way in', async () => {
  hasAdditions = false
  await island.start('/', 'contributor')
  const list = await dueList()
  expect(list.textContent).toMatch(/\d+% answered/)
  expect(within(list).getByRole('link', { name: 'Enter data: Ward staffing 2026' })).toBeTruthy()
})

test('comments of colleagues are listed until they were seen', async () => {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id, place } = await cellOf(server, submission_id, 'Students on placement')
  const body = { questionnaire_id, section_id, submission_id, ...place, comment_text: 'Is this per shift?' }
  await server.call(postComment, { body }, await server.tokenOf('contributor'))
  await island.start('/', 'lead')
  expect(await screen.findByText(/Is this per shift\?/)).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Mark all as seen' }).click())
  await eventually(() => expect(screen.queryByText(/Is this per shift\?/)).toBeNull())
})

test('one’s own comments and those of other organisations are not news', async () => {
  await island.start('/', 'contributor')
  await dueList()
  expect(screen.queryByText('New comments')).toBeNull()
})
