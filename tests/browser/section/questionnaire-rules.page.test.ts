// Rules between cells: what a calculated cell comes to is judged while the cells that it is calculated from are typed.

import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { errorOf, warningOf } from '#browser/section/state/cell-state.ts'
import { cellStatus, cellStatusText } from '#browser/section/state/cell-status.ts'
import { aQuestion, aSection } from '#tests/support/questions.ts'
import { sectionServer } from '#tests/support/section-server.ts'
import { visit } from '#tests/support/section-visit.ts'
import { aList } from '#tests/support/workbooks.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const section = () =>
  aSection(
    aList(
      aQuestion({ question_id: 1, question_text: 'Falls', question_type: 'integer' }),
      aQuestion({ question_id: 2, question_text: 'Falls with harm', question_type: 'integer' }),
      aQuestion({
        question_id: 3,
        question_text: 'Share of falls with harm',
        question_type: 'calculated',
        expression: '100 * q2 / q1',
        unit: '%',
        max_value: 100,
        warn_max: 50
      })
    )
  )
const [falls, harm, share] = ['1:0:0', '2:0:0', '3:0:0'] as const

test('a broken rule is told at once, names the cells that it is about, and is gone when one of them is mended', async () => {
  const server = sectionServer(section())
  const { engine, type, pass } = await visit(server.as())
  const state = () => engine.store.get(share)
  type(falls, '4')
  type(harm, '5')
  expect(errorOf(state())).toBe('The value must be 100% or less.')
  const cell = engine.model.cells.get(share)!
  expect(cellStatusText(cellStatus(cell, state()), state(), engine.sourceNames(share))).toBe(
    'The value must be 100% or less. It is calculated from Falls with harm and Falls.'
  )
  await pass(2000)
  expect([server.valueOf(falls), server.valueOf(harm)], 'what was typed is saved all the same').toEqual([
    4, 5
  ])
  expect(engine.keysOf('error')).toEqual([share])
  expect(engine.$status.get()).toMatchObject({ errors: 1, isDone: false })

  type(harm, '3')
  expect([errorOf(state()), warningOf(state())]).toEqual([null, 'Usually 50% or less.'])
  type(harm, '1')
  await pass(2000)
  expect([errorOf(state()), warningOf(state())]).toEqual([null, null])
  expect(engine.$status.get()).toMatchObject({ errors: 0, warnings: 0, isDone: true })
})
