// What people type in place of a figure leads to what the question offers.

import '#tests/support/indexed-db.ts'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { $toasts } from '#browser/stores/toasts.ts'
import type { Question } from '#contract/questionnaires.ts'
import { fireClipboard, focused, press, showGrid, strokeKeys } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const typed = (text: string): void => act(() => strokeKeys(...text, 'Enter'))

const KINDS: [string, Partial<Question>][] = [
  ['a number', { question_type: 'decimal' }],
  ['an amount', { question_type: 'currency', unit: '£' }],
  ['a date', { question_type: 'date' }],
  ['a duration', { question_type: 'time' }]
]

test.each(KINDS)('in %s, n/a and “not known” are answers, as one step', async (_, question) => {
  const { engine, server, pass, texts } = await showGrid(3, 1, question)
  const answerIn = (key: string) => engine.store.get(key).answer
  typed('n/a')
  expect([answerIn('1:1:1').is_not_applicable, engine.store.get('1:1:1').fault, focused()]).toEqual([
    true,
    null,
    'Row 2, Column 1'
  ])
  typed('not known')
  expect([answerIn('2:2:1').is_not_available, texts()]).toEqual([true, ['', '', '']])
  await pass(5000)
  expect(server.valueOf('1:1:1')).toBeNull()
  expect(engine.$status.get().unsaved).toBe(0)
  press('z', { ctrlKey: true })
  expect([answerIn('2:2:1').is_not_available, answerIn('1:1:1').is_not_applicable]).toEqual([false, true])
})

test('in a text they are text', async () => {
  const { engine } = await showGrid(1, 1, { question_type: 'text' })
  typed('n/a')
  expect(engine.store.get('1:1:1').answer).toMatchObject({ value: 'n/a', is_not_applicable: false })
})

test.each(['tbc', 'nil', '<5', '####', '?'])('%s asks, and Enter again is “not available”', async text => {
  const { engine } = await showGrid(2, 1)
  $toasts.set([])
  typed(text)
  expect([focused(), engine.store.get('1:1:1').fault]).toEqual([
    'Row 1, Column 1',
    expect.stringContaining(`“${text}”`)
  ])
  expect($toasts.get()[0]?.text).toMatch(
    /Press Enter again for “not available”, Shift\+F2 to add a comment\.$/
  )
  act(() => strokeKeys('Enter'))
  expect([engine.store.get('1:1:1').answer.is_not_available, focused()]).toEqual([true, 'Row 2, Column 1'])
})

test.each(KINDS)(
  'in %s, Shift+F2 makes “<5” a comment, and the answer “not available”',
  async (_, question) => {
    const { engine, commented } = await showGrid(2, 1, question)
    // Asked about before or not.
    typed('<5')
    act(() => strokeKeys(['F2', { shiftKey: true }]))
    expect(commented).toEqual([['1:1:1', '<5']])
    expect(engine.store.get('1:1:1')).toMatchObject({ text: '', answer: { is_not_available: true } })
    act(() => strokeKeys('ArrowDown', ...'tbc', ['F2', { shiftKey: true }]))
    expect(commented.at(-1)).toEqual(['2:2:1', 'tbc'])
  }
)

test('Shift+F2 begins a comment on any cell and leaves its answer', async () => {
  const { engine, commented } = await showGrid(1, 1, { question_type: 'decimal' })
  act(() => strokeKeys('7', ['F2', { shiftKey: true }]))
  expect([commented, engine.store.get('1:1:1').text]).toEqual([[['1:1:1', '']], '7'])
})

test('a figure typed instead replaces the word', async () => {
  const { engine } = await showGrid(2, 1)
  typed('tbc')
  typed('12')
  expect([engine.store.get('1:1:1').answer, focused()]).toMatchObject([
    { value: 12, is_not_available: false },
    'Row 2, Column 1'
  ])
})

test('a pasted block is read in the same way', async () => {
  const { engine, first, reports } = await showGrid(2, 2)
  fireClipboard('paste', first, { 'text/plain': 'n/a\t=12+30\r\nnot known\ttbc\r\n' })
  const answers = [...engine.store.keys()].map(key => engine.store.get(key).answer)
  expect(answers).toMatchObject([
    { is_not_applicable: true },
    { value: 42 },
    { is_not_available: true },
    { value: null, is_not_available: false }
  ])
  expect(reports[0]?.invalid.map(({ text, place }) => [text, place])).toEqual([['tbc', 'Row 2, Column 2']])
})

test('Alt and the down arrow open a calendar, whose day is the answer', async () => {
  const { engine, first } = await showGrid(1, 1, { question_type: 'date' })
  const opened: string[] = []
  HTMLInputElement.prototype.showPicker = function show() {
    opened.push(this.type)
  }
  typed('30 Sep 2026')
  act(() => strokeKeys(['ArrowDown', { altKey: true }]))
  const picker = document.querySelector<HTMLInputElement>('input[type=date]')!
  expect([opened, picker.value]).toEqual([['date'], '2026-09-30'])
  picker.value = '2026-10-01'
  act(() => void fireEvent.change(picker))
  expect([engine.store.get('1:1:1').answer.value, document.activeElement, picker.isConnected]).toEqual([
    '2026-10-01',
    first,
    false
  ])
})
