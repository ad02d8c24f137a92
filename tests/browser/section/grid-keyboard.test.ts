import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CellPosition } from '#browser/section/state/cell-range.ts'
import { keyOutcome, type GridShape, type KeyPress } from '#browser/section/table/keyboard.ts'

/** '.' is an open blank cell, 'x' a filled one, '#' one that does not apply. */
const shape = (...lines: string[]): GridShape => ({
  rows: lines.length,
  columns: lines[0]?.length ?? 0,
  isOpen: ({ row, column }) => lines[row]?.[column] !== '#',
  isFilled: ({ row, column }) => lines[row]?.[column] === 'x',
  hasOwnRows: false
})
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrl: false,
  shift: false,
  alt: false,
  ...more
})
const goes = (
  grid: GridShape,
  row: number,
  column: number,
  key: KeyPress,
  tabbedFrom: number | null = null
): string => {
  const outcome = keyOutcome(grid, { row, column }, key, 'selected', tabbedFrom)
  return outcome.does === 'move' ? `${outcome.to.row},${outcome.to.column}` : outcome.does
}
const ctrl = { ctrl: true }

test('arrows skip what does not apply and stay at the edge', () => {
  const grid = shape('..#.', '.#..', '....')
  expect(goes(grid, 0, 1, press('ArrowRight'))).toBe('0,3')
  expect(goes(grid, 0, 1, press('ArrowDown'))).toBe('2,1')
  expect(goes(grid, 0, 0, press('ArrowUp'))).toBe('0,0')
  expect(goes(grid, 0, 3, press('ArrowRight'))).toBe('0,3')
})

test('Enter goes down, Shift and Enter up, and after Tabs to the column where they began', () => {
  const grid = shape('....', '....')
  expect(goes(grid, 0, 2, press('Enter'))).toBe('1,2')
  expect(goes(grid, 1, 2, press('Enter', { shift: true }))).toBe('0,2')
  expect(goes(grid, 0, 3, press('Enter'), 1)).toBe('1,1')
  expect(goes(grid, 1, 3, press('Enter'))).toBe('1,3')
})

test('Page Down and Page Up go ten rows, at most to the edge', () => {
  const grid = shape(...Array.from({ length: 14 }, () => '..'))
  expect(goes(grid, 1, 1, press('PageDown'))).toBe('11,1')
  expect(goes(grid, 11, 1, press('PageDown'))).toBe('13,1')
  expect(goes(grid, 12, 0, press('PageUp'))).toBe('2,0')
  expect(goes(grid, 2, 0, press('PageUp'))).toBe('0,0')
})

test('Home and End stay in the row, with Ctrl they go to the ends of the table', () => {
  const grid = shape('#...', '....', '...#')
  expect(goes(grid, 0, 2, press('Home'))).toBe('0,1')
  expect(goes(grid, 2, 0, press('End'))).toBe('2,2')
  expect(goes(grid, 1, 2, press('Home', ctrl))).toBe('0,1')
  expect(goes(grid, 0, 2, press('End', ctrl))).toBe('2,2')
})

test('Ctrl and an arrow go to the edge of the filled cells, over a gap to the next filled cell, or to the last cell', () => {
  const grid = shape('xxx..x..')
  expect(goes(grid, 0, 0, press('ArrowRight', ctrl))).toBe('0,2')
  expect(goes(grid, 0, 2, press('ArrowRight', ctrl))).toBe('0,5')
  expect(goes(grid, 0, 5, press('ArrowRight', ctrl))).toBe('0,7')
  expect(goes(grid, 0, 7, press('ArrowLeft', ctrl))).toBe('0,5')
})

test('while editing, only the keys that end or undo the edit are taken from the field', () => {
  const grid = shape('...')
  const at = { row: 0, column: 1 }
  for (const key of ['ArrowLeft', 'Home', 'End', 'Delete', 'a'])
    expect(keyOutcome(grid, at, press(key), 'editing').does).toBe('nothing')
  expect(keyOutcome(grid, at, press('Escape'), 'editing').does).toBe('revert')
  expect(keyOutcome(grid, at, press('Enter'), 'editing').does).toBe('move')
  expect(keyOutcome(grid, at, press('F2'), 'selected').does).toBe('edit')
  expect(keyOutcome(grid, at, press('Delete'), 'selected').does).toBe('clear')
  const deletesRow = press('Delete', { shift: true })
  const own = { ...grid, hasOwnRows: true }
  expect(keyOutcome(grid, at, deletesRow, 'selected').does, 'a row that is not the person’s own').toBe(
    'ignore'
  )
  expect(keyOutcome(own, at, deletesRow, 'selected').does).toBe('clear row')
  expect(keyOutcome(own, at, deletesRow, 'editing').does).toBe('nothing')
  expect(keyOutcome(grid, at, press('z', ctrl), 'selected').does).toBe('undo')
  expect(keyOutcome(grid, at, press('Z', { ctrl: true, shift: true }), 'selected').does).toBe('redo')
  expect(keyOutcome(grid, at, press('y', ctrl), 'selected').does).toBe('redo')
  expect(keyOutcome(grid, at, press('ArrowRight', { alt: true }), 'selected').does).toBe('nothing')
})

test('no run of keys leaves the grid or comes to rest on a closed cell', () => {
  const lines = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 8 }))
    .chain(([rows, columns]) =>
      fc.array(fc.string({ unit: fc.constantFrom('.', 'x', '#'), minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows
      })
    )
  const keys = fc.array(
    fc.record({
      key: fc.constantFrom(
        'ArrowUp',
        'ArrowDown',
        'ArrowLeft',
        'ArrowRight',
        'Enter',
        'Home',
        'End',
        'PageUp',
        'PageDown'
      ),
      ctrl: fc.boolean(),
      shift: fc.boolean(),
      alt: fc.constant(false),
      tabbedFrom: fc.option(fc.nat(7))
    }),
    { minLength: 1, maxLength: 30 }
  )
  fc.assert(
    fc.property(lines, keys, fc.nat(), (rows, run, seed) => {
      const grid = shape(...rows)
      const open: CellPosition[] = rows.flatMap((line, row) =>
        [...line].flatMap((cell, column) => (cell === '#' ? [] : [{ row, column }]))
      )
      const start = open[seed % Math.max(1, open.length)]
      if (start === undefined) return
      let at = start
      for (const { tabbedFrom, ...key } of run) {
        const outcome = keyOutcome(grid, at, key, 'selected', tabbedFrom)
        if (outcome.does === 'move') at = outcome.to
        expect(open).toContainEqual(at)
      }
    })
  )
})
