import { expect, test } from 'vitest'
import type { QueriedCell } from '#contract/queries.ts'
import { expectedRange, queryReasons } from '#domain/queries/query-texts.ts'

const cell = {
  question_type: 'calculated',
  option_list: [],
  unit: '%',
  decimal_places: 1,
  rules: [{ rule_code: 'changed', change_percent: 40 }],
  previous_answer: { time_period_id: 1, time_period_name: '2025', value: 6.400_414_937 },
  expected: { time_period_name: '2025', n: 24, Q1: 6.400_414_937, Median: 8, Q3: 10.586_569_579 }
} as unknown as QueriedCell

test('figures of others and of the past have the decimals of the question', () => {
  expect(expectedRange(cell)).toBe('6.4% to 10.6%')
  expect(queryReasons(cell)).toEqual(['Last year: 6.4%. It differs by more than 40%.'])
  const pay = { ...cell, question_type: 'currency', unit: '£', decimal_places: 0 } as QueriedCell
  expect(expectedRange({ ...pay, expected: { ...cell.expected!, Q1: 1_392_340.5 } })).toBe(
    '£1,392,341 to £11'
  )
})
