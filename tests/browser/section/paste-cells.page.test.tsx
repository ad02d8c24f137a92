// What is copied from and pasted into the cells of a section.

import '#tests/support/indexed-db.ts'
import { act, cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { excessText } from '#browser/section/table/paste/paste-report.ts'
import { aGrid, aQuestion, aRepeatingGrid, aSection } from '#tests/support/questions.ts'
import {
  field,
  fireClipboard,
  focus,
  focused,
  paste,
  showForm,
  strokeKeys
} from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const values = (): string[] => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)

async function pasteIntoGrid(text: string, at = 'Row 1, Column 1') {
  const form = await showForm(aSection(aGrid(3, 2, { question: { decimal_places: null } })))
  focus(field(at))
  paste(field(at), text)
  form.pasteByName()
  return form
}

test('a block has one decimal mark, whichever cell shows it', async () => {
  await pasteIntoGrid('1.234,50\t1.500\r\n2.000\t3,5\r\n')
  expect(values()).toEqual(['1,234.5', '1,500', '2,000', '3.5', '', ''])
})

test('a value that could mean two numbers is not pasted where the block uses both marks', async () => {
  const { reports } = await pasteIntoGrid('3,5\t3.5\r\n1.234\t7\r\n')
  expect(values()).toEqual(['3.5', '3.5', '', '7', '', ''])
  expect(reports[0]?.misfits).toEqual([
    {
      key: '3:2:1',
      place: 'Row 2, Column 1',
      text: '1.234',
      reason: '“1.234” could be 1,234 or 1.2340. Enter 1234 or 1.2340.'
    }
  ])
})

test('amounts without cents are positive, and a percentage in a plain number is marked', async () => {
  const { reports, engine } = await pasteIntoGrid('50,–\t1.200,-\r\n50%\t7\r\n')
  expect(values()).toEqual(['50', '1,200', '50%', '7', '', ''])
  expect([reports[0]?.invalid.length, engine.store.get('3:2:1').fault]).toEqual([
    1,
    expect.stringMatching(/without the percent sign/)
  ])
})

test.each([
  ['headings', 'Column 2\tColumn 1\r\n2\t1\r\n4\t3\r\n', ['1', '2', '3', '4', '', '']],
  ['row names', 'Row 2\t3\t4\r\nRow 1\t1\t2\r\n', ['1', '2', '3', '4', '', '']],
  [
    'both, with a corner and units',
    'Staff\tColumn 1 (hours)\tColumn 2\r\n row 3\t5\t6\r\nRow 1\t1\t2\r\n',
    ['1', '2', '', '', '5', '6']
  ],
  ['headings of one column', 'Column 1\r\n1\r\n3\r\n', ['1', '', '3', '', '', '']]
])('%s are no answers, and say where the figures belong', async (_, text, expected) => {
  const { reports } = await pasteIntoGrid(text)
  expect(values()).toEqual(expected)
  expect(reports[0]).toMatchObject({ invalid: [], misfits: [] })
})

test('figures of a row or column that the table does not have are reported by their names', async () => {
  const { reports } = await pasteIntoGrid('\tColumn 1\tColumn 9\r\nRow 1\t1\t2\r\nRow 8\t4\t\r\n')
  expect(values()).toEqual(['1', '', '', '', '', ''])
  expect(reports[0]?.misfits).toEqual([
    { key: null, place: '‘Row 1’, ‘Column 9’', text: '2', reason: 'no single row or column has this name' },
    { key: null, place: '‘Row 8’, ‘Column 1’', text: '4', reason: 'no single row or column has this name' }
  ])
})

test('names that are numbers count only beside other names', async () => {
  const years = aGrid(2, 2, {
    columns: ['2025', '2026'].map((column_name, index) => ({
      column_id: index + 1,
      column_name,
      display_order: index
    }))
  })
  const { pasteByName } = await showForm(aSection(years))
  focus(field('Row 1, 2025'))
  paste(field('Row 1, 2025'), '2025\t2026\r\n3\t4\r\n')
  expect(values()).toEqual(['2,025', '2,026', '3', '4'])
  paste(field('Row 1, 2025'), '\t2026\t2025\r\nRow 1\t12\t11\r\nRow 2\t14\t13\r\n')
  pasteByName()
  expect(values()).toEqual(['11', '12', '13', '14'])
})

test('every value of a block of figures is pasted or reported, wherever it is pasted and whatever names it has', async () => {
  const { engine, reports, pasteByName } = await showForm(
    aSection(aGrid(3, 2, { show_row_totals: false, show_column_totals: false }))
  )
  const label = fc.constantFrom('Row 1', 'Row 2', 'Row 3', 'Column 1', 'Column 2', 'Total', '')
  const block = fc.array(
    fc.tuple(label, fc.stringMatching(/^[1-9]{0,2}$/), fc.stringMatching(/^[1-9]{0,2}$/)),
    { minLength: 2, maxLength: 5 }
  )
  fc.assert(
    fc.property(block, rows => {
      act(() => engine.editing.clear(...engine.store.keys()))
      focus(field('Row 2, Column 1'))
      reports.length = 0
      paste(field('Row 2, Column 1'), rows.map(row => `${row.join('\t')}\r\n`).join(''))
      pasteByName()
      const left = [...values(), ...(reports[0]?.misfits ?? []).map(({ text }) => text)].filter(
        text => text !== ''
      )
      const figures = rows.flat().filter(text => /^\d+$/.test(text))
      expect(left.filter(text => /^\d+$/.test(text)).toSorted()).toEqual(figures.toSorted())
    }),
    { numRuns: 200 }
  )
})

const list = () =>
  aSection(
    aList(
      aQuestion({ question_id: 1, question_text: 'Name', question_type: 'text' }),
      aQuestion({ question_id: 2, question_text: 'Role', question_type: 'text' }),
      aQuestion({ question_id: 3, question_text: 'Beds', decimal_places: null })
    )
  )

test('several lines pasted into a text are one text and overwrite nothing below', async () => {
  await showForm(list())
  focus(field('Name'))
  paste(field('Name'), 'First line\r\nSecond line\nThird')
  expect(values()).toEqual(['First line Second line Third', '', ''])
})

test('a long text in a table keeps its line breaks, and cells that a spreadsheet copied stay cells', async () => {
  const { engine } = await showForm(aSection(aGrid(3, 1, { question: { question_type: 'long_text' } })))
  const first = field('Row 1, Column 1')
  focus(first)
  paste(first, 'First\nSecond')
  expect(engine.store.get('1:1:1').answer.value).toBe('First\nSecond')
  expect(engine.store.get('2:2:1').text).toBe('')
  paste(first, 'one\r\ntwo\r\n')
  expect(values()).toEqual(['one', 'two', ''])
  fireClipboard('paste', first, { 'text/plain': 'uno\ndos', 'text/html': '<table><tr><td>uno' })
  expect(values()).toEqual(['uno', 'dos', ''])
})

test('a list is filled by the names of its questions', async () => {
  const { reports, pasteByName } = await showForm(list())
  focus(field('Name'))
  paste(field('Name'), 'Beds\t24\r\nName\tWard 4\r\nFloor\t2\r\n')
  pasteByName()
  expect(values()).toEqual(['Ward 4', '', '24'])
  expect(reports[0]?.misfits).toMatchObject([{ place: '‘Floor’', text: '2' }])
})

const OPTIONS = [
  { option_id: 31, option_name: 'Elective' },
  { option_id: 32, option_name: 'Emergency' },
  { option_id: 33, option_name: '31' }
]

async function showChoice() {
  const choice = aQuestion({
    question_type: 'single_choice',
    option_list: OPTIONS,
    row_id: 1,
    column_id: 1
  })
  const grid = aGrid(1, 2)
  const form = await showForm(aSection({ ...grid, questions: [choice, ...grid.questions.slice(1)] }))
  const select = screen.getByRole<HTMLSelectElement>('combobox')
  focus(select)
  return { ...form, select }
}

test('pasting onto a choice selects by label or code, or says why not and keeps the answer', async () => {
  const { select, reports, engine } = await showChoice()
  const chosen = () => engine.store.get('1:1:1').answer.value
  for (const [text, id] of [
    ['emergency\r\n', 32],
    ['31', 33],
    ['32', 32]
  ] as const) {
    paste(select, text)
    expect([text, chosen()]).toEqual([text, id])
  }
  expect(reports).toEqual([])
  paste(select, 'Dental')
  expect([chosen(), select.value]).toEqual([32, 'Emergency'])
  expect(reports[0]).toMatchObject({
    pasted: 0,
    misfits: [{ text: 'Dental', reason: '“Dental” is not one of the options.' }]
  })
})

test('copying takes the content of the cell, also when it is a choice or empty', async () => {
  const { select } = await showChoice()
  const copied = (element: HTMLElement, name: 'copy' | 'cut' = 'copy') =>
    fireClipboard(name, element, { 'text/plain': 'from before' })['text/plain']
  expect(copied(select), 'an empty choice').toBe('\r\n')
  paste(select, 'Elective')
  expect(copied(select)).toBe('Elective')
  const cell = field('Row 1, Column 2')
  focus(cell)
  expect(copied(cell), 'an empty cell').toBe('\r\n')
  strokeKeys('1', '2', 'Enter')
  expect(copied(cell, 'cut')).toBe('12')
  expect(cell.value).toBe('')
  strokeKeys('F2', '3')
  expect(copied(cell), 'left to the field while it is edited').toBe('from before')
})

test('the limit of rows is stated, and a larger block waits until the user has been told', async () => {
  const { oversized, reports } = await showForm(aSection(aRepeatingGrid([{}], 0, () => null)))
  expect(screen.getByText(/up to 200 rows/)).toBeInstanceOf(HTMLElement)
  const cell = field('Row 1, Column 1')
  focus(cell)
  paste(cell, `${Array.from({ length: 203 }, (_, row) => row + 1).join('\r\n')}\r\n`)
  expect([reports, values(), focused()]).toEqual([[], [''], 'Row 1, Column 1'])
  expect(oversized.map(excessText)).toEqual([
    'The table takes at most 200 rows. 3 of the 203 rows on the clipboard would be below the last one.'
  ])
  act(() => {
    expect(oversized[0]?.paste()).toMatchObject({ pasted: 200, misfits: { length: 3 } })
  })
  expect(values().at(-1)).toBe('200')
})

test('the keys of a phone offer a minus wherever a figure may be negative', async () => {
  await showForm(
    aSection(
      aList(
        aQuestion({ question_id: 1, question_text: 'Any' }),
        aQuestion({ question_id: 2, question_text: 'Debt', question_type: 'currency', min_value: -10 }),
        aQuestion({ question_id: 3, question_text: 'Beds', min_value: 0 })
      )
    )
  )
  expect(['Any', 'Debt', 'Beds'].map(name => field(name).getAttribute('inputmode'))).toEqual([
    null,
    null,
    'numeric'
  ])
})
