// What two periods, and counts that change while members work, tell.

import { expect, test } from 'vitest'
import { liveCount } from '#domain/disclosure/disclosure.ts'
import { liveCountText } from '#domain/disclosure/visibility.ts'
import { combinesToTooFew, type EditionSums } from '#domain/figures/edition-changes.ts'

const MINIMUM = 5

test('a count that changes while members work moves in steps of the minimum', () => {
  expect([0, 4, 5, 9, 126].map(count => liveCount(count, MINIMUM))).toEqual([0, 0, 5, 5, 125])
  const strict = { visibility: 'anonymous', isAdmin: false, minimum_count: MINIMUM } as const
  expect([0, 5].map(count => liveCountText(count, strict))).toEqual(['fewer than 5', 'at least 5'])
  expect(liveCountText(126, { ...strict, isAdmin: true })).toBe('126')
  expect(liveCountText(0, { ...strict, visibility: 'named' })).toBe('0')
})

const period = (blocks: number[][], figure: (id: number) => number): EditionSums => ({
  blocks,
  figureOf: id => String(figure(id)),
  organisationOf: id => id
})
const ids = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('of figures that stay the same, two periods tell who has left; of others they do not', () => {
  const beds = (id: number): number => 10 * id
  const before = period([ids(1, 12)], beds)
  expect(combinesToTooFew([before, period([ids(2, 12)], beds)], MINIMUM)).toBe(true)
  expect(combinesToTooFew([before, period([ids(1, 12)], beds)], MINIMUM)).toBe(false)
  expect(combinesToTooFew([before, period([ids(8, 12)], beds)], MINIMUM)).toBe(true)
  expect(combinesToTooFew([before, period([ids(7, 12)], beds)], MINIMUM)).toBe(false)
  expect(combinesToTooFew([before, period([ids(2, 12)], id => 7 * id)], MINIMUM)).toBe(false)
})
