// Where a section stands, whose it is, and what is said of how far it is.

import '#tests/support/indexed-db.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { $view } from '#browser/app/view.ts'
import { sectionStateLabel } from '#browser/features/data-collection/hub/section-rows.ts'
import { $openSection } from '#browser/features/data-collection/section.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { $currentSubmission } from '#browser/stores/selection.ts'
import { postComment } from '#contract/comments.ts'
import { getSectionQuestions } from '#contract/questionnaires.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { invariant } from '#lib/invariant.ts'
import { useIsland } from '#tests/support/island.tsx'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { NOON, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

async function sectionIds(): Promise<string> {
  const submission = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id } = await cellOf(
    server,
    submission,
    'Day shift, actual hours',
    'Band 6'
  )
  return `${questionnaire_id}-${submission}-${section_id}`
}

test('a section opens at its own project’s address and at no other', async () => {
  const ids = await sectionIds()
  const { project_code } = await server.database
    .selectFrom('projects')
    .select('project_code')
    .where('programme_id', '=', 1)
    .where('project_code', '!=', 'ward-staffing')
    .executeTakeFirstOrThrow()
  await start(`/projects/${project_code}/data-collection/questionnaire/${ids}`, 'lead')
  await waitFor(() => expect($view.get()).toMatchObject({ is: 'error', status: 404 }))
})

test.each([
  ['admin', true],
  ['lead', false]
] as const)(
  'for the %s the head of a section names the organisation and the submission: %s',
  async (role, isNamed) => {
    const ids = await sectionIds()
    await start(`/projects/ward-staffing/data-collection/questionnaire/${ids}`, role)
    await screen.findByRole('button', { name: 'Mark complete' })
    expect(screen.queryByText(/^Entering for/)?.parentElement?.textContent ?? null).toEqual(
      isNamed ? expect.stringMatching(/^Entering for Northfield General, \w/) : null
    )
  }
)

const reload = () =>
  act(async () => {
    const open = $openSection.get()
    invariant(open.state === 'ready', 'The section is open')
    await open.value.engine.refresh()
  })

test('the head of a section names the colleagues who have it open, and no longer once they have gone', async () => {
  const ids = await sectionIds()
  const address = `/projects/ward-staffing/data-collection/questionnaire/${ids}`
  const [questionnaire = 0, submission = 0, section = 0] = ids.split('-').map(Number)
  const watch = async (role: Role) =>
    server.call(
      getSectionQuestions,
      {
        params: { id: questionnaire, sid: section },
        query: { submission_id: submission, is_watching: true }
      },
      await server.tokenOf(role)
    )
  // Whoever was here in the other tests has gone.
  server.clock.now = new Date(NOON.getTime() + 60_000)
  await watch('contributor')
  await start(address, 'lead')
  await screen.findByRole('button', { name: 'Mark complete' })
  const line = await screen.findByText(/ is here$/)
  expect(line.getAttribute('title')).not.toBe('')
  await watch('admin')
  await reload()
  expect(
    screen
      .getByText(/ and 1 other are here$/)
      .getAttribute('title')!
      .split(', ')
  ).toHaveLength(2)
  server.clock.now = new Date(NOON.getTime() + 120_000)
  await reload()
  expect(screen.queryByText(/ (is|are) here$/)).toBeNull()
  server.clock.now = NOON
})

const STAFFED = 'Day shift, actual hours'
const isFocused = (address: CellAddress) => () =>
  expect(document.activeElement?.id).toBe(fieldId(cellKey(address)))

test('an address that names a question leads to its first cell', async () => {
  const { place } = await cellOf(server, await ownSubmission(server, 'ward-staffing', '2026'), STAFFED)
  const address = `/projects/ward-staffing/data-collection/questionnaire/${await sectionIds()}`
  await start(`${address}?go=${place.question_id}`, 'lead')
  await waitFor(isFocused(place))
})

test('a new comment on the home page leads to its cell and opens the comments', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id, section_id, place } = await cellOf(server, ward, STAFFED, 'Band 6')
  const body = { questionnaire_id, section_id, submission_id: ward, ...place, comment_text: 'All of May?' }
  await server.call(postComment, { body }, await server.tokenOf('contributor'))
  await start('/projects/ward-staffing', 'lead')
  const item = (await screen.findByText(/“All of May\?”/)).closest('li')!
  await act(async () => within(item).getByRole('link').click())
  const comments = await screen.findByRole('tabpanel', { name: 'Comments' })
  expect(await within(comments).findByText(/All of May\?/)).toBeTruthy()
  isFocused(place)()
})

test('on paper a section names its submission, and another page does not', async () => {
  const ids = await sectionIds()
  await start(`/projects/ward-staffing/data-collection/questionnaire/${ids}`, 'lead')
  await screen.findByRole('button', { name: 'Mark complete' })
  const { name } = $currentSubmission.get()!
  const printed = () =>
    screen.getByText(/^National Inpatient Network, Ward staffing, 2026.*Printed /).textContent
  expect(printed()).toContain(`, 2026, ${name}. Printed `)
  await act(async () => navigate('/projects/ward-staffing/about'))
  await waitFor(() => expect(printed()).not.toContain(name))
  expect($currentSubmission.get()).toBeNull()
})

test('all answered is not complete, in words and in tone', () => {
  const counts = { applicable_count: 4, answered_count: 4 }
  const states = [
    sectionStateLabel('in_progress', counts, false),
    sectionStateLabel('complete', counts, false),
    sectionStateLabel('in_progress', { ...counts, answered_count: 3 }, false)
  ]
  expect(states.map(({ word, tone }) => `${word} (${tone})`)).toEqual([
    'All answered, not marked complete (info)',
    'Complete (ok)',
    'In progress (info)'
  ])
})
