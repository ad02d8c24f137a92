// A questionnaire is signed off and reopened on the hub, by those who may; offline nothing happens, and the page says so.

import '#tests/support/indexed-db.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { postComment } from '#contract/comments.ts'
import { listSections } from '#contract/questionnaires.ts'
import { useIsland } from '#tests/support/island.tsx'
import { goOffline } from '#tests/support/offline.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const { blankWard, save, fill } = savingOn(server)

const press = (name: string | RegExp) =>
  act(async () => screen.getByRole('button', { name, hidden: true }).click())

test('a questionnaire is signed off by a lead who sees what is flagged, and reopened with its consequences said', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const { questionnaire_id, section_id } = beds
  const comment = {
    questionnaire_id,
    section_id,
    submission_id: ward,
    ...beds.place,
    comment_text: 'Counted on the last day.'
  }
  await server.call(postComment, { body: comment }, await server.tokenOf('contributor'))
  const input = { params: { id: questionnaire_id }, query: { submission_id: ward } }
  const { sections } = (await server.call(listSections, input, await server.tokenOf('lead'))).body
  for (const section of sections) {
    const cell = { ...beds, section_id: section.section_id }
    await fill(ward, cell)
    const { section_submission, ...rest } = (await save(ward, cell, [], { action: 'complete' })).body
    expect([section_submission.status, rest.rejected]).toEqual(['complete', []])
  }
  const hub = async (role: Role) => {
    await start('/projects/ward-staffing/data-collection', role)
    await screen.findByRole('heading', { name: 'Data collection' })
    await act(async () => $selectedSubmissionId.set(ward))
    await screen.findByText(/^Every section is complete/)
  }
  await hub('lead')
  await press('Sign off')
  expect((await screen.findByText(/^Organisation lead, /)).parentElement?.textContent).toMatch(
    /^Signed byAmara Okafor/
  )
  expect(await screen.findByText(/open comments?\. (It stays|They stay) open after sign-off/)).toBeTruthy()
  expect(screen.getByText('“Counted on the last day.”', { exact: false })).toBeTruthy()
  const sign = () =>
    act(async () => screen.getAllByRole('button', { name: 'Sign off', hidden: true }).at(-1)?.click())
  const statuses = async () =>
    (await server.call(listSections, input, await server.tokenOf('lead'))).body.sections.map(
      section => section.status
    )
  let goOnline = goOffline(server)
  await sign()
  expect((await screen.findByRole('alert', { hidden: true })).textContent).toBe(
    'You are offline. Nothing is signed off yet. Try again when you are online.'
  )
  expect(await statuses()).toEqual(sections.map(() => 'complete'))
  goOnline()
  await sign()
  expect(await screen.findByText(/^Signed off by Amara Okafor, 20 Nov/)).toBeTruthy()

  await press('Reopen a section')
  expect(await screen.findByText(/its sign-off is removed/)).toBeTruthy()
  goOnline = goOffline(server)
  const reopenFirst = () => press(`Reopen: ${sections[0]!.section_name}`)
  await reopenFirst()
  expect(
    await screen.findByText('You are offline. Nothing is reopened yet. Try again when you are online.')
  ).toBeTruthy()
  expect(await statuses()).toEqual(sections.map(() => 'signed_off'))
  goOnline()
  await reopenFirst()
  expect(await screen.findByText('A section was reopened. Sign off the questionnaire again.')).toBeTruthy()
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`Continue: ${sections[0]!.section_name}`)
  )
  expect(await statuses()).toEqual(sections.map((_, index) => (index === 0 ? 'in_progress' : 'signed_off')))
})
