import '#tests/support/indexed-db.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { aRepeatingGrid, aSection } from '#tests/support/questions.ts'
import { field, focus, focused, paste, press, showForm, type } from '#tests/support/section-form.tsx'
import { sectionServer } from '#tests/support/section-server.ts'
import { offline, visit } from '#tests/support/section-visit.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const rows = (begun: number) => aSection(aRepeatingGrid([{}, {}], begun, (row, column) => row * 10 + column))
const rowNames = (): string[] => screen.getAllByRole('rowheader').map(head => head.textContent ?? '')

test('one blank row is there, and typing into it brings the next', async () => {
  const { engine } = await showForm(rows(1))
  expect(rowNames()).toEqual(['Row 1', 'Row 2', 'Total'])
  focus(field('Row 2, Column 1'))
  press('Enter')
  expect(focused()).toBe('Row 2, Column 1')
  type(field('Row 2, Column 1'), '5')
  expect(rowNames()).toEqual(['Row 1', 'Row 2', 'Row 3', 'Total'])
  press('Enter')
  expect(focused()).toBe('Row 3, Column 1')
  expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('Total1612 so far')
  expect(engine.keysOf('incomplete')).toEqual(['2:2:2'])
})

test('only rows that are begun need answers', async () => {
  const { engine } = await showForm(rows(0))
  const marked = () =>
    screen.getAllByRole('gridcell').filter(cell => cell.classList.contains('required')).length
  expect([marked(), engine.keysOf('incomplete')]).toEqual([0, []])
  focus(field('Row 1, Column 1'))
  type(field('Row 1, Column 1'), '5')
  expect([marked(), engine.keysOf('incomplete')]).toEqual([1, ['2:1:2']])
  press('Delete')
  expect([marked(), engine.keysOf('incomplete')]).toEqual([0, []])
  expect(rowNames(), 'no row goes from under the cursor').toEqual(['Row 1', 'Row 2', 'Total'])
})

test('Shift and Delete belong to the text while the caret is in it', async () => {
  await showForm(rows(1))
  focus(field('Row 1, Column 2'))
  press('F2')
  press('Delete', { shiftKey: true })
  expect(field('Row 1, Column 1').value).toBe('11')
})

test('a row is cleared as one step, by keyboard or by its button', async () => {
  await showForm(rows(2))
  focus(field('Row 1, Column 2'))
  press('Delete', { shiftKey: true })
  expect([
    field('Row 1, Column 1').value,
    field('Row 1, Column 2').value,
    field('Row 2, Column 1').value
  ]).toEqual(['', '', '21'])
  press('z', { ctrlKey: true })
  expect(field('Row 1, Column 1').value).toBe('11')
  const [, second] = screen.getAllByRole('rowheader')
  fireEvent.click(within(second!).getByRole('button', { name: 'Clear Row 2' }))
  expect(field('Row 2, Column 1').value).toBe('')
  expect(screen.queryByRole('button', { name: 'Clear Row 2' })).toBeNull()
})

test('a pasted block makes as many rows as it has', async () => {
  const { reports } = await showForm(rows(0))
  focus(field('Row 1, Column 1'))
  paste(field('Row 1, Column 1'), '1\t2\r\n3\t4\r\n5\t6\r\n')
  expect(rowNames()).toEqual(['Row 1', 'Row 2', 'Row 3', 'Row 4', 'Total'])
  expect(reports).toMatchObject([{ pasted: 6, misfits: [] }])
  expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('Total912')
})

test('rows are sent, and those that were not sent yet are there again after a crash', async () => {
  const server = sectionServer(rows(1))
  const page = await visit(server.as())
  page.type('1:2:1', '5')
  await page.pass(1000)
  expect(server.valueOf('1:2:1')).toBe(5)
  page.faults.push(offline, offline)
  page.type('2:3:2', '7')
  await page.pass(1000)
  const again = await visit(server.as())
  expect(again.engine.store.get('2:3:2').text).toBe('7')
  expect(again.engine.rows.shownOf(again.engine.model.tables[0]!).get()).toBe(4)
})

test('a locked section shows the rows that were made and no blank one', async () => {
  const section = rows(1)
  await showForm({ ...section, section: { ...section.section, is_locked: true, lock_reason: 'closed' } })
  expect(rowNames()).toEqual(['Row 1', 'Total'])
  cleanup()
  const empty = rows(0)
  await showForm({ ...empty, section: { ...empty.section, is_locked: true, lock_reason: 'closed' } })
  expect(screen.getByText('No rows were entered')).toBeTruthy()
})
