// Which single values a large answer lists.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseListed, placesIn } from '#server/benchmarks/chart-data/listing.ts'

const one = (value: number | null, isWanted = false, isPeer = false) => ({ value, isWanted, isPeer })
type One = ReturnType<typeof one>

const anyone = fc.record({
  value: fc.option(fc.double({ noNaN: true, min: -50, max: 50 })),
  isWanted: fc.boolean(),
  isPeer: fc.boolean()
})

test('lists all values in their order if they fit, including missing ones', () => {
  const candidates = [one(3), one(null), one(1, true), one(2)]
  expect(chooseListed(candidates, 4)).toBe(candidates)
})

test('lists at most the limit, each value once, in their order, deterministically', () => {
  fc.assert(
    fc.property(
      fc.array(anyone, { maxLength: 80 }),
      fc.integer({ min: 1, max: 60 }),
      (candidates: One[], places) => {
        const listed = chooseListed(candidates, places)
        expect(listed.length).toBeLessThanOrEqual(places)
        expect(candidates.filter(candidate => listed.includes(candidate))).toEqual(listed)
        expect(chooseListed(candidates, places)).toEqual(listed)
        // A place stays empty only where nobody else has a value.
        if (candidates.length > places) {
          const able = candidates.filter(candidate => candidate.isWanted || candidate.value !== null).length
          expect(listed).toHaveLength(Math.min(places, able))
        }
        const wanted = candidates.filter(candidate => candidate.isWanted)
        if (wanted.length <= places) expect(listed).toEqual(expect.arrayContaining(wanted))
      }
    )
  )
})

test('the rest is spaced evenly over the ranks, whatever the values are, from the lowest to the highest', () => {
  const candidates = Array.from({ length: 1001 }, (_, rank) => one(1.01 ** rank)).toReversed()
  const ranks = chooseListed(candidates, 11).map(({ value }) => Math.round(Math.log(value!) / Math.log(1.01)))
  expect(ranks).toEqual([1000, 900, 800, 700, 600, 500, 400, 300, 200, 100, 0])
})

test('members of peer groups take up to half of the places, and more where the others do not need them', () => {
  const peers = Array.from({ length: 60 }, (_, index) => one(index, false, true))
  const others = Array.from({ length: 60 }, (_, index) => one(index))
  const own = one(7, true)
  const many = chooseListed([own, ...peers, ...others], 41)
  expect([many.includes(own), many.filter(value => value.isPeer).length, many.length]).toEqual([true, 20, 41])
  expect(chooseListed([own, ...peers.slice(0, 5), ...others], 41).filter(value => value.isPeer)).toEqual(
    peers.slice(0, 5)
  )
  expect(
    chooseListed([own, ...peers, ...others.slice(0, 10)], 41).filter(value => value.isPeer)
  ).toHaveLength(30)
})

test('distinguishes equal values by their order', () => {
  const candidates = Array.from({ length: 50 }, () => one(4))
  expect(chooseListed(candidates, 10)).toEqual(candidates.slice(0, 10))
  expect(new Set(chooseListed(candidates, 10)).size).toBe(10)
})

test('all series and periods of a reply keep within its number of values', () => {
  expect(placesIn(40_000, 2000, 1)).toBe(2000)
  expect(placesIn(40_000, 2000, 20)).toBe(2000)
  expect(placesIn(40_000, 2000, 50 * 20)).toBe(40)
  expect(placesIn(5000, 2000, 0)).toBe(2000)
})
