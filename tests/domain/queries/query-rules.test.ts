import { expect, test } from 'vitest'
import { isFoundBy, wasResolved, type JudgedCell } from '#domain/queries/query-rules.ts'

const NO_ANSWER = { value: null, is_not_applicable: false, is_not_available: false }
const cell = (value: JudgedCell['answer']['value'], more: Partial<JudgedCell> = {}): JudgedCell => ({
  answer: { ...NO_ANSWER, value },
  isRequiredAndLeft: false,
  former: null,
  spread: () => null,
  ...more
})
const peers = {
  time_period_name: '2025',
  n: 20,
  values: [],
  minimum: null,
  Q1: 10,
  Median: 12,
  Q3: 14,
  maximum: null,
  is_suppressed: false
}
const blank = { rule_code: 'required_blank' } as const
const outlier = { rule_code: 'outlier' } as const
const changed = (change_percent: number) => ({ rule_code: 'changed', change_percent }) as const

test('required and blank: only what completing the section asks for', () => {
  expect(isFoundBy(blank, cell(null, { isRequiredAndLeft: true }))).toBe(true)
  expect(isFoundBy(blank, cell(null))).toBe(false)
  // A required answer that breaks a hard rule is left, too, but is no blank.
  expect(isFoundBy(blank, cell(0, { isRequiredAndLeft: true }))).toBe(false)
})

test('changed: by more than the percentage in either direction, and never from 0 or from nothing', () => {
  const found = (value: number, former: number | null, percent = 40) =>
    isFoundBy(changed(percent), cell(value, { former }))
  expect([found(140, 100), found(140.1, 100), found(59, 100), found(60, 100)]).toEqual([
    false,
    true,
    true,
    false
  ])
  expect([found(5, 0), found(5, null), found(-15, -10)]).toEqual([false, false, true])
  expect(isFoundBy(changed(1), cell('12', { former: 1 }))).toBe(false)
})

test('outlier: beyond the usual fence around the middle half of the peers, and never without enough of them', () => {
  const found = (value: number, spread: JudgedCell['spread']) => isFoundBy(outlier, cell(value, { spread }))
  expect([found(21, () => peers), found(20, () => peers), found(3, () => peers)]).toEqual([true, false, true])
  expect(found(1000, () => ({ ...peers, n: 4 }))).toBe(false)
  expect(found(1000, () => ({ ...peers, n: null, Q1: null, Q3: null }))).toBe(false)
  expect(found(1000, () => null)).toBe(false)
  // Where single peers are shown, one beyond the fence keeps the value inside.
  expect(found(30, () => ({ ...peers, minimum: 2, maximum: 31 }))).toBe(false)
})

test('a rule does not ask again where its query was resolved with the same answer', () => {
  const answer = { ...NO_ANSWER, value: 9 }
  const resolved = [{ rules: [changed(40)], resolved_answer: answer }]
  expect(wasResolved(changed(20), answer, resolved)).toBe(true)
  expect(wasResolved(outlier, answer, resolved)).toBe(false)
  expect(wasResolved(changed(40), { ...answer, value: 8 }, resolved)).toBe(false)
  expect(wasResolved(changed(40), answer, [{ rules: [changed(40)], resolved_answer: null }])).toBe(false)
})
