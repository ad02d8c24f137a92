import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { $commentAsked, $panelTab } from '#browser/features/data-collection/panel/panel-tab.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { postComment } from '#contract/comments.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { beforeNextRefresh } from '#tests/support/page.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission, type SeededCell } from '#tests/support/seeded.ts'
import { NOON, useServer, type Role } from '#tests/support/server.ts'

// What the panel says of the periods before, and the way into its comments and back.

const server = useServer()
const { start } = useIsland(server)
const { blankWard, questionAt, save } = savingOn(server)

const panel = () => within(screen.getByRole('complementary', { name: 'About the cell' }))
const field = ({ place }: SeededCell) => document.getElementById(fieldId(cellKey(place))) as HTMLInputElement

beforeEach(() => {
  server.clock.now = NOON
  $panelTab.set('about')
  $commentAsked.set(null)
})

async function openCell(submission: number, cell: SeededCell, role: Role): Promise<void> {
  const { questionnaire_id, section_id } = cell
  await start(
    `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${submission}-${section_id}`,
    role
  )
  await waitFor(() => expect(field(cell)).not.toBeNull())
  await act(async () => field(cell).focus())
  await waitFor(() => expect(panel().getByRole('tab', { name: 'About' })).toBeTruthy())
}

const type = (cell: SeededCell, value: string) =>
  act(async () => void fireEvent.input(field(cell), { target: { value } }))

test('the two periods before stand above this one, which says how far it has moved since', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Day shift, actual hours', 'Band 6')
  const last = Number((await questionAt(ward, cell)).previous_answer?.value)
  await openCell(ward, cell, 'contributor')
  await type(cell, String(last * 2))
  await panel().findByText('2024')
  await panel().findByText('up 100%')
  const names = panel()
    .getAllByRole('term')
    .map(term => term.textContent)
  expect(names.slice(0, 4)).toEqual(['2025', '2024', 'Now', 'Since 2025'])
})

test('Shift+F2 opens a comment that begins with the text typed in place of a figure, and Escape leads back', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Day shift, actual hours', 'Band 6')
  await openCell(ward, cell, 'contributor')
  await type(cell, '<5')
  await act(async () => void fireEvent.keyDown(field(cell), { key: 'F2', shiftKey: true }))
  const comment = await panel().findByRole('textbox')
  await waitFor(() => expect(document.activeElement).toBe(comment))
  expect(comment).toHaveProperty('value', '<5')
  await waitFor(() => expect(field(cell).placeholder).toBe('not known'))
  await act(async () => void fireEvent.keyDown(comment, { key: 'Escape' }))
  expect(document.activeElement).toBe(field(cell))
})

test('For you lists what waits for the user in the section, each with its step', async () => {
  const ward = await blankWard()
  const [unsent, twice, told] = await Promise.all(
    ['Band 5', 'Band 6', 'Band 7'].map(band => cellOf(server, ward, 'Day shift, actual hours', band))
  )
  const { questionnaire_id, section_id, place } = told!
  const comment = { comment_text: 'From payroll?', parent_comment_id: null, is_resolved: false }
  const body = { questionnaire_id, submission_id: ward, section_id, ...place, ...comment }
  await server.call(postComment, { body }, await server.tokenOf('lead'))
  await openCell(ward, unsent!, 'contributor')
  await beforeNextRefresh(async () => {
    await save(ward, twice!, [{ value: 9 }], { role: 'lead' })
    await act(async () => field(twice!).focus())
    await type(twice!, '8')
  })
  await act(async () => field(unsent!).focus())
  await type(unsent!, 'many')
  await act(async () => field(told!).focus())
  await clickFound(panel().findByRole('tab', { name: 'For you 3' }))
  const texts = panel()
    .getAllByRole('listitem')
    .map(item => item.textContent)
  expect(texts).toEqual([
    expect.stringMatching(/^Not sent: correct it.*Band 5.*Go to the cell$/),
    expect.stringMatching(/^Two versions: choose one.*Band 6YoursKeep 8 hAmara Okafor’s, \d\d:\d\dTake 9 h$/),
    expect.stringMatching(/^New comment.*Band 7“From payroll\?” Amara Okafor, 20 NovRead and reply$/)
  ])
  const leading = panel().getByRole('button', { name: /^Go to the cell: / })
  await act(async () =>
    panel()
      .getByRole('button', { name: /^Take 9 h: / })
      .click()
  )
  await waitFor(() => expect(field(twice!).value).toBe('9'))
  await panel().findByRole('heading', { name: 'Band 6' })
  expect(leading.isConnected).toBe(true)
  await act(async () => leading.click())
  expect(document.activeElement).toBe(field(unsent!))
  await clickFound(panel().findByRole('button', { name: /^Read and reply: / }))
  await panel().findByRole('button', { name: 'Resolve' })
  // Shown, it waits no longer.
  await panel().findByRole('tab', { name: 'For you 1' })
})
