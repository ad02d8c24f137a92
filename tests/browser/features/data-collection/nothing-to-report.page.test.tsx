// A lead declares that there is nothing to report in a section, and undoes it.

import { act, screen, waitFor, within } from '@testing-library/react'
import '#tests/support/indexed-db.ts'
import { expect, test } from 'vitest'
import { sectionParts } from '#browser/features/data-collection/section-parts-chunk.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'
import { declareEmptySection } from '#contract/section-submissions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { paths } from '#programme/paths.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, type SeededCell } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const { blankWard, save, section, questionAt } = savingOn(server)

const press = (name: string | RegExp) => clickFound(screen.findByRole('button', { name }))
const field = ({ place }: SeededCell) => document.getElementById(fieldId(cellKey(place))) as HTMLInputElement
const list = () => screen.getByRole('navigation', { name: 'Sections' })

async function openSection(question: string, role: Role) {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, question)
  await start(paths.section('ward-staffing', cell.questionnaire_id, ward, cell.section_id), role)
  await waitFor(() => expect(field(cell)).not.toBeNull())
  return { ward, cell }
}

async function declare(reason: string) {
  await press('Nothing to report…')
  const dialog = await screen.findByRole('dialog', { name: /^Nothing to report: / })
  const confirm = await within(dialog).findByRole('button', { name: 'Nothing to report' })
  await act(async () => confirm.click())
  expect(await within(dialog).findByText('Choose a reason.')).toBeTruthy()
  await act(async () =>
    within(dialog)
      .getByRole('radio', { name: new RegExp(`^${reason}`) })
      .click()
  )
  await act(async () => confirm.click())
}

test('“We do not record this” completes the section without a figure, says so everywhere, and is undone', async () => {
  const { ward, cell } = await openSection('Bank hours', 'lead')
  await declare('We do not record this')
  expect(await screen.findByText('Nothing to report: “We do not record this”.')).toBeTruthy()
  expect(
    await screen.findByText('This section is marked “Nothing to report”. To enter answers, undo this.')
  ).toBeTruthy()
  await waitFor(() => expect(field(cell).readOnly).toBe(true))
  expect(field(cell).value).toBe('')
  expect(await within(list()).findByText('nothing to report')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Nothing to report…' })).toBeNull()
  expect((await section(ward, cell)).section).toMatchObject({
    status: 'complete',
    empty_reason: 'not_recorded'
  })

  await press('Undo')
  await waitFor(() => expect(field(cell).readOnly).toBe(false))
  await waitFor(() => expect(screen.queryByText(/^Nothing to report: “/)).toBeNull())
  await waitFor(() => expect(within(list()).queryByText('nothing to report')).toBeNull())
  expect(await screen.findByRole('button', { name: 'Nothing to report…' })).toBeTruthy()
})

test('“None happened” shows the zeros that it enters, and undoing it clears them', async () => {
  const { ward, cell } = await openSection('Agency hours', 'lead')
  await declare('None happened')
  await waitFor(() => expect(field(cell).value).toBe('0'))
  expect((await questionAt(ward, cell)).answer.value).toBe(0)
  await press('Undo')
  await waitFor(() => expect([field(cell).value, field(cell).readOnly]).toEqual(['', false]))
  expect((await questionAt(ward, cell)).answer.value).toBeNull()
})

test('a section with an answer does not offer it', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Leavers')
  await save(ward, cell, [{ value: 2 }])
  await start(paths.section('ward-staffing', cell.questionnaire_id, ward, cell.section_id), 'lead')
  expect(await screen.findByRole('button', { name: 'Mark complete' })).toBeTruthy()
  // The button is in this file.
  await act(async () => void (await sectionParts.load()))
  expect(screen.queryByRole('button', { name: 'Nothing to report…' })).toBeNull()
})

test('contributors read the declaration, and who can undo it', async () => {
  const ward = await blankWard()
  const { questionnaire_id, section_id } = await cellOf(server, ward, 'Staffed beds')
  const body = {
    questionnaire_id,
    section_id,
    submission_id: ward,
    client_change_id: 'of the lead',
    empty_reason: 'not_done' as const
  }
  await server.call(declareEmptySection, { body }, await server.tokenOf('lead'))
  await start(paths.section('ward-staffing', questionnaire_id, ward, section_id), 'contributor')
  expect(await screen.findByText('Nothing to report: “We do not do this”.')).toBeTruthy()
  expect(screen.getByText(/Your organisation’s lead can undo this\.$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the list of sections says so', async () => {
  const ward = await blankWard()
  await start(`/projects/ward-staffing/data-collection?s=${ward}`, 'contributor')
  const row = (await screen.findByRole('link', { name: 'Establishment' })).closest('tr')!
  expect(within(row).getAllByText('Nothing to report').length).toBeGreaterThan(0)
  expect(within(row).getByText('100%')).toBeTruthy()
})
