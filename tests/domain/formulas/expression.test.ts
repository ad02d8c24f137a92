import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CellValue } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { planDerivation, type DerivedQuestion, type DerivedState } from '#domain/formulas/derivation.ts'
import { MAX_EXPRESSION_DEPTH } from '#domain/formulas/expression-syntax.ts'
import { compile, type Lookup } from '#domain/formulas/expression.ts'

const answers: Record<number, CellValue[]> = {
  1: [10],
  2: [4],
  3: [null],
  4: [0],
  5: ['yes'],
  6: [[2, 3]],
  7: [1, null, 2.5],
  8: [0.1],
  9: [0.2]
}
const lookup: Lookup = reference => answers[reference.question_id] ?? []
const value = (text: string): CellValue => {
  const compiled = compile(text)
  return compiled.ok
    ? compiled.value.value(lookup)
    : `fault at ${compiled.error.at}: ${compiled.error.message}`
}

test.each<[string, CellValue]>([
  ['q1 + q2 * 2', 18],
  ['(q1 + q2) * 2', 28],
  ['-q1 - -q2', -6],
  ['q1 / q4', null],
  ['q1 + q3', null],
  ['sum(q1, q3, q7)', 13.5],
  ['sum(q3)', null],
  ['sum(q99)', null],
  ['q7', null],
  ['q8 + q9', 0.3],
  ['q8 + q9 = 0.3', 'yes'],
  ["q5 = 'YES'", 'yes'],
  ['q5 = yes and not q4', 'yes'],
  ['q5 = yes and q4', 'no'],
  ['q6 = 3', 'yes'],
  ['q6 != 3', 'no'],
  ['q6 = 4', 'no'],
  ['q3 = 0', 'no'],
  ['q3 <> 1', 'no'],
  ['blank(q3) and not blank(q4)', 'yes'],
  ['q1 > q2 and q2 >= 4 or q4', 'yes'],
  ['q5 > 3', 'no'],
  ["'b' > 'a'", 'yes'],
  ['1e400', 'fault at 1: Unexpected “e400”. A sign such as + may be missing before it.']
])('%s', (text, expected) => {
  expect(value(text)).toEqual(expected)
})

test.each([
  ['', 0, 'ends too early'],
  ['q1 +', 4, 'ends too early'],
  ['q1 + + q2', 5, 'Unexpected “+”'],
  ['(q1', 3, 'ends too early'],
  ['alert(1)', 0, 'not a known name'],
  ['alert', 0, 'not a known name'],
  ['q1 { q2 }', 2, 'not recognised'],
  ['q1; q2', 2, 'not recognised'],
  ['constructor', 0, 'not a known name'],
  ['q1_r2', 0, 'not a known name'],
  ['q1 q2', 3, 'Unexpected “q2”']
])('%s is refused with its position', (text, at, message) => {
  const compiled = compile(text)
  expect(compiled).toMatchObject({ ok: false, error: { at } })
  expect(!compiled.ok && compiled.error.message).toContain(message)
})

test('nesting and length have a limit, so that no expression can exhaust the stack', () => {
  const nested = (depth: number): string => `${'('.repeat(depth)}1${')'.repeat(depth)}`
  expect(compile(nested(MAX_EXPRESSION_DEPTH - 1)).ok).toBe(true)
  expect(compile(nested(MAX_EXPRESSION_DEPTH + 1)).ok).toBe(false)
  expect(compile('-'.repeat(3000) + '1').ok).toBe(false)
  expect(compile('not '.repeat(900) + '1').ok).toBe(false)
  expect(compile('1+'.repeat(3000) + '1').ok).toBe(false)
})

test('no text makes the compiler throw', () => {
  const piece = fc.constantFrom(
    'q1',
    'q2_r1_c1',
    '+',
    '-',
    '*',
    '/',
    '(',
    ')',
    'sum(',
    'blank(',
    ',',
    'and',
    'or',
    'not',
    '=',
    '<>',
    '1',
    "'x'",
    '€',
    ' '
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
      expect(compile(pieces.join(' ')).ok).toBeTypeOf('boolean')
    })
  )
})

const question = (id: number, more: Partial<DerivedQuestion> = {}): DerivedQuestion => ({
  question_id: id,
  row_id: 0,
  column_id: 0,
  question_type: more.expression === undefined ? 'integer' : 'calculated',
  expression: null,
  visible_if: null,
  ...more
})
const key = (id: number): string => `${id}:0:0`

test('calculated cells can depend on calculated cells in any order; a hidden cell counts as blank', () => {
  const values = new Map<string, CellValue>([
    [key(1), 5],
    [key(2), 7],
    [key(5), 'no']
  ])
  const state: DerivedState = {
    answerOf: cell => values.get(cell) ?? null,
    calculated: new Map(),
    hidden: new Set()
  }
  const plan = planDerivation([
    question(4, { expression: 'sum(q3, q2)' }),
    question(3, { expression: 'q1 * 2' }),
    question(1),
    question(2, { visible_if: 'q5 = yes' }),
    question(5)
  ])
  plan.deriveAll(state)
  expect([...state.calculated]).toEqual(
    expect.arrayContaining([
      [key(3), 10],
      [key(4), 10]
    ])
  )
  expect([...state.hidden]).toEqual([key(2)])
  values.set(key(5), 'yes')
  expect(plan.deriveAfter(state, [key(5)])).toEqual([key(2), key(4)])
  expect(state.calculated.get(key(4))).toBe(17)
  values.set(key(1), 6)
  expect(plan.deriveAfter(state, [key(1)])).toEqual([key(3), key(4)])
  expect(plan.faults).toEqual([])
})

test('a cycle is reported, stays blank and does not affect other cells', () => {
  const state: DerivedState = { answerOf: () => 1, calculated: new Map(), hidden: new Set() }
  const plan = planDerivation([
    question(1, { expression: 'q2 + 1' }),
    question(2, { expression: 'q1 + 1' }),
    question(3),
    question(4, { expression: 'q3 + 1' }),
    question(5, { expression: 'q3 +' })
  ])
  plan.deriveAll(state)
  expect(plan.faults.map(fault => fault.key).toSorted()).toEqual([key(1), key(2), key(5)])
  expect(state.calculated.get(key(4))).toBe(2)
  expect(state.calculated.get(key(1))).toBeUndefined()
})

test('deriving after each change gives the same result as deriving everything again', () => {
  const formulas = fc.array(fc.tuple(fc.constantFrom('+', '-', '*', '/'), fc.nat(), fc.nat()), {
    minLength: 1,
    maxLength: 12
  })
  const edits = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 5 }), fc.option(fc.integer({ min: -9, max: 9 }))),
    { maxLength: 20 }
  )
  fc.assert(
    fc.property(formulas, edits, (shapes, changes) => {
      const base = [1, 2, 3, 4, 5].map(id => question(id))
      const derived = shapes.map(([sign, a, b], index) =>
        question(10 + index, { expression: `q${pick(a, index)} ${sign} q${pick(b, index)}` })
      )
      const values = new Map<string, CellValue>()
      const fresh = (): DerivedState => ({
        answerOf: cell => values.get(cell) ?? null,
        calculated: new Map(),
        hidden: new Set()
      })
      const plan = planDerivation([...derived.toReversed(), ...base])
      const live = fresh()
      plan.deriveAll(live)
      for (const [id, next] of changes) {
        values.set(key(id), next)
        plan.deriveAfter(live, [cellKey({ question_id: id, row_id: 0, column_id: 0 })])
      }
      const anew = fresh()
      plan.deriveAll(anew)
      expect(live.calculated).toEqual(anew.calculated)
    })
  )
})

/** A question before the formula: one of the five entered ones or an earlier formula, so that there is no cycle. */
const pick = (seed: number, index: number): number => {
  const place = seed % (5 + index)
  return place < 5 ? place + 1 : 10 + place - 5
}
