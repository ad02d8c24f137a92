// On a touchscreen a date is picked in the browser's own field, which takes ISO dates only.

import '#tests/support/indexed-db.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aQuestion, aSection } from '#tests/support/questions.ts'
import { focus, showForm, type } from '#tests/support/section-form.tsx'
import { aList } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a date picker shows what the engine decides, although it is no date', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    query => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList
  )
  const { engine } = await showForm(
    aSection(aList(aQuestion({ question_text: 'Opened on', question_type: 'date' })))
  )
  const picker = screen.getByLabelText<HTMLInputElement>('Opened on')
  expect(picker.type).toBe('date')
  act(() => void engine.editing.paste([{ key: '1:0:0', text: 'in spring' }]))
  const now = screen.getByLabelText<HTMLInputElement>('Opened on')
  expect([now.value, now.type]).toEqual(['in spring', 'text'])
  act(() => void engine.editing.undo())
  expect([now.value, now.type]).toEqual(['', 'date'])
})

test('a picked date is kept as the programme writes dates, and the picker keeps the ISO date it needs', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    query => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList
  )
  const { engine } = await showForm(
    aSection(aList(aQuestion({ question_text: 'Opened on', question_type: 'date' })))
  )
  const picker = screen.getByLabelText<HTMLInputElement>('Opened on')
  focus(picker)
  type(picker, '2011-05-15')
  act(() => picker.blur())
  expect([picker.type, picker.value]).toEqual(['date', '2011-05-15'])
  expect(engine.store.get('1:0:0').text).toBe('15 May 2011')
  act(() => void engine.editing.paste([{ key: '1:0:0', text: 'in spring' }]))
  expect([picker.type, picker.value]).toEqual(['text', 'in spring'])
  act(() => void engine.editing.undo())
  expect([picker.type, picker.value]).toEqual(['date', '2011-05-15'])
})
