// Rows that the user adds are inserted, removed, moved and sorted: the same answers before and after, in as many steps of undo as there were commands.

import '#tests/support/indexed-db.ts'
import { act, cleanup, fireEvent } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { sortRowsBy } from '#browser/section/table/range/row-commands.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { aGrid, aRepeatingGrid, aSection } from '#tests/support/questions.ts'
import { field, focus, focused, showForm, strokeKeys } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const ctrl = { ctrlKey: true }
const altShift = { altKey: true, shiftKey: true }

async function showRows(values: (number | null)[]) {
  const form = await showForm(
    aSection(
      aRepeatingGrid([{}, {}], values.length, (row, column) =>
        values[row - 1] === null ? null : values[row - 1]! * 10 + column
      )
    )
  )
  const table = form.engine.model.tables[0]!
  const column = (at: number, count = values.length + 1): string[] =>
    table.cells.slice(0, count).map(cells => form.engine.store.get(cells[at]!.key).text)
  return { ...form, table, column }
}

test('Ctrl++ inserts a row before the cell, Ctrl+- removes it, and what is below closes the gap', async () => {
  const { column } = await showRows([1, 2])
  focus(field('Row 1, Column 2'))
  act(() => strokeKeys(['+', ctrl]))
  expect([column(0), column(1), focused()]).toEqual([['', '11', '21'], ['', '12', '22'], 'Row 1, Column 2'])
  act(() => strokeKeys(['-', ctrl]))
  expect(column(0)).toEqual(['11', '21', ''])
  act(() => strokeKeys(['-', ctrl]))
  expect(column(0)).toEqual(['21', '', ''])
  act(() => strokeKeys(['z', ctrl], ['z', ctrl], ['z', ctrl]))
  expect(column(0)).toEqual(['11', '21', ''])
})

test('as many rows as are selected are inserted and removed', async () => {
  const { column } = await showRows([1, 2, 3])
  focus(field('Row 2, Column 1'))
  act(() => strokeKeys(['ArrowDown', { shiftKey: true }], ['+', ctrl]))
  expect(column(0, 6)).toEqual(['11', '', '', '21', '31', ''])
  act(() => strokeKeys(['-', ctrl]))
  expect(column(0)).toEqual(['11', '21', '31', ''])
})

test('Alt+Shift and an arrow move a row with the cursor, to the edges', async () => {
  const { column } = await showRows([1, 2, 3])
  focus(field('Row 2, Column 2'))
  act(() => strokeKeys(['ArrowUp', altShift]))
  expect([column(0), focused()]).toEqual([['21', '11', '31', ''], 'Row 1, Column 2'])
  act(() => strokeKeys(['ArrowUp', altShift]))
  expect(focused()).toBe('Row 1, Column 2')
  act(() => strokeKeys(['ArrowDown', altShift], ['ArrowDown', altShift]))
  expect([column(0), focused()]).toEqual([['11', '31', '21', ''], 'Row 3, Column 2'])
})

test('a full table takes no more rows and says how many it takes', async () => {
  const { column, engine } = await showRows(Array.from({ length: 199 }, () => 1))
  act(() => void engine.editing.paste([{ key: '1:200:1', text: '5' }]))
  $toasts.set([])
  focus(field('Row 1, Column 1'))
  act(() => strokeKeys(['+', ctrl]))
  expect([column(0)[0], $toasts.get().map(({ text }) => text)]).toEqual([
    '11',
    ['Nothing was inserted. The table takes at most 200 rows.']
  ])
})

test('in a table with rows of the questionnaire, and in a locked one, these keys are the browser’s', async () => {
  await showForm(aSection(aGrid(2, 1)))
  focus(field('Row 1, Column 1'))
  for (const key of ['+', '=', '-'])
    expect(fireEvent.keyDown(document.activeElement!, { key, ...ctrl })).toBe(true)
  cleanup()
  const section = aSection(aRepeatingGrid([{}], 2, () => 1))
  await showForm({ ...section, section: { ...section.section, is_locked: true, lock_reason: 'closed' } })
  focus(field('Row 1, Column 1'))
  for (const key of ['+', '-'])
    expect(fireEvent.keyDown(document.activeElement!, { key, ...ctrl })).toBe(true)
})

test('rows are sorted as wholes, blank answers last, and blank rows go to the end', async () => {
  const { column, engine, table } = await showRows([3, null, 10, 2])
  act(() => engine.editing.clear('1:1:1'))
  act(() => void sortRowsBy(engine, table, 0, 'ascending'))
  expect([column(0), column(1)]).toEqual([
    ['21', '101', '', '', ''],
    ['22', '102', '32', '', '']
  ])
  act(() => void sortRowsBy(engine, table, 0, 'descending'))
  expect([column(0), column(1)]).toEqual([
    ['101', '21', '', '', ''],
    ['102', '22', '32', '', '']
  ])
})

test('whatever is done to rows: no answer is lost or doubled but those of removed rows, and undo restores all', async () => {
  const { engine, column } = await showRows([1, 2, 3, 4, 5])
  const strokes = fc.array(
    fc.record({
      row: fc.integer({ min: 1, max: 5 }),
      stroke: fc.constantFrom<[string, object]>(['+', ctrl], ['ArrowUp', altShift], ['ArrowDown', altShift])
    }),
    { minLength: 1, maxLength: 6 }
  )
  const before = column(0, 200)
  fc.assert(
    fc.property(strokes, run => {
      for (const { row, stroke } of run) {
        focus(field(`Row ${row}, Column 1`))
        act(() => strokeKeys(stroke))
      }
      expect(column(0, 200).toSorted()).toEqual(before.toSorted())
      expect(column(1, 200).map(text => text.slice(0, -1))).toEqual(
        column(0, 200).map(text => text.slice(0, -1))
      )
      for (let step = 0; step < run.length; step += 1) act(() => void engine.editing.undo())
      expect(column(0, 200)).toEqual(before)
    }),
    { numRuns: 25 }
  )
})
