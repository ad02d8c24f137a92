// Durations and rating scales as a person enters them, in a grid and in a list.

import '#tests/support/indexed-db.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/support/patience.ts'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import { field, focus, focused, press, showForm, type } from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const option_list = ['Poor', 'Fair', 'Good'].map((option_name, index) => ({
  option_id: 50 + index,
  option_name
}))

test('a duration is typed in any form, takes its usual one, and the totals are in hours and minutes', async () => {
  await showForm(aSection(aGrid(2, 1, { question: { question_type: 'time' } })))
  focus(field('Row 1, Column 1'))
  type(field('Row 1, Column 1'), '90')
  press('Enter')
  expect(focused()).toBe('Row 2, Column 1')
  expect(field('Row 1, Column 1').value).toBe('1:30')
  type(field('Row 2, Column 1'), '1h45')
  press('ArrowUp')
  await eventually(() => expect(screen.getAllByRole('row').at(-1)?.textContent).toContain('Total3:15'))
  type(field('Row 1, Column 1'), 'soon')
  press('Enter')
  expect(screen.getByText(/such as 1:30, or whole minutes, such as 90/)).toBeTruthy()
})

test('hours beside other figures add up to no total', async () => {
  const grid = aGrid(1, 2)
  grid.questions[1]!.question_type = 'time'
  await showForm(aSection(grid))
  focus(field('Row 1, Column 1'))
  type(field('Row 1, Column 1'), '5')
  press('ArrowRight')
  type(field('Row 1, Column 2'), '1:30')
  press('ArrowLeft')
  expect(screen.getAllByRole('row')[1]?.textContent).toBe('Row 1')
})

const chosen = (): string[] =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(radio => radio.checked)
    .map(radio => radio.getAttribute('aria-label') ?? '')

test('a scale in a grid: a click, a digit, Delete and undo; arrows still walk the grid; no total adds ratings', async () => {
  const { engine } = await showForm(
    aSection(aGrid(2, 1, { question: { question_type: 'scale', option_list } }))
  )
  const second = screen.getAllByRole('radio', { name: '3 (Good)' })[1]!
  fireEvent.click(second)
  expect(chosen()).toEqual(['3 (Good)'])
  focus(second)
  press('ArrowUp')
  expect(focused()).toBe('Row 1, Column 1')
  press('1')
  expect(chosen()).toEqual(['1 (Poor)', '3 (Good)'])
  press('7')
  expect(chosen(), 'there is no step 7').toEqual(['1 (Poor)', '3 (Good)'])
  expect(engine.store.get('1:1:1').answer.value).toBe(1)
  press('Delete')
  expect(chosen()).toEqual(['3 (Good)'])
  press('z', { ctrlKey: true })
  expect(chosen()).toEqual(['1 (Poor)', '3 (Good)'])
  expect(screen.getAllByRole('row').at(-1)?.textContent).toBe('Total')
})

test('a scale in a list shows what its ends mean, and a second click takes the answer back', async () => {
  const { engine } = await showForm(
    aSection(aList(aQuestion({ question_text: 'Cleanliness', question_type: 'scale', option_list })))
  )
  expect(screen.getByRole('radiogroup', { name: 'Cleanliness' }).textContent).toBe('123PoorGood')
  fireEvent.click(screen.getByRole('radio', { name: '2 (Fair)' }))
  expect(engine.store.get('1:0:0').text).toBe('2 (Fair)')
  fireEvent.click(screen.getByRole('radio', { name: '2 (Fair)' }))
  expect(chosen()).toEqual([])
  expect(engine.store.get('1:0:0').answer.value).toBeNull()
})
