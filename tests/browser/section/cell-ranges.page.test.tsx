// Each way to select a range of cells, and what is told and drawn of it.

import '#tests/support/indexed-db.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { rangeName } from '#browser/section/state/cell-range.ts'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import {
  field,
  fireClipboard,
  focus,
  focused,
  showForm,
  showGrid,
  strokeKeys
} from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const shift = { shiftKey: true }
const ctrl = { ctrlKey: true }

const cellElement = (row: number, column: number): Element =>
  screen.getAllByRole('row')[row]!.children[column]!
const mouse = (name: 'mouseDown' | 'mouseMove' | 'mouseUp', element: Element, more: object = {}): void =>
  void fireEvent[name](element, { button: 0, buttons: 1, ...more })
const drag = (from: Element, to: Element): void => {
  mouse('mouseDown', from)
  mouse('mouseMove', to)
  mouse('mouseUp', to)
}
const selected = (engine: Awaited<ReturnType<typeof showForm>>['engine']): string | null => {
  const range = engine.$range.get()
  return range && rangeName(range)
}

test('each way to select says what is selected, in one sentence, and keeps the focus in the first cell', async () => {
  const { engine, first } = await showGrid()
  const ways: [string, () => void, string][] = [
    [
      'Shift and arrows',
      () => strokeKeys(['ArrowRight', shift], ['ArrowDown', shift]),
      'Row 1, Column 1 to Row 2, Column 2'
    ],
    [
      'Shift and a click',
      () => mouse('mouseDown', cellElement(3, 2), shift),
      'Row 1, Column 1 to Row 3, Column 2'
    ],
    ['a drag', () => drag(first, cellElement(2, 3)), 'Row 1, Column 1 to Row 2, Column 3'],
    ['a drag to a total', () => drag(first, cellElement(1, 4)), 'Row 1, Column 1 to Row 1, Total'],
    ['the name of a row', () => mouse('mouseDown', cellElement(1, 0)), 'Row 1, Column 1 to Row 1, Column 3'],
    ['a heading', () => mouse('mouseDown', cellElement(0, 1)), 'Row 1, Column 1 to Row 3, Column 1'],
    [
      'a drag over headings',
      () => drag(cellElement(0, 1), cellElement(0, 2)),
      'Row 1, Column 1 to Row 3, Column 2'
    ],
    ['Ctrl+A', () => strokeKeys(['a', ctrl]), 'Row 1, Column 1 to Row 3, Column 3']
  ]
  for (const [way, select, name] of ways) {
    act(() => engine.$range.set(null))
    focus(first)
    act(select)
    expect([way, selected(engine), focused()]).toEqual([way, name, 'Row 1, Column 1'])
    expect(
      screen.getAllByRole('status').some(({ textContent }) => textContent?.endsWith(`selected: ${name}.`))
    ).toBe(true)
  }
  act(() => strokeKeys('ArrowDown'))
  expect(selected(engine)).toBeNull()
})

test('a range is drawn by two layers and the names of its lines: no cell changes', async () => {
  const { first } = await showGrid()
  const changes: string[] = []
  const observer = new MutationObserver(records => {
    for (const { target } of records)
      if (target instanceof Element && target.closest('[role=gridcell]')) changes.push(target.outerHTML)
  })
  observer.observe(first.closest('[role=grid]')!, { subtree: true, childList: true, attributes: true })
  act(() => strokeKeys(['a', ctrl]))
  await act(async () => {})
  observer.disconnect()
  expect(changes).toEqual([])
  const marked = [...document.querySelectorAll('[data-in-range]')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['Column 1', 'Column 2', 'Column 3', 'Row 1', 'Row 2', 'Row 3'])
  expect(
    [...document.querySelectorAll<HTMLElement>('[data-range-layer]')].map(({ hidden }) => hidden)
  ).toEqual([false, false])
})

test('a range of 2,000 cells costs the same drawing as one of four', async () => {
  const { first } = await showGrid(200, 10)
  const countDrawing = async (select: () => void) => {
    const counts = { cells: 0, layers: 0, names: 0 }
    const observer = new MutationObserver(records => {
      for (const { target } of records) {
        if (!(target instanceof Element)) continue
        if (target.closest('[role=gridcell]')) counts.cells += 1
        else if (target.hasAttribute('data-range-layer')) counts.layers += 1
        else if (target.matches('[role=rowheader],[role=columnheader]')) counts.names += 1
      }
    })
    observer.observe(first.closest('[role=grid]')!, { subtree: true, childList: true, attributes: true })
    act(select)
    await act(async () => {})
    observer.disconnect()
    return counts
  }
  const small = await countDrawing(() => strokeKeys(['ArrowRight', shift], ['ArrowDown', shift]))
  act(() => strokeKeys('ArrowUp'))
  const large = await countDrawing(() => strokeKeys(['a', ctrl]))
  expect(large.cells).toBe(0)
  expect(large.layers).toBeLessThanOrEqual(small.layers)
  // The names of its lines, no more.
  expect(large.names).toBeLessThanOrEqual(200 + 10)
})

test('a dashed ring stays around what was copied, until something is typed or Escape is pressed', async () => {
  const { first } = await showGrid(3, 3, { question_type: 'decimal' })
  const ring = () => ({
    hidden: document.querySelector<HTMLElement>('[data-copied-layer]')?.hidden ?? true
  })
  const copy = () => {
    focus(first)
    act(() => strokeKeys(['ArrowRight', shift]))
    fireClipboard('copy', first)
  }
  expect(ring().hidden).toBe(true)
  copy()
  expect(ring().hidden).toBe(false)
  act(() => strokeKeys('ArrowDown', 'ArrowDown'))
  fireClipboard('paste', field('Row 3, Column 1'), { 'text/plain': '7' })
  expect([ring().hidden, field('Row 3, Column 1').value]).toEqual([false, '7'])
  act(() => strokeKeys('1'))
  expect(ring().hidden).toBe(true)
  copy()
  act(() => strokeKeys('Escape'))
  expect(ring().hidden).toBe(true)
  fireClipboard('cut', first)
  expect(ring().hidden).toBe(true)
})

test('Tab and Enter lead through the range and around its end', async () => {
  const { engine } = await showGrid(2, 2)
  act(() => strokeKeys(['a', ctrl]))
  const way: (string | null)[] = []
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Enter', 'Enter'] as const) {
    act(() => strokeKeys(key))
    way.push(focused())
  }
  act(() => strokeKeys(['Tab', shift]))
  expect([...way, focused()]).toEqual([
    'Row 1, Column 2',
    'Row 2, Column 1',
    'Row 2, Column 2',
    'Row 1, Column 1',
    'Row 2, Column 1',
    'Row 1, Column 2',
    'Row 1, Column 1'
  ])
  expect(selected(engine)).toBe('Row 1, Column 1 to Row 2, Column 2')
})

test('a cell that does not apply can be selected and copied, and arrows lead on from it', async () => {
  const questions = aGrid(1, 3).questions.map(question => ({
    ...question,
    is_disabled: question.column_id === 2
  }))
  const { engine } = await showForm(aSection({ ...aGrid(1, 3), questions }))
  act(() => mouse('mouseDown', cellElement(1, 2)))
  expect([selected(engine), document.activeElement]).toEqual(['Row 1, Column 2', cellElement(1, 2)])
  act(() => strokeKeys(['ArrowRight', shift]))
  expect(selected(engine)).toBe('Row 1, Column 2 to Row 1, Column 3')
  focus(cellElement(1, 2) as HTMLElement)
  act(() => strokeKeys('ArrowRight'))
  expect(focused()).toBe('Row 1, Column 3')
})

const EDITED: [state: string, keys: string[]][] = [
  ['typing', ['8']],
  ['editing', ['F2']]
]
test.each(EDITED)('while the state is “%s”, keys that select belong to the text', async (_, keys) => {
  const { engine } = await showGrid()
  act(() => strokeKeys(...keys))
  for (const key of ['ArrowLeft', 'Home', ' ']) act(() => strokeKeys([key, shift]))
  for (const key of ['a', 'd', 'r'])
    expect(fireEvent.keyDown(document.activeElement!, { key, ...ctrl })).toBe(true)
  expect(selected(engine)).toBeNull()
})

test('outside of tables every key is the browser’s', async () => {
  await showForm(aSection(aList(aQuestion({ question_text: 'Beds' }))))
  focus(field('Beds'))
  for (const key of ['a', '+', '-', 'd', 'r'])
    expect([key, fireEvent.keyDown(field('Beds'), { key, ...ctrl })]).toEqual([key, true])
})

test('the handle of a range or of a single cell repeats it down and beside, as one step', async () => {
  const { engine, first, texts } = await showGrid(3, 2)
  const handle = document.querySelector('[data-fill-handle]')!
  act(() => strokeKeys('7', 'Enter', '8', 'Enter'))
  act(() => {
    mouse('mouseDown', first)
    mouse('mouseUp', first)
  })
  act(() => drag(handle, cellElement(1, 2)))
  expect([texts(), selected(engine)]).toEqual([
    ['7', '7', '8', '', '', ''],
    'Row 1, Column 1 to Row 1, Column 2'
  ])
  act(() => strokeKeys(['z', ctrl]))
  expect(texts()).toEqual(['7', '', '8', '', '', ''])
  expect(focused(), 'undo leads to what it has changed').toBe('Row 1, Column 2')
  act(() => strokeKeys('ArrowLeft', ['ArrowDown', shift]))
  act(() => drag(handle, cellElement(3, 2)))
  expect(texts(), 'the farther direction counts').toEqual(['7', '', '8', '', '7', ''])
  act(() => drag(handle, cellElement(3, 2)))
  expect(texts()).toEqual(['7', '7', '8', '8', '7', '7'])
})

test('a list opens at a click, and does not end a drag that begins in it', async () => {
  const { engine } = await showGrid(2, 2, { question_type: 'yes_no' })
  let opened = 0
  HTMLSelectElement.prototype.showPicker = () => void (opened += 1)
  const list = document.getElementById('cell-4:2:2')!
  act(() => {
    expect(fireEvent.mouseDown(list, { button: 0, buttons: 1 })).toBe(false)
    mouse('mouseUp', list)
  })
  expect([opened, focused()]).toEqual([1, 'Row 2, Column 2'])
  const first = document.getElementById('cell-1:1:1')!
  act(() => drag(first, cellElement(2, 2)))
  expect([opened, selected(engine), focused()]).toEqual([
    1,
    'Row 1, Column 1 to Row 2, Column 2',
    'Row 1, Column 1'
  ])
  expect(fireEvent.mouseDown(first, { button: 0, buttons: 1 }), 'the list with the focus').toBe(true)
})
