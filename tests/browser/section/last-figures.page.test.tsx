// The last period's figures in the corners of the cells.

import '#tests/support/indexed-db.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { $showsLastFigures, keepLastFiguresChoice } from '#browser/section/table/last-figures.ts'
import { aGrid, aSection } from '#tests/support/questions.ts'
import { focus, showForm, type } from '#tests/support/section-form.tsx'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
let stopKeeping = (): void => {}
beforeEach(() => {
  localStorage.clear()
  stopKeeping = keepLastFiguresChoice('figures')
})
afterEach(() => {
  cleanup()
  stopKeeping()
})

const before = (value: number | string, time_period_name = '2025') => ({
  previous_answer: { time_period_id: 1, time_period_name, value }
})
const corners = () =>
  [...document.querySelectorAll<HTMLElement>('[role=gridcell]:not(.sum)')].map(cell => cell.dataset['last'])
const lastYear = () => screen.getByRole('switch', { name: 'Last year' })

test('a switch shows the last period’s figures as the cells write them, and is remembered', async () => {
  const section = aSection(aGrid(1, 2, { question: { question_type: 'decimal', ...before(1234.5) } }))
  const first = await showForm(section)
  expect(corners()).toEqual([undefined, undefined])
  fireEvent.click(lastYear())
  expect(corners()).toEqual(['1,234.5', '1,234.5'])
  first.unmount()

  // Another user of the same device has chosen nothing yet.
  stopKeeping()
  keepLastFiguresChoice('figures of another')()
  expect($showsLastFigures.get()).toBe(false)
  stopKeeping = keepLastFiguresChoice('figures')
  await showForm(section)
  expect(lastYear()).toHaveProperty('checked', true)
  expect(corners()).toEqual(['1,234.5', '1,234.5'])
  fireEvent.click(lastYear())
  expect(corners()).toEqual([undefined, undefined])
  expect(localStorage).toHaveLength(0)
})

test.each([
  ['no figure of a last period', {}],
  ['words', { question_type: 'text', ...before('as before') } as const]
])('a table with %s has no switch', async (_, question) => {
  await showForm(aSection(aGrid(1, 1, { question })))
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a period that is no year is the last time', async () => {
  await showForm(aSection(aGrid(1, 1, { question: before(3, 'Spring 2026') })))
  expect(screen.getByRole('switch', { name: 'Last time' })).toBeTruthy()
})

test('with the last figures shown, typing still renders nothing', async () => {
  const { pass } = await showForm(aSection(aGrid(2, 2, { question: { is_required: false, ...before(7) } })))
  fireEvent.click(lastYear())
  const field = document.querySelector<HTMLInputElement>('input[id^="cell-"]')!
  focus(field)
  const changes = new Set<string>()
  const observer = new MutationObserver(records => {
    for (const record of records) changes.add(record.attributeName ?? record.type)
  })
  observer.observe(field.closest('[role=gridcell]')!, { subtree: true, childList: true, attributes: true })
  for (const text of ['1', '12']) {
    type(field, text)
    await pass(50)
  }
  observer.disconnect()
  expect([...changes].filter(name => name !== 'data-saving')).toEqual([])
})
