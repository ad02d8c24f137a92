// All sections of a submission are downloaded as one workbook from the hub, filled in elsewhere, and uploaded again.

import '#tests/support/indexed-db.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { listSections } from '#contract/questionnaires.ts'
import { settle } from '#tests/support/arrival.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { goOffline } from '#tests/support/offline.ts'
import { eventually } from '#tests/support/patience.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { findAnswer, withCell } from '#tests/support/workbooks.ts'

const server = useServer()
const { start } = useIsland(server)
const { blankWard, save, fill, section } = savingOn(server)

afterEach(() => vi.restoreAllMocks())

/** What the browser would save. */
let saved: Blob | null = null

beforeEach(() => {
  saved = null
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved = blob as Blob
    return 'blob:file'
  })
})

const press = (name: string | RegExp) => clickFound(screen.findByRole('button', { name, hidden: true }))

async function download(): Promise<Uint8Array> {
  await press('Excel, with answers')
  await eventually(() => expect(saved).not.toBeNull())
  return new Uint8Array(await saved!.arrayBuffer())
}

async function sectionName(ward: number, question: string): Promise<string> {
  const cell = await cellOf(server, ward, question)
  return (await section(ward, cell)).section.section_name
}

async function openHub(ward: number): Promise<void> {
  await start('/projects/ward-staffing/data-collection', 'contributor')
  await screen.findByRole('heading', { name: 'Data collection' })
  await act(async () => $selectedSubmissionId.set(ward))
  await settle()
}

test('one workbook for all sections: each sheet is saved to its section, and skipped values are listed', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const { questionnaire_id } = beds
  const input = { params: { id: questionnaire_id }, query: { submission_id: ward } }
  const { sections } = (await server.call(listSections, input, await server.tokenOf('lead'))).body
  const done = sections.findLast(({ section_id }) => section_id !== beds.section_id)!
  const doneCell = { ...beds, section_id: done.section_id }
  await fill(ward, doneCell)
  await save(ward, doneCell, [], { action: 'complete' })

  await openHub(ward)
  await press('Workbook')
  const dialog = await screen.findByRole('dialog', { name: 'Workbook: all sections' })
  expect(await within(dialog).findByText(/^Left out:/)).toBeTruthy()
  expect(within(dialog).getByText(new RegExp(`^${done.section_name}: `))).toBeTruthy()
  const bytes = await download()

  const visible = sections.map(({ section_name }) => section_name)
  const gridSheet = await sectionName(ward, 'Day shift, actual hours')
  const bedsSheet = await sectionName(ward, 'Staffed beds')
  const edits = [
    [findAnswer(bytes, bedsSheet, 'Staffed beds'), '<v>27</v>', undefined],
    [findAnswer(bytes, gridSheet, 'Day shift, actual hours'), '<is><t>lots</t></is>', 'inlineStr'],
    [findAnswer(bytes, done.section_name, 'What went well this year?'), '<is><t>No.</t></is>', 'inlineStr']
  ] as const
  const edited = edits.reduce(
    (file, [{ sheet, address }, inner, type]) =>
      withCell(file, address, inner, { sheet, ...(type && { type }) }),
    bytes
  )
  expect(visible.length).toBeGreaterThan(3)
  const upload = () =>
    fireEvent.change(screen.getByLabelText('Workbook to upload'), {
      target: { files: [new File([edited as BlobPart], 'all.xlsx')] }
    })
  await act(async () => void upload())
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map(tab => tab.textContent).slice(0, 4)).toEqual([
    'New 1',
    'Changed 0',
    'In conflict 0',
    'Invalid 1'
  ])
  expect(screen.getByText(`“${done.section_name}” is left out.`, { exact: false })).toBeTruthy()
  const bad = screen.getByRole('row', { name: new RegExp(`^${gridSheet}: .*Day shift, actual hours`) })
  expect(within(bad).getByText('Enter a number.')).toBeTruthy()
  const stored = async () =>
    (await section(ward, beds)).sub_sections
      .flatMap(({ questions }) => questions)
      .find(({ question_id }) => question_id === beds.place.question_id)?.answer.value
  expect(await stored()).toBeNull()

  await press('Upload 1 cell')
  expect((await screen.findByText(/uploaded\./)).textContent).toBe(
    '1 cell uploaded. 1 cell of the file was left out.'
  )
  expect(await stored()).toBe(27)
  await press('Back to data collection')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without a connection the answers wait on this device, and the dialog says which section has them', async () => {
  const ward = await blankWard()
  const sheetName = await sectionName(ward, 'Staffed beds')
  await openHub(ward)
  await press('Workbook')
  await screen.findByRole('dialog', { name: 'Workbook: all sections' })
  const bytes = await download()
  const { sheet, address } = findAnswer(bytes, sheetName, 'Staffed beds')
  const edited = withCell(bytes, address, '<v>31</v>', { sheet })
  fireEvent.change(screen.getByLabelText('Workbook to upload'), {
    target: { files: [new File([edited as BlobPart], 'all.xlsx')] }
  })
  const upload = await screen.findByRole('button', { name: 'Upload 1 cell', hidden: true })
  const goOnline = goOffline(server)
  await act(async () => upload.click())
  expect((await screen.findByRole('alert')).textContent).toBe(
    `1 answer not saved yet. Open the section “${sheetName}” to check it.`
  )
  goOnline()
})
