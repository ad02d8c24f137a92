// @vitest-environment node
// Where a section stands, whose it is, and what is said of how far it is.

import '#tests/support/page.ts'
import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { $view } from '#browser/app/view.ts'
import { sectionStateLabel } from '#browser/features/data-collection/hub/section-rows.ts'
import { $currentSubmission } from '#browser/stores/selection.ts'
import { useIsland } from '#tests/support/island.tsx'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

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
    sectionStateLabel('in_progress', counts),
    sectionStateLabel('complete', counts),
    sectionStateLabel('in_progress', { ...counts, answered_count: 3 })
  ]
  expect(states.map(({ word, tone }) => `${word} (${tone})`)).toEqual([
    'All answered, not marked complete (info)',
    'Complete (ok)',
    'In progress (info)'
  ])
})
