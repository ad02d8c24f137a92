// How retiring or restoring a part would change stored results of formulas.

import { expect, test } from 'vitest'
import {
  faultOfGain,
  faultOfLoss,
  faultOfMissing,
  questionsGaining,
  questionsLosing,
  questionsMissing
} from '#domain/formulas/lost-references.ts'

const cell = (question_id: number, row_id: number, is_answered: boolean) => ({
  section_id: 1,
  question_id,
  row_id,
  column_id: 5,
  is_answered
})
const total = { question_id: 9, expression: 'sum(q1)', visible_if: null }
const one = { question_id: 8, expression: 'q1_r1_c5 * 2', visible_if: null }
const formulas = [cell(9, 0, true), cell(8, 0, true)]
const [first, second] = [cell(1, 1, true), cell(1, 2, true)]

test('a formula loses the only cell that it reads, and a sum one that is answered', () => {
  const losing = (before: (typeof first)[], after: (typeof first)[]) =>
    questionsLosing([total, one], [...before, ...formulas], [...after, ...formulas])
  expect(losing([first, second], [first, second])).toEqual([])
  expect(losing([first, second], [second])).toEqual([total, one])
  expect(losing([first, second], [first])).toEqual([total])
  const unanswered = cell(1, 2, false)
  expect(losing([first, unanswered], [first])).toEqual([])
  expect(losing([cell(1, 1, false)], [])).toEqual([total, one])
  expect(questionsLosing([total], [first, ...formulas], [])).toEqual([])
})

test('a sum gains restored answers, and nothing from a part without answers', () => {
  const gaining = (before: (typeof first)[], after: (typeof first)[]) =>
    questionsGaining([total, one], [...before, ...formulas], [...after, ...formulas])
  expect(gaining([first], [first, second])).toEqual([total])
  expect(gaining([first], [first, cell(1, 2, false)])).toEqual([])
  expect(gaining([second], [first, second])).toEqual([total, one])
  expect(questionsGaining([total], [first], [first, second, ...formulas])).toEqual([])
})

test('a formula comes into use without a part that it reads or whose answers it counted', () => {
  const placed = (source: typeof first, retired_part: string | null = null) => ({ ...source, retired_part })
  const missing = (sources: ReturnType<typeof placed>[], isAnswered: boolean) => {
    const own = [cell(9, 0, isAnswered), cell(8, 0, isAnswered)]
    const before = [...sources, ...own.map(formula => placed(formula, 'List'))]
    const after = [...sources, ...own.map(formula => placed(formula))]
    expect(questionsMissing([total, one], after, after)).toEqual([])
    return questionsMissing([total, one], before, after).map(({ question, part }) => [
      question.question_id,
      part
    ])
  }
  expect(missing([placed(first), placed(second)], true)).toEqual([])
  expect(missing([placed(first), placed(second, 'Night')], true)).toEqual([[9, 'Night']])
  expect(missing([placed(first), placed(second, 'Night')], false)).toEqual([])
  expect(missing([placed(first), placed(cell(1, 2, false), 'Night')], true)).toEqual([])
  expect(missing([placed(first, 'Day'), placed(second)], false)).toEqual([[8, 'Day']])
  expect(missing([placed(cell(1, 1, false), 'Day')], false)).toEqual([
    [9, 'Day'],
    [8, 'Day']
  ])
})

test('the refusals name the formulas', () => {
  expect(faultOfLoss(['Total']).message).toBe(
    'the formula of “Total” needs it; change the formula, or retire “Total” first'
  )
  expect(faultOfGain(['Total', 'Share']).message).toBe(
    'the formulas of “Total”, “Share” would count its answers, so that figures would change; retire those questions first'
  )
  expect(faultOfMissing({ question: { question_text: 'Total' }, part: 'Night' }).message).toBe(
    'the formula of “Total” reads “Night”, which is retired; restore it first'
  )
})
