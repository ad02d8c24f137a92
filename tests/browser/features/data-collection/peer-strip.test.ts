// Where the strip's parts stand.

import { expect, test } from 'vitest'
import {
  anchorAt,
  peerStripGeometry,
  STRIP_WIDTH
} from '#browser/features/data-collection/panel/peer-strip-geometry.ts'

const peers = [320, 430, 470, 498, 520, 640]
const middle = { Q1: 430, Median: 480, Q3: 520 }

test('the scale is that of the peers, whatever is typed', () => {
  const before = peerStripGeometry({ peers, middle, last: 498, now: null })
  for (const now of [49, 470, 4980]) {
    const { now: _, ...rest } = peerStripGeometry({ peers, middle, last: 498, now })
    expect({ ...rest, now: null }).toEqual(before)
  }
  expect(before.box!.from).toBeLessThan(before.median!)
  expect(before.median!).toBeLessThan(before.box!.to)
})

test('a figure beyond the scale stands at its edge', () => {
  const place = (now: number) => peerStripGeometry({ peers, middle, last: 498, now }).now
  expect(place(49)).toMatchObject({ isBeyond: 'below' })
  expect(place(4980)).toMatchObject({ isBeyond: 'above' })
  expect(place(320)).toMatchObject({ isBeyond: null })
  expect(place(49)!.at).toBeLessThan(place(320)!.at)
  expect(place(4980)!.at).toBeLessThanOrEqual(STRIP_WIDTH)
})

test('the own last figure widens the scale; equal peers stand in the middle; without any there is no place', () => {
  expect(peerStripGeometry({ peers, middle, last: 1000, now: 900 }).now!.isBeyond).toBeNull()
  expect(peerStripGeometry({ peers: [5, 5, 5], middle: null, last: null, now: 5 })).toMatchObject({
    dots: `M${STRIP_WIDTH / 2} 30h0`,
    box: null,
    now: { at: STRIP_WIDTH / 2, isBeyond: null }
  })
  expect(peerStripGeometry({ peers: [], middle: null, last: null, now: 5 }).now).toBeNull()
})

test('where peers are not told one by one, the scale holds their middle half, and the median alone where nothing else is known', () => {
  const half = peerStripGeometry({ peers: [], middle, last: null, now: 470 })
  expect(half.now!.isBeyond).toBeNull()
  expect(half.box!.from).toBeGreaterThan(0)
  expect(half.box!.to).toBeLessThan(STRIP_WIDTH)
  expect(
    peerStripGeometry({ peers: [], middle: { ...middle, Q1: null, Q3: null }, last: 498, now: null })
  ).toMatchObject({ box: null })
})

test('texts stay inside the strip', () => {
  expect(anchorAt(2)).toEqual({ textAnchor: 'start', x: 2 })
  expect(anchorAt(100)).toEqual({ textAnchor: 'middle', x: 100 })
  expect(anchorAt(STRIP_WIDTH)).toEqual({ textAnchor: 'end', x: STRIP_WIDTH - 2 })
})
