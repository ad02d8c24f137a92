// Parts that have not changed stay the same objects.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEqual } from '#lib/keep-equal.ts'

test('an equal value is the known one, whatever it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const known = structuredClone(value)
      expect(Object.is(keepEqual(known, structuredClone(value)), known)).toBe(
        typeof value === 'object' && value !== null ? true : Object.is(value, known)
      )
    })
  )
})

test('another value is the next one to the letter, and none of either is changed', () => {
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

test('what has not changed beside a change stays the same object', () => {
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
