// What a screen reader is told about a grid's size and the place of each cell is what the grid holds.

import '#tests/support/indexed-db.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aGrid, aRepeatingGrid, aSection } from '#tests/support/questions.ts'
import { field, focus, showForm, type } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const placeOf = (element: Element, name: string): number => Number(element.getAttribute(name))

/** Every row and cell counted by hand. */
function expectTrue(): void {
  const grid = screen.getByRole('grid')
  const rows = within(grid).getAllByRole('row')
  expect(placeOf(grid, 'aria-rowcount')).toBe(rows.length)
  expect(rows.map(row => placeOf(row, 'aria-rowindex'))).toEqual(rows.map((_, index) => index + 1))
  for (const row of rows) {
    const cells = [...row.querySelectorAll('[role=columnheader], [role=rowheader], [role=gridcell]')]
    expect(cells.map(cell => placeOf(cell, 'aria-colindex'))).toEqual(cells.map((_, index) => index + 1))
    if (cells.length > 1) expect(cells).toHaveLength(placeOf(grid, 'aria-colcount'))
  }
}

describe('with totals of', () => {
  for (const show_row_totals of [true, false])
    for (const show_column_totals of [true, false])
      test(`rows: ${show_row_totals}, columns: ${show_column_totals}`, async () => {
        const grid = aGrid(11, 3)
        await showForm(aSection({ ...grid, show_row_totals, show_column_totals }))
        expectTrue()
      })
})

test('counts a row that arrives while someone types', async () => {
  await showForm(aSection(aRepeatingGrid([{}, {}], 1, (row, column) => row * 10 + column)))
  expectTrue()
  const before = screen.getAllByRole('row').length
  focus(field('Row 2, Column 1'))
  await act(async () => type(field('Row 2, Column 1'), '5'))
  expect(screen.getAllByRole('row')).toHaveLength(before + 1)
  expectTrue()
})
