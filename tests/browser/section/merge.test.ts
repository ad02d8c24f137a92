import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeCell } from '#browser/section/state/merge.ts'
import type { CellAnswer } from '#domain/answers/cell-rules.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'

const answer = (value: CellAnswer['value'], more: Partial<CellAnswer> = {}): CellAnswer => ({
  value,
  is_not_applicable: false,
  is_not_available: false,
  ...more
})

test.each<[string, CellAnswer, CellAnswer, CellAnswer, string]>([
  ['only mine changed', answer(1), answer(2), answer(1), 'mine'],
  ['only theirs changed', answer(1), answer(1), answer(2), 'theirs'],
  ['both the same way', answer(1), answer(2), answer(2), 'same'],
  ['both differently', answer(1), answer(2), answer(3), 'conflict'],
  ['blank is a change', answer(1), answer(null), answer(3), 'conflict'],
  ['0 is not blank', answer(null), answer(0), answer(null), 'mine'],
  [
    'not applicable is not blank',
    answer(null),
    answer(null, { is_not_applicable: true }),
    answer(null),
    'mine'
  ],
  ['a choice in another order is the same', answer([1, 2]), answer([2, 1]), answer([1, 2]), 'same']
])('%s', (_, base, mine, theirs, outcome) => {
  expect(mergeCell(base, mine, theirs)).toBe(outcome)
})

test('several options ticked in another order are the same answer', () => {
  const ticked = (...value: number[]) => ({ value, is_not_applicable: false, is_not_available: false })
  expect(isSameAnswer(ticked(1, 2), ticked(2, 1))).toBe(true)
  expect(isSameAnswer(ticked(1, 2), ticked(1, 3))).toBe(false)
  expect(isSameAnswer(ticked(1), ticked(1, 2))).toBe(false)
})

test('an own answer whose acknowledgement was lost is no conflict', () => {
  expect(mergeCell(answer(1), answer(3), answer(2), [answer(2)])).toBe('mine')
})

const answers = fc.oneof(
  fc.option(fc.integer({ min: 0, max: 3 })).map(value => answer(value)),
  fc.constant(answer(null, { is_not_applicable: true })),
  fc.constant(answer(null, { is_not_available: true }))
)

test('a merge never loses a change: whoever changed a cell alone keeps it, and two different changes are a conflict', () => {
  fc.assert(
    fc.property(answers, answers, answers, (base, mine, theirs) => {
      const outcome = mergeCell(base, mine, theirs)
      const kept = { mine, theirs, same: mine, conflict: null }[outcome]
      if (!isSameAnswer(mine, base) && kept !== null) expect(isSameAnswer(kept, mine)).toBe(true)
      if (!isSameAnswer(theirs, base) && kept !== null) expect(isSameAnswer(kept, theirs)).toBe(true)
      expect(outcome === 'conflict').toBe(
        !isSameAnswer(mine, base) && !isSameAnswer(theirs, base) && !isSameAnswer(mine, theirs)
      )
    })
  )
})
