// What is done with a range: the clipboard, fills and clearing, in each kind of cell.

import '#tests/support/indexed-db.ts'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyWholeTable } from '#browser/section/table/range/table-tools.ts'
import type { Question } from '#contract/questionnaires.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { fireClipboard, focus, showForm, showGrid, strokeKeys } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const ctrl = { ctrlKey: true }

const OPTIONS = ['Low', 'High'].map((option_name, index) => ({ option_id: index + 1, option_name }))
const KINDS: [kind: string, question: Partial<Question>, one: string, other: string][] = [
  ['a number', { question_type: 'decimal' }, '1,234.5', '7'],
  ['a text', { question_type: 'text' }, 'A, "b"', 'C'],
  ['a long text', { question_type: 'long_text' }, 'A\nb', 'C'],
  ['a choice', { question_type: 'single_choice', option_list: OPTIONS }, 'Low', 'High'],
  ['several choices', { question_type: 'multiple_choice', option_list: OPTIONS }, 'Low; High', 'High'],
  ['yes or no', { question_type: 'yes_no' }, 'Yes', 'No'],
  ['a scale', { question_type: 'scale', option_list: OPTIONS }, '1 (Low)', '2 (High)'],
  ['a date', { question_type: 'date' }, '2026-09-30', '2026-10-01'],
  ['a duration', { question_type: 'time' }, '1:30', '2:00']
]

describe.each(KINDS)('in cells of %s', (_, question, one, other) => {
  const begin = async () => {
    const form = await showGrid(2, 2, { decimal_places: null, ...question })
    const { engine, first, texts } = form
    act(
      () =>
        void engine.editing.paste([
          { key: '1:1:1', text: one },
          { key: '2:1:2', text: other }
        ])
    )
    const undo = (): void => act(() => strokeKeys(['z', ctrl]))
    focus(first)
    return { ...form, undo, before: texts() }
  }
  test('fills go down, right and everywhere, as one step each', async () => {
    const { texts, undo, before, first } = await begin()
    const [a, b] = before
    expect([a, b].every(text => text !== '')).toBe(true)
    act(() => strokeKeys(['a', ctrl], ['d', ctrl]))
    expect(texts()).toEqual([a, b, a, b])
    undo()
    expect(texts()).toEqual(before)
    focus(first)
    act(() => strokeKeys(['a', ctrl], ['r', ctrl]))
    expect(texts()).toEqual([a, a, '', ''])
    undo()
    focus(first)
    act(() => strokeKeys(['a', ctrl], ['Enter', ctrl]))
    expect(texts()).toEqual([a, a, a, a])
    undo()
    expect(texts()).toEqual(before)
  })

  test('Delete clears the range, and a copied range is pasted as it was', async () => {
    const { texts, undo, before, first } = await begin()
    act(() => strokeKeys(['a', ctrl]))
    const copied = fireClipboard('copy', first)
    act(() => strokeKeys('Delete'))
    expect(texts()).toEqual(['', '', '', ''])
    fireClipboard('paste', first, copied)
    expect(texts()).toEqual(before)
    undo()
    undo()
    expect(texts()).toEqual(before)
    expect(fireClipboard('cut', first)).toEqual(copied)
    expect(texts()).toEqual(['', '', '', ''])
    undo()
    expect(texts()).toEqual(before)
  })

  test("Ctrl+' takes the value above", async () => {
    const { texts, before } = await begin()
    focus(document.getElementById('cell-4:2:2')!)
    act(() => strokeKeys(["'", ctrl]))
    expect(texts()).toEqual([...before.slice(0, 3), before[1]])
  })

  test('one value is pasted into every cell of the range', async () => {
    const { texts, before, first } = await begin()
    act(() => strokeKeys(['a', ctrl]))
    fireClipboard('paste', first, { 'text/plain': other })
    expect(new Set(texts())).toEqual(new Set([before[1]]))
  })
})

test('a copied range has plain numbers as text, and the names of its lines as a table', async () => {
  const { engine, first } = await showGrid(2, 2, { decimal_places: null })
  act(
    () =>
      void engine.editing.paste([
        { key: '1:1:1', text: '1234.5' },
        { key: '4:2:2', text: '3' }
      ])
  )
  act(() => engine.editing.answerWithout('2:1:2', 'not_applicable'))
  act(() => strokeKeys(['a', ctrl], ['a', ctrl]))
  expect(fireClipboard('copy', first)).toEqual({
    'text/plain': '1234.5\tn/a\t1234.5\r\n\t3\t3\r\n1234.5\t3\t\r\n',
    'text/html':
      '<table><tr><th></th><th>Column 1</th><th>Column 2</th><th>Total</th></tr>' +
      '<tr><th>Row 1</th><td>1234.5</td><td>n/a</td><td>1234.5</td></tr>' +
      '<tr><th>Row 2</th><td></td><td>3</td><td>3</td></tr>' +
      '<tr><th>Total</th><td>1234.5</td><td>3</td><td></td></tr></table>'
  })
})

test('the button of a table copies its answers, without the totals', async () => {
  const { engine } = await showGrid(2, 2, { decimal_places: null })
  act(() => void engine.editing.paste([{ key: '1:1:1', text: '1234.5' }]))
  expect(copyWholeTable(engine, engine.model.tables[0]!)).toBe('1234.5\t\r\n\t\r\n')
})

test('names on the clipboard run no formula and hold no markup', async () => {
  const columns = [{ column_id: 1, column_name: '=1+1 <b>', display_order: 0 }]
  const { engine } = await showForm(aSection(aGrid(2, 1, { columns, question: { question_type: 'text' } })))
  const first = document.getElementById('cell-1:1:1')!
  act(() => void engine.editing.paste([{ key: '1:1:1', text: '=cmd' }]))
  focus(first)
  act(() => strokeKeys(['a', ctrl]))
  const { 'text/html': html, 'text/plain': text } = fireClipboard('copy', first)
  expect(html).toContain("<th>'=1+1 &lt;b&gt;</th>")
  expect([html?.includes("<td>'=cmd</td>"), text]).toEqual([true, "'=cmd\r\n\r\n"])
})

test('what is typed and Ctrl+Enter fill the range as one step', async () => {
  const { texts } = await showGrid(2, 2)
  act(() => strokeKeys(['a', ctrl], '4', '2', ['Enter', ctrl]))
  expect(texts()).toEqual(['42', '42', '42', '42'])
  act(() => strokeKeys(['z', ctrl]))
  expect(texts()).toEqual(['', '', '', ''])
})

test('Ctrl+; enters today, also into a text that is being typed', async () => {
  const { engine } = await showGrid(1, 1, { question_type: 'date' })
  act(() => strokeKeys([';', ctrl]))
  expect(engine.store.get('1:1:1').answer.value).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  cleanup()
  const text = await showGrid(1, 1, { question_type: 'text' })
  act(() => strokeKeys('o', 'n', [';', ctrl]))
  expect(text.engine.store.get('1:1:1').text).toMatch(/^on\d/)
})

test('a fill that a cell does not take keeps its answer and is told', async () => {
  const questions = aGrid(2, 1).questions.map(question =>
    question.row_id === 1
      ? { ...question, question_type: 'text' as const }
      : { ...question, question_type: 'yes_no' as const }
  )
  const { engine, reports } = await showForm(aSection({ ...aGrid(2, 1), questions }))
  act(
    () =>
      void engine.editing.paste([
        { key: '1:1:1', text: 'perhaps' },
        { key: '2:2:1', text: 'Yes' }
      ])
  )
  focus(document.getElementById('cell-1:1:1')!)
  act(() => strokeKeys(['a', ctrl], ['d', ctrl]))
  expect([engine.store.get('2:2:1').text, reports[0]?.misfits]).toEqual([
    'Yes',
    [{ key: '2:2:1', place: 'Row 2, Column 1', text: 'perhaps', reason: 'Answer yes or no.' }]
  ])
})

test('in a locked table ranges are selected and copied, and commands are left to the browser', async () => {
  const section = aSection(aGrid(2, 2))
  const { engine } = await showForm({
    ...section,
    section: { ...section.section, is_locked: true, lock_reason: 'closed' }
  })
  focus(document.getElementById('cell-1:1:1')!)
  act(() => strokeKeys(['a', ctrl]))
  expect(engine.$range.get()).toMatchObject({ anchor: { row: 0, column: 0 }, focus: { row: 1, column: 1 } })
  for (const key of ['d', 'r', ';'])
    expect([key, fireEvent.keyDown(document.activeElement!, { key, ...ctrl })]).toEqual([key, true])
})

test('Alt+Enter breaks the line of a long text, and Enter leaves the cell', async () => {
  const { first, engine } = await showGrid(2, 1, { question_type: 'long_text' })
  act(() => strokeKeys('a', ['Enter', { altKey: true }], 'b', 'Enter'))
  expect([engine.store.get('1:1:1').answer.value, document.activeElement?.id]).toEqual(['a\nb', 'cell-2:2:1'])
  focus(first)
  act(() => strokeKeys(['Enter', { altKey: true }], 'c'))
  expect(engine.store.get('1:1:1').text).toBe('a\nb\nc')
  cleanup()
  await showGrid(1, 1, { question_type: 'text' })
  expect(fireEvent.keyDown(document.activeElement!, { key: 'Enter', altKey: true })).toBe(true)
})
