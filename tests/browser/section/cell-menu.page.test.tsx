// The menu of the selected cells, by mouse and by key, and what the selected cells add up to.

import '#tests/support/indexed-db.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { rangeName } from '#browser/section/state/cell-range.ts'
import { rangeSummary } from '#browser/section/state/range-figures.ts'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import { field, focus, focused, showForm, showGrid, strokeKeys } from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const ctrl = { ctrlKey: true }
const items = async (): Promise<string[]> =>
  (await screen.findAllByRole('menuitem')).map(({ firstChild }) => firstChild?.textContent ?? '')
const choose = (name: RegExp): void => act(() => screen.getByRole('menuitem', { name }).click())
const openByMouse = (element: Element): boolean => {
  let isLeft = true
  act(() => {
    isLeft = fireEvent.contextMenu(element, { button: 2, clientX: 5, clientY: 5 })
  })
  return isLeft
}

test('a right click within the range opens its commands, elsewhere those of the cell', async () => {
  const { engine, first, texts } = await showGrid(2, 2)
  act(() => strokeKeys('7', 'Enter'))
  focus(first)
  act(() => strokeKeys(['a', ctrl]))
  // The browser would move the focus.
  expect(fireEvent.mouseDown(field('Row 2, Column 2'), { button: 2, buttons: 2 })).toBe(false)
  expect(openByMouse(field('Row 2, Column 2'))).toBe(false)
  expect(await items()).toEqual([
    'Cut',
    'Copy',
    'Paste',
    'Clear',
    'Fill down',
    'Fill right',
    'Fill with 7',
    'Not applicable',
    'Not available',
    'Comment'
  ])
  choose(/^Fill with 7/)
  expect([texts(), screen.queryByRole('menu'), focused()]).toEqual([
    ['7', '7', '7', '7'],
    null,
    'Row 1, Column 1'
  ])
  openByMouse(screen.getAllByRole('rowheader')[1]!)
  const range = engine.$range.get()
  expect(range && rangeName(range)).toBe('Row 1, Column 1 to Row 2, Column 2')
  await items()
  choose(/^Not applicable/)
  expect([...engine.store.keys()].map(key => engine.store.get(key).answer.is_not_applicable)).toEqual([
    true,
    true,
    true,
    true
  ])
  act(() => strokeKeys('ArrowDown', 'ArrowUp'))
  openByMouse(field('Row 2, Column 2'))
  await items()
  choose(/^Clear/)
  expect([
    engine.store.get('4:2:2').answer.is_not_applicable,
    engine.store.get('1:1:1').answer.is_not_applicable
  ]).toEqual([false, true])
})

test.each([
  ['Shift+F10', { key: 'F10', shiftKey: true }],
  ['the menu key', { key: 'ContextMenu' }]
])('%s opens the menu, and Escape returns to the cell', async (_, key) => {
  const { first } = await showGrid(2, 2)
  act(() => void fireEvent.keyDown(first, key))
  expect((await items())[0]).toBe('Cut')
  act(() => void fireEvent.keyDown(document.activeElement!, { key: 'Escape' }))
  expect([screen.queryByRole('menu'), focused()]).toEqual([null, 'Row 1, Column 1'])
})

test('a text that is edited and whatever is not in a table keep the browser’s menu', async () => {
  const { first } = await showGrid(1, 1)
  act(() => strokeKeys('F2'))
  expect(openByMouse(first)).toBe(true)
  cleanup()
  await showForm(aSection(aList(aQuestion({ question_text: 'Beds' }))))
  focus(field('Beds'))
  expect(openByMouse(field('Beds'))).toBe(true)
})

test('what can only be read can only be copied', async () => {
  const section = aSection(aGrid(2, 2))
  await showForm({ ...section, section: { ...section.section, is_locked: true, lock_reason: 'closed' } })
  focus(field('Row 1, Column 1'))
  openByMouse(field('Row 1, Column 1'))
  expect(await items()).toEqual(['Copy'])
})

test('sum, mean and number of the figures that are selected, totals left out', async () => {
  const { engine, first } = await showGrid(3, 3)
  const summary = (): string => rangeSummary(engine.store, engine.$range.get())
  expect(summary()).toBe('')
  act(() => strokeKeys(['a', ctrl]))
  expect(summary()).toBe('9 cells')
  act(
    () =>
      void engine.editing.paste([
        { key: '1:1:1', text: '1000' },
        { key: '2:1:2', text: '0.1' },
        { key: '4:2:1', text: '0.2' },
        { key: '5:2:2', text: 'x' }
      ])
  )
  expect(summary()).toBe('9 cells · 3 with figures · sum 1,000.3 · mean 333.43')
  act(() => strokeKeys(['a', ctrl]))
  expect(summary()).toBe('16 cells · 3 with figures · sum 1,000.3 · mean 333.43')
  focus(first)
})

test('figures in different units are counted and not added', async () => {
  const questions = aGrid(1, 2).questions.map(question => ({ ...question, unit: `${question.column_id} h` }))
  const { engine } = await showForm(aSection({ ...aGrid(1, 2), questions }))
  act(
    () =>
      void engine.editing.paste([
        { key: '1:1:1', text: '1' },
        { key: '2:1:2', text: '2' }
      ])
  )
  focus(field('Row 1, Column 1'))
  act(() => strokeKeys(['a', ctrl]))
  expect(rangeSummary(engine.store, engine.$range.get())).toBe('2 cells')
})

test('steps of a scale are not added, nor durations and numbers', async () => {
  const options = ['Low', 'High'].map((option_name, index) => ({ option_id: index + 1, option_name }))
  const { engine } = await showGrid(1, 2, { question_type: 'scale', option_list: options })
  act(() => {
    engine.editing.choose('1:1:1', 1)
    engine.editing.choose('2:1:2', 2)
  })
  act(() => strokeKeys(['a', ctrl]))
  expect(rangeSummary(engine.store, engine.$range.get())).toBe('2 cells · mean 1.5')
  cleanup()
  const questions = aGrid(1, 2).questions.map(question => ({
    ...question,
    question_type: question.column_id === 1 ? ('time' as const) : question.question_type
  }))
  const mixed = await showForm(aSection({ ...aGrid(1, 2), questions }))
  act(
    () =>
      void mixed.engine.editing.paste([
        { key: '1:1:1', text: '1:30' },
        { key: '2:1:2', text: '5' }
      ])
  )
  focus(field('Row 1, Column 1'))
  act(() => strokeKeys(['a', ctrl]))
  expect(rangeSummary(mixed.engine.store, mixed.engine.$range.get())).toBe('2 cells')
})
