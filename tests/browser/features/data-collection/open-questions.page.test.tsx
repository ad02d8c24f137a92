// A question from the programme is something to do: every page says so in the same words, also where all sections are complete.

import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { reloadQueries } from '#browser/stores/collection/queries.ts'
import { paths } from '#programme/paths.ts'
import { useIsland } from '#tests/support/island.tsx'
import { queryingOn } from '#tests/support/querying.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
/** Whether the list of queries cannot be read. */
let isDown = false
const island = useIsland(server, {
  fetch: async (input, init) =>
    isDown && new URL((input as Request).url).pathname.endsWith('/queries/')
      ? Response.json({ detail: 'Not now.' }, { status: 503 })
      : server.fetch(input, init)
})
afterEach(() => void (isDown = false))
const { raise } = queryingOn(server)

const WORDS = '2 questions from the programme'
let ward: number

beforeAll(async () => {
  ward = await ownSubmission(server, 'ward-staffing', '2026')
  await server.database
    .updateTable('section_submissions')
    .set({ status: 'complete' })
    .where('programme_id', '=', 1)
    .where('submission_id', '=', ward)
    .where('case_code_id', '=', 0)
    .execute()
  for (const name of ['Staffed beds', 'Joiners']) await raise(ward, await cellOf(server, ward, name))
})

test('data collection leads to the first section with a question, and lists how many each has', async () => {
  await island.start(`/projects/ward-staffing/data-collection?s=${ward}`, 'contributor')
  const card = await screen.findByRole('region', { name: 'Skill mix and absence' })
  const link = await within(card).findByRole('link', { name: WORDS })
  const { section_id } = await cellOf(server, ward, 'Staffed beds')
  expect(link.getAttribute('href')).toMatch(new RegExp(`-${section_id}$`))
  expect(within(card).queryByText('Nothing to do')).toBeNull()
  expect(within(card).getAllByText(/^\d questions?$/).length).toBeGreaterThan(0)
})

test('the home page and the list of projects name it, and lead to where it is answered', async () => {
  await island.start('/', 'contributor')
  const due = await screen.findByRole('list', { name: 'Due' })
  expect(within(due).getByText(new RegExp(WORDS))).toBeDefined()
  expect(within(due).getByRole('link', { name: 'Answer: Ward staffing 2026' }).getAttribute('href')).toMatch(
    /^\/projects\/ward-staffing\?/
  )
})

test('who only reads can view the questions', async () => {
  await island.start('/projects/ward-staffing', 'viewer')
  expect(await screen.findByRole('link', { name: /^View: .*Staffed beds$/ })).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Answer/ })).toBeNull()
})

test('nobody else is asked to answer', async () => {
  await island.start('/', 'viewer')
  expect(await screen.findByRole('heading', { name: /^Nothing is due/ })).toBeDefined()
})

test('a section whose questions cannot be read says so, and keeps those that it shows', async () => {
  const { questionnaire_id, section_id } = await cellOf(server, ward, 'Staffed beds')
  isDown = true
  await island.start(paths.section('ward-staffing', questionnaire_id, ward, section_id), 'contributor')
  expect(await screen.findByText('The questions from the programme could not be loaded')).toBeDefined()
  isDown = false
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  expect(await screen.findByText('1 question from the programme')).toBeDefined()
  isDown = true
  await act(() => reloadQueries())
  expect(screen.getByText('1 question from the programme')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
