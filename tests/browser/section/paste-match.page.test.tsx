// A pasted block with headings, with blank cells and with line breaks: nothing is overwritten unseen.

import '#tests/support/indexed-db.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { misfitText, pasteText } from '#browser/section/table/paste/paste-report.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { field, fireClipboard, focus, paste, showForm } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const values = (): string[] => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)

test('a blank keeps the answer until the user clears it; a picture changes nothing', async () => {
  const { reports, engine } = await showForm(aSection(aGrid(1, 3)))
  const cell = field('Row 1, Column 1')
  act(() => void engine.editing.paste(['1:1:1', '2:1:2', '3:1:3'].map(key => ({ key, text: '7' }))))
  focus(cell)
  fireClipboard('paste', cell, { 'image/png': 'x' })
  paste(cell, '\r\n')
  paste(cell, '\t8\t \r\n')
  expect([values(), reports.map(({ pasted, blanks }) => [pasted, blanks?.count])]).toEqual([
    ['7', '8', '7'],
    [
      [0, 1],
      [1, 2]
    ]
  ])
  act(() => void reports[1]?.blanks?.clear())
  expect(values()).toEqual(['', '8', ''])
  act(() => reports[1]?.undo())
  expect(values(), 'its undo reverts both').toEqual(['7', '7', '7'])
})

test('headings and row names are shown with their match, and nothing is pasted before', async () => {
  const { matched, reports } = await showForm(aSection(aGrid(3, 5, { question: { question_type: 'text' } })))
  const filled = (): string[] => values().filter(text => text !== '')
  const cell = field('Row 1, Column 1')
  focus(cell)
  paste(
    cell,
    'Ward 4\tcolumn-2\tColumn 1 (WTE)\tColumn 9\tTotal\r\nRow 2\t1\t2\t3\t6\r\nTotal\t1\t2\t3\t6\r\n'
  )
  expect([filled(), reports, matched[0]?.match]).toEqual([
    [],
    [],
    [
      { kind: 'column', label: 'column-2', name: 'Column 2', isTotal: false },
      { kind: 'column', label: 'Column 1 (WTE)', name: 'Column 1', isTotal: false },
      { kind: 'column', label: 'Column 9', name: null, isTotal: false },
      { kind: 'column', label: 'Total', name: null, isTotal: true },
      { kind: 'row', label: 'Row 2', name: 'Row 2', isTotal: false },
      { kind: 'row', label: 'Total', name: null, isTotal: true }
    ]
  ])
  act(() => void reports.push(matched[0]!.paste()))
  expect([field('Row 2, Column 1').value, field('Row 2, Column 2').value]).toEqual(['2', '1'])
  expect(reports[0]?.misfits.map(({ text }) => text)).toEqual(['3'])
  act(() => reports[0]?.undo())
  act(() => void matched[0]!.pasteInOrder())
  expect(filled(), 'as it stands').toEqual(
    'Ward 4,column-2,Column 1 (WTE),Column 9,Total,Row 2,1,2,3,6,Total,1,2,3,6'.split(',')
  )
})

test('what a section that was completed meanwhile no longer takes is not called pasted or cleared', async () => {
  const { matched, reports, engine } = await showForm(aSection(aGrid(2, 2)))
  const cell = field('Row 1, Column 1')
  focus(cell)
  paste(cell, 'Column 1\tColumn 2\r\n5\t6\r\n')
  act(() => void engine.editing.paste([{ key: '1:1:1', text: '7' }]))
  paste(cell, '\t8\r\n')
  await act(async () => engine.sync.status.noteSection({ status: 'complete', version: 99 }))
  const report = matched[0]!.paste()
  expect(report.misfits.map(misfitText)).toEqual([
    '“5” at Row 1, Column 1: This section is marked complete. Reopen it to change its answers.',
    '“6” at Row 1, Column 2: This section is marked complete. Reopen it to change its answers.'
  ])
  expect(pasteText(report)).toBe('0 cells pasted; 2 values did not fit.')
  expect(reports[0]!.blanks!.clear().pasted).toBe(1)
  expect(values().slice(0, 2)).toEqual(['7', '8'])
})

test('an Excel cell with line breaks is one cell', async () => {
  const { engine } = await showForm(aSection(aGrid(2, 2, { question: { question_type: 'long_text' } })))
  const cell = field('Row 1, Column 1')
  focus(cell)
  paste(cell, '"First\nsaid ""no"""\tb\r\nc\t"d\n"\r\n')
  expect([...engine.store.keys()].map(key => engine.store.get(key).text)).toEqual([
    'First\nsaid "no"',
    'b',
    'c',
    'd\n'
  ])
})
