// A complete section is locked, and one press opens it again.

import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { listSections } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { beforeNextRefresh } from '#tests/support/page.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, type SeededCell } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const { blankWard, save, section, fill, questionAt } = savingOn(server)

const field = ({ place }: SeededCell) => document.getElementById(fieldId(cellKey(place))) as HTMLInputElement
const press = async (name: string) => clickFound(screen.findByRole('button', { name }))
const path = (ward: number, { questionnaire_id, section_id }: SeededCell) =>
  `/projects/ward-staffing/data-collection/questionnaire/${questionnaire_id}-${ward}-${section_id}`

async function openCell(ward: number, cell: SeededCell, role: Role): Promise<void> {
  await start(path(ward, cell), role)
  await waitFor(() => expect(field(cell)).not.toBeNull())
}

test('the fields of a complete section are read-only until it is reopened, and then take answers again', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, cell)
  await save(ward, cell, [], { action: 'complete' })
  const before = (await questionAt(ward, cell)).answer.value
  await openCell(ward, cell, 'contributor')
  expect(field(cell).readOnly).toBe(true)
  await screen.findByText('This section is marked complete. Reopen it to change its answers.')
  await act(async () => void fireEvent.input(field(cell), { target: { value: '31' } }))
  expect((await questionAt(ward, cell)).answer.value).toBe(before)

  await press('Reopen')
  await waitFor(() => expect(field(cell).readOnly).toBe(false))
  await waitFor(() => expect(document.activeElement?.matches('[id^="cell-"]')).toBe(true))
  await act(async () => void fireEvent.input(field(cell), { target: { value: '31' } }))
  await waitFor(async () => expect((await questionAt(ward, cell)).answer.value).toBe(31))
})

test('what is typed while someone else completes the section is kept, and sent once it is reopened', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Support')
  await fill(ward, cell)
  await openCell(ward, cell, 'contributor')
  await beforeNextRefresh(async () => {
    await save(ward, cell, [], { action: 'complete', role: 'lead' })
    await act(async () => void fireEvent.input(field(cell), { target: { value: '33' } }))
  })
  expect(await screen.findByText('Marked complete')).toBeTruthy()
  expect([field(cell).value, field(cell).readOnly]).toEqual(['33', true])
  expect((await questionAt(ward, cell)).answer.value).not.toBe(33)

  await press('Reopen')
  await waitFor(async () => expect((await questionAt(ward, cell)).answer.value).toBe(33))
  expect((await section(ward, cell)).section.status).toBe('in_progress')
})

test('a section is not marked complete while an answer waits for a choice that nobody knew of before it was sent', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, cell)
  await openCell(ward, cell, 'contributor')
  const { version } = (await questionAt(ward, cell)).answer
  await save(ward, cell, [{ value: 17, base_version: version, comment_text: 'Counted again.' }], {
    role: 'lead'
  })
  const button = await screen.findByRole('button', { name: 'Mark complete' })
  await act(async () => {
    fireEvent.input(field(cell), { target: { value: '18' } })
    // At once: what has been typed is sent by itself after a moment.
    button.click()
  })
  const reason = '1 answer cannot be sent until you choose which value to keep.'
  expect((await screen.findByText(`Not marked complete: ${reason}`)).role).toBe('alert')
  expect(document.activeElement).toBe(field(cell))
  expect((await section(ward, cell)).section.status).toBe('in_progress')
  expect((await questionAt(ward, cell)).answer.value).toBe(17)

  await press('Keep 18 beds: Staffed beds')
  await press('Mark complete')
  await screen.findByText('Marked complete')
  expect((await questionAt(ward, cell)).answer.value).toBe(18)
})

test('a lead sees what the programme changed after the sign-off: in the list, above the section and at the cell', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  const { questionnaire_id } = cell
  const input = { params: { id: questionnaire_id }, query: { submission_id: ward } }
  const { sections } = (await server.call(listSections, input, await server.tokenOf('lead'))).body
  for (const { section_id } of sections) {
    await save(ward, { ...cell, section_id }, [], { action: 'reopen', role: 'lead' })
    await fill(ward, { ...cell, section_id })
    await save(ward, { ...cell, section_id }, [], { action: 'complete' })
  }
  await save(ward, cell, [], { action: 'sign_off', role: 'lead' })
  const { version } = (await questionAt(ward, cell)).answer
  await save(ward, cell, [{ value: 15, comment_text: 'Checked.', base_version: version }], {
    role: 'admin',
    action: 'reopen'
  })

  await start(`/projects/ward-staffing/data-collection?s=${ward}`, 'lead')
  expect(await screen.findAllByText('Changed by the programme after sign-off')).toHaveLength(1)
  await act(async () => screen.getByRole('link', { name: 'Establishment' }).click())
  await waitFor(() => expect(field(cell)).not.toBeNull())
  expect(screen.getByText(/^The programme changed answers here after sign-off, last on /)).toBeTruthy()
  const note = document.getElementById(field(cell).getAttribute('aria-describedby')!)
  expect(note?.textContent).toMatch(/^Changed by .+ after sign-off$/)
})
