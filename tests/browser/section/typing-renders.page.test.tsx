// Typing renders only the field: what surrounds it follows when there is something to show.

import '#tests/support/indexed-db.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { keyOfField } from '#browser/section/table/cell-id.ts'
import { eventually } from '#tests/support/patience.ts'
import { aGrid, aQuestion, aSection } from '#tests/support/questions.ts'
import { focus, showForm, type } from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const kinds = [
  ['a number', { question_type: 'decimal' }, ['1', '12', '12.5']],
  ['a text', { question_type: 'text' }, ['A', 'An', 'And']]
] as const

const tables = {
  grid: (question: object) => aSection(aGrid(2, 2, { question: { ...question, is_required: false } })),
  list: (question: object) =>
    aSection(aList(aQuestion({ ...question, question_text: 'First', is_required: false })))
}

const cases = Object.entries(tables).flatMap(([table, make]) =>
  kinds.map(([kind, question, texts]) => ({ table, kind, section: make(question), texts }))
)

test.for(cases)('in a $table, typing $kind renders nothing until it is saved', async ({ section, texts }) => {
  const { pass } = await showForm(section)
  const first = document.querySelector<HTMLInputElement>('input[id^="cell-"]')!
  focus(first)
  const changes = new Set<string>()
  const observer = new MutationObserver(records => {
    for (const record of records) changes.add(record.attributeName ?? record.type)
  })
  const place = first.closest('[role=gridcell]') ?? document.body
  observer.observe(place, { subtree: true, childList: true, attributes: true, characterData: true })
  for (const text of texts) {
    type(first, text)
    await pass(100)
  }
  const isMarked = () => document.querySelector('[data-saving]') !== null
  await pass(300)
  await eventually(() => expect(isMarked()).toBe(true))
  await pass(5000)
  await eventually(() => expect(isMarked()).toBe(false))
  observer.disconnect()
  expect(changes).toEqual(new Set(['data-saving']))
})

test('the panel follows the cursor once it rests, not through each cell on its way', async () => {
  const { engine } = await showForm(aSection(aGrid(2, 3)))
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[id^="cell-"]')]
  focus(fields[0]!)
  const shown: (string | null)[] = []
  engine.$focused.listen(key => void shown.push(key))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  for (const field of fields) {
    focus(field)
    vi.advanceTimersByTime(100)
  }
  expect(shown).toEqual([])
  vi.advanceTimersByTime(100)
  vi.useRealTimers()
  await eventually(() => expect(shown).toEqual([keyOfField(fields.at(-1)!)]))
})

test('the mark of a cell that is saved says how far it is, and goes', async () => {
  const { pass, engine } = await showForm(tables.grid({ question_type: 'decimal' }))
  const first = document.querySelector<HTMLInputElement>('input[id^="cell-"]')!
  const showsMark = (mark: string | undefined) =>
    eventually(() => expect(first.parentElement?.dataset['saving']).toBe(mark))
  focus(first)
  type(first, '12')
  await pass(300)
  await showsMark('kept')
  let mark: string | undefined
  engine.store.observe({ cellChanged: (_, __, { saving }) => void (mark = saving) })
  await pass(5000)
  expect(mark).toBe('saved')
  await showsMark(undefined)
})
