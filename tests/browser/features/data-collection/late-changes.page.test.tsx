// A reader turns to another submission while a change is being saved. Its reply does not replace what they see now.

import '#tests/support/indexed-db.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { $hub } from '#browser/features/data-collection/hub/data-collection.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { listSections } from '#contract/questionnaires.ts'
import { useIsland } from '#tests/support/island.tsx'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
/** What replies to writes wait for. */
let held: Promise<void> = Promise.resolve()
const { start } = useIsland(server, {
  fetch: async (input, init) => {
    const reply = await server.fetch(input, init)
    if ((input as Request).method !== 'GET') await held
    return reply
  }
})
const { blankWard, save, fill } = savingOn(server)

async function completeWard(): Promise<number> {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const input = { params: { id: beds.questionnaire_id }, query: { submission_id: ward } }
  const { sections } = (await server.call(listSections, input, await server.tokenOf('lead'))).body
  for (const { section_id } of sections) {
    await fill(ward, { ...beds, section_id })
    await save(ward, { ...beds, section_id }, [], { action: 'complete' })
  }
  return ward
}

const statuses = (): string[] => {
  const hub = $hub.get()
  return hub.state === 'ready'
    ? hub.value.flatMap(({ rows }) => rows.map(({ section }) => section.status))
    : []
}
const lastButton = (name: string) =>
  screen.getAllByRole<HTMLButtonElement>('button', { name, hidden: true }).at(-1)!

async function press(name: string): Promise<void> {
  await waitFor(() => expect(lastButton(name).disabled).toBe(false))
  await act(async () => lastButton(name).click())
}

test('a sign-off that ends when another submission is shown', async () => {
  const signed = await completeWard()
  const other = await ownSubmission(server, 'ward-staffing', '2026', 1)
  await start('/projects/ward-staffing/data-collection', 'lead')
  await screen.findByRole('heading', { name: 'Data collection' })
  await act(async () => $selectedSubmissionId.set(signed))
  await screen.findByText(/^Every section is complete/)
  await press('Sign off')
  await screen.findByText(/^Organisation lead, /)
  const reply = Promise.withResolvers<void>()
  held = reply.promise
  await press('Sign off')
  await act(async () => closeModal())
  await act(async () => $selectedSubmissionId.set(other))
  await waitFor(() => expect(statuses()).toContain('not_started'))
  const shown = $hub.get()
  await act(async () => reply.resolve())
  await waitFor(() =>
    expect($toasts.get().map(({ text }) => text)).toEqual([expect.stringMatching(/is signed off\.$/)])
  )
  await act(async () => new Promise(done => setTimeout(done, 300)))
  expect($hub.get()).toBe(shown)
})
