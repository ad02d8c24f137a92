// What the panel says of selected cells.

import '#tests/support/indexed-db.ts'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { CellPanel } from '#browser/features/data-collection/panel/cell-panel.tsx'
import type { Question } from '#contract/questionnaires.ts'
import { showGrid, strokeKeys } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const before = { time_period_id: 1, time_period_name: '2025', value: 10 }

async function showPanel(question: Partial<Question>) {
  const form = await showGrid(2, 2, question)
  act(() => strokeKeys('1', '2', 'Enter', '9', 'Enter'))
  act(() => form.first.focus())
  render(<CellPanel engine={form.engine} address={{ questionnaireId: 1, submissionId: 1, sectionId: 1 }} />)
  act(() => strokeKeys(['a', { ctrlKey: true }]))
  const panel = within(screen.getByRole('complementary', { name: 'About the cell' }))
  await panel.findByText('4 cells selected')
  const lines = () =>
    panel.queryAllByRole('term').map(term => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  return { ...form, panel, lines }
}

test('the panel names the selected cells, compares their sum and counts the missing answers', async () => {
  const { panel, lines } = await showPanel({ question_type: 'decimal', unit: 'h', previous_answer: before })
  expect(panel.getByRole('heading', { level: 2 }).textContent).toBe('Row 1, Column 1 to Row 2, Column 2')
  expect(lines()).toEqual([
    'Figures in both periods: 2',
    'Sum 2025: 20 h',
    'Sum now: 21 h',
    'Since 2025: up 5%',
    'Blank: 2'
  ])
})

test.each([
  ['a scale', { question_type: 'scale', option_list: [] }],
  ['a text', { question_type: 'text' }]
] as const)('nothing is added up in %s', async (_, question) => {
  const { lines } = await showPanel({ ...question, option_list: [], previous_answer: before })
  expect(lines().filter(line => line.startsWith('Sum'))).toEqual([])
})

test('all selected cells are marked at once, as one step', async () => {
  const { panel, engine, lines } = await showPanel({ question_type: 'decimal' })
  const marked = () =>
    [...engine.store.keys()].filter(key => engine.store.get(key).answer.is_not_applicable).length
  act(() => void fireEvent.click(panel.getByRole('button', { name: 'Not applicable' })))
  expect(marked()).toBe(4)
  await waitFor(() => expect(lines()).toEqual([]))
  act(() => void engine.editing.undo())
  expect(marked()).toBe(0)
})
