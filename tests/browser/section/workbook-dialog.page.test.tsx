// A person downloads a section, works on the file elsewhere, and brings it back; the section is open in a real engine all the while.

import '#tests/support/indexed-db.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SectionEngine } from '#browser/section/section-engine.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { workbookSource, type WorkbookSource } from '#browser/section/workbook/source.ts'
import { WorkbookDialog } from '#browser/section/workbook/workbook-dialog.tsx'
import { fileNameOf } from '#browser/section/workbook/workbook-download.ts'
import { resetDialog } from '#browser/section/workbook/workbook-import.ts'
import { err } from '#lib/result.ts'
import { handTiming } from '#tests/support/manual-timing.ts'
import { noOtherTabs } from '#tests/support/no-other-tabs.ts'
import { eventually } from '#tests/support/patience.ts'
import { aQuestion, aSection, withAnswer } from '#tests/support/questions.ts'
import { aList } from '#tests/support/workbooks.ts'

const section = aSection(
  aList(
    withAnswer(aQuestion({ question_id: 1, question_text: 'Beds', max_value: 60 }), { value: 20 }),
    aQuestion({ question_id: 2, question_text: 'Rooms' }),
    withAnswer(aQuestion({ question_id: 3, question_text: 'Nurses' }), { value: 9 }),
    aQuestion({ question_id: 4, question_text: 'Visits', max_value: 100 })
  )
)

let engine: SectionEngine
let source: WorkbookSource
let saved: Blob | null = null

beforeEach(() => {
  // Every test starts at the same time, so a draft of the test before would count as a newer edit of another tab: each has its own user.
  const user = crypto.randomUUID()
  const timing = handTiming(1_000_000, async () => {})
  engine = new SectionEngine({
    section,
    drafts: openDrafts({ programmeCode: 'wards', user, submissionId: 5, sectionId: 3 }, timing.now),
    tabs: noOtherTabs,
    timing,
    newId: () => crypto.randomUUID(),
    send: async () => err('No connection', null),
    fetchSection: async () => err('No connection', null)
  })
  source = workbookSource(
    engine,
    {
      programmeName: 'Network',
      projectName: 'Staffing',
      submissionName: 'Ward 4B: "east"',
      periodName: '2026'
    },
    { programmeCode: 'wards', questionnaireId: 7, submissionId: 5 }
  )
  saved = null
  // The browser's side of a download: what is handed over is the file.
  vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
    saved = blob as Blob
    return 'blob:file'
  })
})

afterEach(() => {
  cleanup()
  resetDialog()
  vi.restoreAllMocks()
})

const show = (lockedBecause: () => string | null = () => null) =>
  render(
    <WorkbookDialog
      sections={[{ source, lockedBecause, apply: changes => engine.editing.fillCells(changes).keys.length }]}
      send={null}
      onClose={() => {}}
    />
  )

async function downloaded(name: string): Promise<Blob> {
  fireEvent.click(screen.getByRole('button', { name }))
  await eventually(() => expect(saved).not.toBeNull())
  return saved as unknown as Blob
}

const choose = (content: BlobPart, name = 'back.csv'): void =>
  void fireEvent.change(screen.getByLabelText('Workbook to upload'), {
    target: { files: [new File([content], name)] }
  })

/** The CSV file after other answers were put in by key. */
async function changed(file: Blob, answers: Record<string, string>): Promise<string> {
  const lines = (await file.text()).split('\r\n')
  return lines
    .map(line =>
      line.replace(/,([^,]*),(q\d+):0:0,/, (whole, _, key: string) =>
        key in answers ? `,${answers[key]},${key}:0:0,` : whole
      )
    )
    .join('\r\n')
}

const texts = (): string[] => [1, 2, 3, 4].map(id => engine.store.get(`${id}:0:0`).text)
const type = (key: string, text: string): void => void engine.editing.paste([{ key, text }])

describe('bringing a file back', () => {
  it('shows every kind of change with its reason, applies what was chosen, and can be undone at once', async () => {
    show()
    const file = await changed(await downloaded('CSV, with answers'), {
      q1: '24',
      q2: '6',
      q3: '11',
      q4: 'many'
    })
    type('3:0:0', '10')
    choose(file)
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map(tab => tab.textContent)).toEqual([
      'New 1',
      'Changed 1',
      'In conflict 1',
      'Invalid 1',
      'Same 0'
    ])
    expect(
      within(screen.getByRole('tabpanel')).getByText('Also changed here since the download. It was 9.')
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: /Invalid/ }))
    expect(within(screen.getByRole('row', { name: /Visits/ })).getByText('Enter a number.')).toBeTruthy()
    expect(texts()).toEqual(['20', '', '10', ''])
    fireEvent.click(screen.getByRole('tab', { name: /In conflict/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Take the file’s' }))
    fireEvent.click(screen.getByRole('button', { name: 'Upload 3 cells' }))
    expect((await screen.findByText(/uploaded/)).textContent).toBe(
      '3 cells uploaded. Press Ctrl+Z to undo. 1 cell of the file was left out.'
    )
    expect(texts()).toEqual(['24', '6', '11', ''])
    engine.editing.undo()
    expect(texts()).toEqual(['20', '', '10', ''])
  })

  it('compares once more before it changes anything', async () => {
    show()
    choose(await changed(await downloaded('CSV, with answers'), { q1: '24' }))
    await screen.findByRole('button', { name: 'Upload 1 cell' })
    type('1:0:0', '30')
    fireEvent.click(screen.getByRole('button', { name: 'Upload 1 cell' }))
    expect(await screen.findByRole('alert')).toHaveProperty(
      'textContent',
      'The section has changed. Check the comparison again.'
    )
    expect(texts()[0]).toBe('30')
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveProperty('disabled', true)
  })

  it('changes nothing in a section that was locked since the file was compared, and says so', async () => {
    let lock: string | null = null
    show(() => lock)
    choose(await changed(await downloaded('CSV, with answers'), { q1: '24' }))
    const upload = await screen.findByRole('button', { name: 'Upload 1 cell' })
    lock = 'Collection has closed.'
    fireEvent.click(upload)
    expect(await screen.findByText(/is left out\. Collection has closed\.$/)).toBeTruthy()
    expect(texts()[0]).toBe('20')
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveProperty('disabled', true)
  })

  it('says in one sentence why a file is none, and takes another', async () => {
    show()
    choose('Dear all', 'letter.txt')
    expect((await screen.findByText(/not downloaded from a section/)).textContent).toMatch(
      /^letter\.txt: This file was not downloaded/
    )
    const workbook = await downloaded('Excel, with answers')
    choose(await workbook.arrayBuffer(), 'same.xlsx')
    expect((await screen.findByRole('tab', { name: /Same/ })).textContent).toBe('Same 4')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy()
  })

  it('is not offered while the section is locked, with the reason; downloading is', async () => {
    show(() => 'Collection has closed.')
    expect(screen.getByText('Collection has closed.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull()
    expect((await downloaded('Excel, blank')).size).toBeGreaterThan(1000)
  })
})

it('files are named after what they are for', () => {
  expect(fileNameOf([source], 'xlsx', 'filled')).toBe('Ward 4B east, Skill mix, 2026.xlsx')
  expect(fileNameOf([source], 'csv', 'blank')).toBe('Ward 4B east, Skill mix, 2026 (blank).csv')
})
