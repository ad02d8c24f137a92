// What a correction window of queried cells opens with them.

import { expect, test } from 'vitest'
import { cellKey } from '#domain/answers/cell-address.ts'
import { withLinkedCells } from '#domain/answers/linked-cells.ts'
import { moveToRow } from '#domain/answers/repeating.ts'
import { aQuestion } from '#tests/support/questions.ts'

const asked = (question_id: number, more: Parameters<typeof aQuestion>[0] = {}) =>
  aQuestion({ question_id, ...more })
const sum = (question_id: number, expression: string, more: Parameters<typeof aQuestion>[0] = {}) =>
  asked(question_id, { question_type: 'calculated', expression, ...more })

const opened = (questions: ReturnType<typeof asked>[], ...queried: number[]) =>
  withLinkedCells(questions, new Set(queried.map(question_id => cellKey(asked(question_id))))).map(
    ({ question_id }) => question_id
  )

test('a queried cell opens itself and what it adds up or is compared with, and nothing else', () => {
  const free = sum(3, 'q1 - q2', { min_value: 0 })
  const form = [asked(1), asked(2), free, asked(4), sum(5, 'q3 + q6'), asked(6), sum(7, 'q4 * 2')]
  expect(opened(form, 1)).toEqual([1, 2, 6])
  expect(opened(form, 6)).toEqual([1, 2, 6])
  expect(opened(form, 4)).toEqual([4])
})

test('a queried sum opens what it is calculated from, which other sums also contain', () => {
  const form = [asked(1), asked(2), sum(3, 'q1 + q2'), sum(4, 'q2 + q5'), asked(5), asked(6)]
  expect(opened(form, 3)).toEqual([1, 2, 5])
})

test('a cell that is shown or hidden by a queried one is opened with it, and so are those that it shows or hides', () => {
  const form = [asked(1), asked(2, { visible_if: 'q1 > 0' }), asked(3, { visible_if: 'q2 > 0' })]
  expect(opened(form, 1)).toEqual([1, 2, 3])
  expect(opened(form, 3)).toEqual([3])
  expect(opened(form.toReversed(), 1)).toEqual([3, 2, 1])
})

test('a cell that is opened only because it shares a total opens what it shows and its other totals', () => {
  const form = [asked(1), asked(2), sum(3, 'q1 + q2'), asked(4, { visible_if: 'q2 > 0' })]
  expect(opened(form, 1)).toEqual([1, 2, 4])
  expect(opened([...form, sum(5, 'q4 - q6'), asked(6), asked(7)], 1)).toEqual([1, 2, 4, 6])
})

test('formulas that depend on themselves or cannot be read open nothing more', () => {
  const form = [asked(1), sum(2, 'q3 + q1'), sum(3, 'q2 + q4'), asked(4), sum(5, 'q1 +')]
  expect(opened(form, 1)).toEqual([1, 4])
  expect(opened(form, 99)).toEqual([])
})

test('of a row that people added, only that row is opened, unless all rows are added up', () => {
  const row = [asked(1, { column_id: 1 }), asked(2, { column_id: 2 }), sum(3, 'q1 - q2', { column_id: 3 })]
  const rows = [1, 2].flatMap(number => moveToRow(row, number))
  const given = new Set(['1:2:1'])
  const keys = (questions: typeof rows) => withLinkedCells(questions, given).map(cellKey)
  expect(keys(rows)).toEqual(['1:2:1', '2:2:2'])
  expect(keys([...rows, sum(4, 'sum(q1)')])).toEqual(['1:1:1', '2:1:2', '1:2:1', '2:2:2'])
})
