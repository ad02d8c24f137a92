// Unchanged parts stay the same objects.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEqual } from '#lib/keep-equal.ts'

test('an equal value of any type is replaced by the known one', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const known = structuredClone(value)
      expect(Object.is(keepEqual(known, structuredClone(value)), known)).toBe(
        typeof value === 'object' && value !== null ? true : Object.is(value, known)
      )
    })
  )
})

test('a different value equals the next one, and neither is mutated', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      const known = structuredClone(before)
      const next = structuredClone(after)
      expect(keepEqual(known, next)).toStrictEqual(after)
      expect(known).toStrictEqual(before)
      expect(next).toStrictEqual(after)
    })
  )
})

test('unchanged parts beside a change stay the same objects', () => {
  const known = { bars: [1, 2, 3], axis: { ticks: [0, 5] }, lines: [{ at: 1 }, { at: 2 }] }
  const kept = keepEqual(known, { bars: [1, 2, 3], axis: { ticks: [0, 5] }, lines: [{ at: 1 }, { at: 3 }] })
  expect(kept.bars).toBe(known.bars)
  expect(kept.axis).toBe(known.axis)
  expect(kept.lines[0]).toBe(known.lines[0])
  expect(kept.lines[1]).not.toBe(known.lines[1])
  expect(keepEqual({ a: undefined }, {})).toEqual({})
  expect(Object.keys(keepEqual({ a: undefined }, {}))).toEqual([])
  expect('b' in keepEqual<object>({ a: undefined }, { b: undefined })).toBe(true)
})
