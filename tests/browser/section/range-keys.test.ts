// Every key that selects, in tables of each kind of edge, from each position: as a table of expectations and as a property.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cellsInRange,
  isWithin,
  rectangleOf,
  rangeSize,
  type CellPosition,
  type RangeEnds
} from '#browser/section/state/cell-range.ts'
import { buildModel } from '#browser/section/state/model.ts'
import type { KeyPress } from '#browser/section/table/keyboard.ts'
import { rangeAfterKey, rangeOfHeading, type RangeShape } from '#browser/section/table/range/range-keys.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'

/** 'x' is a filled cell, '.' a blank one, whether it can be answered or not. */
const shape = (lines: string[], totals: Partial<RangeShape> = {}): RangeShape => ({
  rows: lines.length,
  columns: lines[0]!.length,
  hasRowTotals: false,
  hasColumnTotals: false,
  isFilled: ({ row, column }) => lines[row]?.[column] === 'x',
  ...totals
})
const at = (row: number, column: number): CellPosition => ({ row, column })
const alone = (row: number, column: number): RangeEnds => ({
  anchor: at(row, column),
  focus: at(row, column)
})
const press = (name: string): KeyPress => {
  const parts = name.split('+')
  return {
    key: parts.at(-1) === 'Space' ? ' ' : (parts.at(-1) ?? ''),
    ctrl: parts.includes('Ctrl'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt')
  }
}
/** '1,2 3,4': the anchor and the focus. */
const after = (grid: RangeShape, from: RangeEnds, name: string): string | null => {
  const ends = rangeAfterKey(grid, from, press(name))
  return ends && [ends.anchor, ends.focus].map(({ row, column }) => `${row},${column}`).join(' ')
}

const plain = shape(Array.from({ length: 14 }, () => '.....'))
const filled = shape(['xxx..x', 'xxx...', '......', 'x.....'])
const totals = { hasRowTotals: true, hasColumnTotals: true }

test.each([
  ['Shift+ArrowRight', alone(1, 1), '1,1 1,2'],
  ['Shift+ArrowLeft', alone(1, 1), '1,1 1,0'],
  ['Shift+ArrowUp', alone(1, 1), '1,1 0,1'],
  ['Shift+ArrowDown', alone(1, 1), '1,1 2,1'],
  ['Shift+ArrowUp', alone(0, 1), '0,1 0,1'],
  ['Shift+Home', alone(3, 2), '3,2 3,0'],
  ['Shift+End', alone(3, 2), '3,2 3,4'],
  ['Shift+PageDown', alone(1, 1), '1,1 11,1'],
  ['Shift+PageDown', alone(9, 1), '9,1 13,1'],
  ['Shift+PageUp', alone(3, 1), '3,1 0,1'],
  ['Ctrl+Shift+Home', alone(3, 2), '3,2 0,0'],
  ['Ctrl+Shift+End', alone(3, 2), '3,2 13,4'],
  ['Ctrl+a', alone(3, 2), '0,0 13,4'],
  ['Ctrl+A', alone(3, 2), '0,0 13,4'],
  ['Shift+Space', alone(3, 2), '3,0 3,4'],
  ['Ctrl+Space', alone(3, 2), '0,2 13,2'],
  ['ArrowRight', alone(1, 1), null],
  ['Ctrl+ArrowRight', alone(1, 1), null],
  ['Alt+Shift+ArrowDown', alone(1, 1), null],
  ['Shift+a', alone(1, 1), null]
] as const)('%s from one cell', (name, from, expected) => expect(after(plain, from, name)).toBe(expected))

test('Ctrl+Shift and an arrow extend to the edge of what is filled, as Ctrl and an arrow move', () => {
  expect(after(filled, alone(0, 0), 'Ctrl+Shift+ArrowRight')).toBe('0,0 0,2')
  expect(after(filled, { anchor: at(0, 0), focus: at(0, 2) }, 'Ctrl+Shift+ArrowRight')).toBe('0,0 0,5')
  expect(after(filled, alone(0, 0), 'Ctrl+Shift+ArrowDown')).toBe('0,0 1,0')
  expect(after(filled, alone(1, 0), 'Ctrl+Shift+ArrowDown')).toBe('1,0 3,0')
})

test('totals are within reach, and the last answer is a stop on the way', () => {
  const grid = shape(['..', '..'], totals)
  expect(after(grid, alone(0, 0), 'Ctrl+Shift+ArrowDown')).toBe('0,0 1,0')
  expect(after(grid, { anchor: at(0, 0), focus: at(1, 0) }, 'Ctrl+Shift+ArrowDown')).toBe('0,0 2,0')
  expect(after(grid, alone(1, 1), 'Shift+ArrowRight')).toBe('1,1 1,2')
  expect(after(grid, { anchor: at(0, 0), focus: at(1, 1) }, 'Ctrl+a')).toBe('0,0 2,2')
  expect(after(grid, { anchor: at(0, 0), focus: at(2, 2) }, 'Ctrl+a')).toBe('0,0 1,1')
})

test('a heading selects its line, and where the headings meet, everything', () => {
  const grid = shape(['...', '...'], totals)
  expect(rangeOfHeading(grid, at(-1, 1))).toEqual({ anchor: at(0, 1), focus: at(1, 1) })
  expect(rangeOfHeading(grid, at(1, -1))).toEqual({ anchor: at(1, 0), focus: at(1, 2) })
  expect(rangeOfHeading(grid, at(-1, -1))).toEqual({ anchor: at(0, 0), focus: at(1, 2) })
})

test('a range includes what cannot be answered, and holds no total as a question', () => {
  const [table] = buildModel(aSection(aGrid(2, 2, { questions: aGrid(2, 2).questions.slice(1) }))).tables
  const range = { table: table!, anchor: at(0, 0), focus: at(2, 2) }
  expect([rangeSize(rectangleOf(range)), cellsInRange(range).map(({ name }) => name)]).toEqual([
    9,
    ['Row 1, Column 2', 'Row 2, Column 1', 'Row 2, Column 2']
  ])
})

const KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Space',
  'a'
]
const MODIFIERS = ['', 'Shift+', 'Ctrl+', 'Ctrl+Shift+']

test('no key leads out of the table or loses the active cell, from any range of any table', () => {
  const tables = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([rows, columns]) =>
      fc.record({
        lines: fc.array(
          fc.string({ unit: fc.constantFrom('.', 'x'), minLength: columns, maxLength: columns }),
          {
            minLength: rows,
            maxLength: rows
          }
        ),
        hasRowTotals: fc.boolean(),
        hasColumnTotals: fc.boolean(),
        row: fc.nat(rows - 1),
        column: fc.nat(columns - 1)
      })
    )
  const names = KEYS.flatMap(key => MODIFIERS.map(modifier => `${modifier}${key}`))
  fc.assert(
    fc.property(tables, fc.array(fc.constantFrom(...names), { maxLength: 12 }), (table, run) => {
      const grid = shape(table.lines, table)
      const all = {
        top: 0,
        left: 0,
        bottom: grid.rows - (table.hasColumnTotals ? 0 : 1),
        right: grid.columns - (table.hasRowTotals ? 0 : 1)
      }
      let ends = alone(table.row, table.column)
      for (const name of run) {
        ends = rangeAfterKey(grid, ends, press(name)) ?? ends
        expect([name, isWithin(all, ends.anchor), isWithin(all, ends.focus)]).toEqual([name, true, true])
        expect(isWithin(rectangleOf(ends), ends.anchor)).toBe(true)
      }
    })
  )
})
