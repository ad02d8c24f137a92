import '#tests/support/indexed-db.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/patience.ts'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import { field, focus, focused, paste, press, showForm, type } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('typed like a spreadsheet: Enter goes down, arrows go beside, the number takes its usual form and the sums follow', async () => {
  await showForm(aSection(aGrid(2, 2)))
  focus(field('Row 1, Column 1'))
  type(field('Row 1, Column 1'), '1234.5')
  press('Enter')
  expect(focused()).toBe('Row 2, Column 1')
  expect(field('Row 1, Column 1').value).toBe('1,234.5')
  type(field('Row 2, Column 1'), '10')
  press('ArrowRight')
  expect(focused()).toBe('Row 2, Column 2')
  const row = screen.getAllByRole('row').at(-1)
  await eventually(() => expect(row?.textContent).toBe('Total1,244.5'))
})

test('a number takes its usual form although it was saved before its cell was left, and when the form is closed with the cursor in it', async () => {
  const { engine, pass, server, unmount } = await showForm(aSection(aGrid(2, 1)))
  focus(field('Row 1, Column 1'))
  type(field('Row 1, Column 1'), '1234')
  await pass(5000)
  expect([server.valueOf('1:1:1'), field('Row 1, Column 1').value]).toEqual([1234, '1234'])
  press('Enter')
  expect(field('Row 1, Column 1').value).toBe('1,234')
  type(field('Row 2, Column 1'), '5678')
  await pass(5000)
  unmount()
  expect(engine.store.get('2:2:1').text).toBe('5,678')
})

test('whoever leaves the table finds the panel at the last cell at once', async () => {
  const { engine } = await showForm(aSection(aGrid(2, 1)))
  focus(field('Row 1, Column 1'))
  press('Enter')
  act(() => field('Row 2, Column 1').blur())
  expect(engine.$focused.get()).toBe('2:2:1')
})

test('a value that is not possible counts in no total, of its row or of its column', async () => {
  await showForm(aSection(aGrid(2, 2, { question: { max_value: 10 } })))
  const total = (row: number): string => screen.getAllByRole('row').at(row)?.textContent ?? ''
  focus(field('Row 1, Column 1'))
  type(field('Row 1, Column 1'), '7')
  press('Enter')
  type(field('Row 2, Column 1'), '11')
  const totals = (...texts: string[]) => eventually(() => expect([total(2), total(-1)]).toEqual(texts))
  // Not judged while it is typed.
  await totals('Row 211 so far', 'Total18')
  focus(field('Row 1, Column 2'))
  await totals('Row 2The value must be 10 or less.', 'Total7 so far')
})

test('Escape, Delete and undo bring the field back', async () => {
  await showForm(aSection(aGrid(1, 2)))
  const first = field('Row 1, Column 1')
  focus(first)
  type(first, '5')
  press('ArrowRight')
  press('ArrowLeft')
  type(first, '56')
  press('Escape')
  expect(first.value).toBe('5')
  press('Delete')
  expect(first.value).toBe('')
  press('z', { ctrlKey: true })
  expect(first.value).toBe('5')
  press('y', { ctrlKey: true })
  expect(first.value).toBe('')
})

test('undo and redo return the cursor to what they change, and so does taking back a paste', async () => {
  const { reports } = await showForm(aSection(aGrid(2, 2)))
  focus(field('Row 1, Column 1'))
  type(field('Row 1, Column 1'), '5')
  press('Enter')
  press('z', { ctrlKey: true })
  expect([field('Row 1, Column 1').value, focused()]).toEqual(['', 'Row 1, Column 1'])
  press('ArrowDown')
  press('y', { ctrlKey: true })
  expect([field('Row 1, Column 1').value, focused()]).toEqual(['5', 'Row 1, Column 1'])
  focus(field('Row 1, Column 1'))
  paste(field('Row 1, Column 1'), '1\t2\r\n3\t4\r\n')
  focus(field('Row 2, Column 2'))
  type(field('Row 2, Column 2'), '44')
  act(() => reports[0]?.undo())
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
    '5',
    '',
    '',
    '44'
  ])
  expect(focused(), 'where the block was pasted').toBe('Row 1, Column 1')
})

test('a click into a filled cell selects all of it in every browser; a double click edits it', async () => {
  await showForm(aSection(aGrid(1, 2)))
  const first = field('Row 1, Column 1')
  type(first, '21')
  focus(field('Row 1, Column 2'))
  expect(fireEvent.mouseDown(first), 'the browser’s own handling is left out').toBe(false)
  expect([focused(), first.selectionStart, first.selectionEnd]).toEqual(['Row 1, Column 1', 0, 2])
  fireEvent.mouseDown(first, { detail: 2 })
  expect([first.selectionStart, first.selectionEnd]).toEqual([2, 2])
  expect(fireEvent.mouseDown(first), 'places the caret').toBe(true)
})

test('F2 on a choice opens its list where the browser can, and breaks nothing where it cannot', async () => {
  const list = aGrid(0, 0, { layout: 'list', questions: [] })
  const choice = aQuestion({ question_type: 'yes_no', row_id: 1, column_id: 1 })
  await showForm(aSection({ ...aGrid(1, 1), questions: [choice] }, { ...list, sub_section_id: 2 }))
  const select = screen.getByRole('combobox')
  for (const showPicker of [
    undefined,
    () => {
      throw new DOMException('no gesture', 'NotAllowedError')
    }
  ]) {
    Object.defineProperty(select, 'showPicker', { value: showPicker, configurable: true })
    focus(select)
    expect(fireEvent.keyDown(select, { key: 'F2' }), 'used up').toBe(false)
  }
})

test('a pasted block fills the cells, and what did not fit is reported', async () => {
  const grid = aGrid(2, 2)
  const [, , , last] = grid.questions
  const { reports } = await showForm(
    aSection({
      ...grid,
      questions: [...grid.questions.slice(0, 3), ...(last ? [{ ...last, is_disabled: true }] : [])]
    })
  )
  focus(field('Row 1, Column 2'))
  paste(field('Row 1, Column 2'), '7\t8\r\n9\r\n')
  expect(field('Row 1, Column 2').value).toBe('7')
  expect(reports).toMatchObject([
    {
      pasted: 1,
      invalid: [],
      misfits: [
        { place: 'Row 1, 1 right of the last column', text: '8', reason: 'outside the table' },
        { place: 'Row 2, Column 2', text: '9', reason: 'does not apply' }
      ]
    }
  ])
})

test('what is wrong is told in words at the field, and goes away as soon as it is changed', async () => {
  await showForm(aSection(aGrid(1, 1, { question: { min_value: 0, max_value: 1000 } })))
  const cell = field('Row 1, Column 1')
  focus(cell)
  type(cell, '1001')
  expect(cell.getAttribute('aria-invalid')).toBeNull()
  press('Enter')
  expect(cell.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'The value must be between 0 and 1,000.'
  )
  type(cell, '100')
  expect(cell.getAttribute('aria-invalid')).toBeNull()
})

test('a list: choices, tick boxes and a question that shows only when it applies', async () => {
  const options = [
    { option_id: 1, option_name: 'Elective' },
    { option_id: 2, option_name: 'Emergency' }
  ]
  const questions = [
    aQuestion({
      question_id: 1,
      question_text: 'Care given',
      question_type: 'multiple_choice',
      option_list: options
    }),
    aQuestion({ question_id: 2, question_text: 'Electronic rosters?', question_type: 'yes_no' }),
    aQuestion({
      question_id: 3,
      question_text: 'Name of the system',
      question_type: 'text',
      visible_if: 'q2 = yes'
    })
  ]
  const { engine } = await showForm(aSection(aGrid(0, 0, { layout: 'list', questions })))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Emergency' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Elective' }))
  expect(engine.store.get('1:0:0').answer.value).toEqual([2, 1])
  expect(screen.getByRole('checkbox', { name: 'Emergency' })).toHaveProperty('checked', true)
  expect(screen.queryByLabelText('Name of the system')).toBeNull()
  fireEvent.change(screen.getByLabelText('Electronic rosters?'), { target: { value: 'Yes' } })
  expect(screen.getByLabelText('Name of the system')).toBeInstanceOf(HTMLInputElement)
})
