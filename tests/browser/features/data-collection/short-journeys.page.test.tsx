// What frequent work costs in clicks and keys besides the figures and words themselves. Pasting is in tests/journeys/entry-ranges.spec.ts.

import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { useIsland } from '#tests/support/island.tsx'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, type SeededCell } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const { blankWard, save, fill, questionAt } = savingOn(server)

let clicks = 0
let keys = 0
beforeEach(() => {
  clicks = 0
  keys = 0
})

async function click(element: HTMLElement): Promise<void> {
  clicks += 1
  await act(async () => element.click())
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = ({ place }: SeededCell) => document.getElementById(fieldId(cellKey(place))) as HTMLInputElement
const cursorIsInOpenCell = () =>
  waitFor(() => {
    expect(document.activeElement?.id).toMatch(/^cell-/)
    expect(Reflect.get(document.activeElement!, 'value')).toBe('')
    expect(document.activeElement?.matches('[readonly], [disabled]')).toBe(false)
  })

test('from the home page the first open question is one click away and takes input at once', async () => {
  await start('/', 'lead')
  const due = await screen.findByRole('list', { name: 'Due' })
  const staffing = [...due.children].find(({ textContent }) => textContent.includes('Ward staffing'))
  await click(within(staffing as HTMLElement).getAllByRole('link', { name: /^(Start|Continue): / })[0]!)
  await cursorIsInOpenCell()
  expect(clicks).toBe(1)
})

test('for an admin the open question of a ward is one click from its organisation’s name', async () => {
  await start('/projects/ward-staffing/data-collection', 'admin')
  const progress = await screen.findByRole('region', { name: 'Progress by section' })
  await click(within(progress).getByRole('link', { name: 'Northfield General' }))
  await cursorIsInOpenCell()
  expect(clicks).toBe(1)
})

test.each([
  ['its cell', 30],
  ['the list of warnings', 31]
])('a warning is answered with two clicks from %s', async (from, more) => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  const last = Number((await questionAt(ward, cell)).previous_answer?.value)
  const { questionnaire_id, section_id } = cell
  await start(
    `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${ward}-${section_id}`,
    'contributor'
  )
  await waitFor(() => expect(field(cell)).not.toBeNull())
  act(() => field(cell).focus())
  fireEvent.input(field(cell), { target: { value: String(last + more) } })
  act(() => field(cell).blur())
  await screen.findAllByText(/^All saved at/)
  if (from === 'its cell') act(() => field(cell).focus())
  else {
    await click(await button(/^\d+ to check/))
    await click(await screen.findByRole('button', { name: /^Staffed beds.*Needs a comment\.$/ }))
  }
  if (from === 'its cell') await click(await button('Write a comment'))
  const box = await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New comment' }))
    return document.activeElement!
  })
  const comment = `Seen from ${from}.`
  fireEvent.change(box, { target: { value: comment } })
  if (from === 'its cell') await click(await button('Comment'))
  else {
    keys += 1
    await act(async () => void fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true }))
  }
  await waitFor(async () =>
    expect((await questionAt(ward, cell)).comments.map(one => one.comment_text)).toContain(comment)
  )
  expect([clicks, keys]).toEqual([2, from === 'its cell' ? 0 : 1])
  await server.database
    .deleteFrom('comments')
    .where('submission_id', '=', ward)
    .where('programme_id', '=', 1)
    .execute()
})

test('a complete section is reopened with two clicks from the list of sections', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, cell)
  await save(ward, cell, [], { action: 'complete' })
  await start(`/projects/ward-staffing/data-collection?submission=${ward}`, 'lead')
  const sections = await screen.findAllByRole('link', { name: /: Ward profile$/ })
  await click(sections[0]!)
  await click(await button('Reopen'))
  await waitFor(() => expect(document.activeElement?.id).toMatch(/^cell-/))
  expect(clicks).toBe(2)
})
