// What each key does in a selected cell and in one that is being edited, at the edges of a table: at half of them as the commit chooses, and at all of them
// in `npm run test:long -- screens`.

import '#tests/support/indexed-db.ts'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { field, focus, focused, paste, press, showForm, strokeKeys } from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const ctrlKey = { ctrlKey: true }
const shiftKey = { shiftKey: true }
const both = { ...ctrlKey, ...shiftKey }

type Stroke = [key: string, modifiers: object]
const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
const LEAPS = ['Home', 'End', 'PageUp', 'PageDown']
const NAVIGATION = [...ARROWS, ...LEAPS]

/** Ends the edit in any state. */
const ENDING: Stroke[] = [
  ['Enter', {}],
  ['Enter', shiftKey],
  ['Escape', {}],
  ['z', ctrlKey],
  ['y', ctrlKey]
]
/** Ends what was begun by typing; after F2 it is the caret's. */
const MOVING: Stroke[] = [
  ...NAVIGATION.map((key): Stroke => [key, {}]),
  ...[...ARROWS, 'Home', 'End'].map((key): Stroke => [key, ctrlKey]),
  ['Delete', {}]
]
/** Leaves a selected cell selected, although the browser would select a part of its text or replace it. */
const WITHOUT_EFFECT: Stroke[] = [
  ...NAVIGATION.map((key): Stroke => [key, shiftKey]),
  ...[...ARROWS, 'Home', 'End'].map((key): Stroke => [key, both]),
  [' ', {}],
  [' ', shiftKey],
  ['Delete', shiftKey],
  ['F1', {}],
  ['Shift', shiftKey],
  ['Control', ctrlKey]
]

type State = 'selected' | 'typing' | 'editing'
const STATES: State[] = ['selected', 'typing', 'editing']
const keeps: Record<State, Stroke[]> = {
  selected: [...ENDING, ...MOVING, ...WITHOUT_EFFECT],
  typing: [...ENDING, ...MOVING],
  editing: ENDING
}

/** Sizes of a table with each kind of edge: alone, a row, a column, and a table with an inside. */
const SHAPES = [
  [1, 1],
  [1, 3],
  [3, 1],
  [3, 3]
] as const

const positions = SHAPES.flatMap(([rows, columns]) =>
  Array.from({ length: rows * columns }, (_, index) => ({
    rows,
    columns,
    row: Math.floor(index / columns) + 1,
    column: (index % columns) + 1
  }))
)
const nameOf = ({ key, modifiers }: { key: string; modifiers: object }): string =>
  [...Object.keys(modifiers).map(name => name.replace('Key', '')), key === ' ' ? 'Space' : key].join('+')

const cases = STATES.flatMap(state =>
  keeps[state].map(([key, modifiers]) => ({ state, key, modifiers, name: nameOf({ key, modifiers }) }))
)

const valueIn = (name: string | null): string => field(name ?? '').value

function beginState(state: State): void {
  if (state === 'typing') strokeKeys('8', '0')
  if (state === 'editing') strokeKeys('F2', '1')
}

describe.each(partInTurn(positions, 4, 'edges'))(
  'in a table of $rows × $columns, row $row, column $column',
  place => {
    const own = `Row ${place.row}, Column ${place.column}`
    beforeEach(async () => {
      await showForm(aSection(aGrid(place.rows, place.columns)))
      focus(field(own))
      strokeKeys('7', '0', 'Enter')
      focus(field(own))
      act(() => field(own).blur())
      focus(field(own))
    })

    test.each(cases)('$name in the state “$state”, then 90, is 90', ({ state, key, modifiers }) => {
      beginState(state)
      strokeKeys([key, modifiers])
      const at = focused()
      strokeKeys('9', '0')
      expect(valueIn(at)).toBe('90')
      expect(focused()).toBe(at)
    })

    test('80, Enter, 90, Enter, 95 is never one number', () => {
      strokeKeys('8', '0', 'Enter')
      const second = focused()
      strokeKeys('9', '0', 'Enter')
      const third = focused()
      strokeKeys('9', '5', 'Tab')
      expect([valueIn(own), valueIn(second), valueIn(third)]).toEqual(
        place.row === place.rows
          ? ['95', '95', '95']
          : [second === own ? '90' : '80', third === second ? '95' : '90', '95']
      )
    })

    test('a click on the selected cell leaves it selected; a double click edits it', () => {
      fireEvent.mouseDown(field(own), { detail: 1 })
      strokeKeys('9', '0')
      expect(valueIn(own)).toBe('90')
      strokeKeys('Enter')
      focus(field(own))
      fireEvent.mouseDown(field(own), { detail: 2 })
      strokeKeys('5')
      expect(valueIn(own)).toBe('905')
    })

    test('a pasted value or block leaves the cell selected', () => {
      for (const text of ['80', '80\r\n', '80\t81\r\n82\t83\r\n']) {
        paste(field(own), text)
        expect(valueIn(own)).toBe('80')
        strokeKeys('9', '0')
        expect(valueIn(own)).toBe('90')
        strokeKeys('Escape')
      }
    })

    test('what the engine writes into the selected cell leaves it selected', () => {
      press('Delete')
      press('z', ctrlKey)
      expect(valueIn(own)).toBe('70')
      strokeKeys('9', '0')
      expect(valueIn(own)).toBe('90')
    })
  }
)

test('text is edited by its keys once the cell is edited, and only then', async () => {
  await showForm(aSection(aGrid(1, 2)))
  const cell = field('Row 1, Column 1')
  focus(cell)
  strokeKeys('1', '2', '3', 'Backspace')
  expect(cell.value).toBe('12')
  strokeKeys('F2', 'ArrowLeft', '5')
  expect([cell.value, focused()]).toEqual(['152', 'Row 1, Column 1'])
  strokeKeys('Enter', 'Backspace')
  expect(cell.value).toBe('')
})

test('an input method and a third character of a key replace the content too', async () => {
  await showForm(aSection(aGrid(1, 1)))
  const cell = field('Row 1, Column 1')
  focus(cell)
  strokeKeys('7', '0', 'Enter')
  for (const begin of [
    { key: 'Process' },
    { key: 'Unidentified' },
    { key: '²', ctrlKey: true, altKey: true }
  ]) {
    cell.setSelectionRange(1, 1)
    fireEvent.keyDown(cell, begin)
    expect([begin.key, cell.selectionStart, cell.selectionEnd]).toEqual([begin.key, 0, 2])
  }
})

test('in a list, arrows place the caret, and everything else selects and replaces as in a table', async () => {
  await showForm(aSection(aList(aQuestion({ question_text: 'Beds' }))))
  const beds = field('Beds')
  focus(beds)
  strokeKeys('8', '0', 'Enter', '9', '0')
  expect(beds.value).toBe('90')
  strokeKeys('Enter', [' ', shiftKey])
  expect(beds.value).toBe('90')
  strokeKeys('End', '5', 'Home', '1')
  expect(beds.value).toBe('1905')
  strokeKeys('Enter', 'Backspace')
  expect(beds.value).toBe('')
})
