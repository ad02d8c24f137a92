// The sentence of the strip: whether a figure stands out from the last one and from the peers.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeOutlier } from '#domain/answers/outlier.ts'
import { periodBefore } from '#domain/answers/period-before.ts'

const peers = { n: 46, minimum: 320, Q1: 430, Q3: 520, maximum: 640 }
const say = (value: number, last: number | null = 498, among: typeof peers | null = peers) =>
  describeOutlier({ value, last, lastName: 'last year', peers: among })

describe('a figure that stands out', () => {
  test.each([
    [49, 'A tenth of last year’s 498 and below every peer. A digit missing?'],
    [5, 'A hundredth of last year’s 498 and below every peer. Two digits missing, or a different unit?'],
    [0.5, 'A thousandth of last year’s 498 and below every peer. A different unit?'],
    [4980, 'Ten times last year’s 498 and above every peer. An extra digit?'],
    [49_800, 'A hundred times last year’s 498 and above every peer. Two extra digits, or a different unit?'],
    [500_000, 'A thousand times last year’s 498 and above every peer. A different unit?'],
    [0, 'Zero, after last year’s 498 and below every peer.'],
    [-498, 'Opposite sign to last year’s 498 and below every peer. Missing or extra minus sign?'],
    [240, 'Less than half of last year’s 498 and below every peer.'],
    [100, 'Less than a quarter of last year’s 498 and below every peer.'],
    [1100, 'More than twice last year’s 498 and above every peer.'],
    [3000, 'More than four times last year’s 498 and above every peer.']
  ])('%d after 498', (value, sentence) => expect(say(value)).toBe(sentence))

  test('compared with peers only, it must be beyond the fence, not only beyond every peer', () => {
    expect(say(310, null)).toBeNull()
    expect(say(290, null)).toBe('Below every peer.')
    expect(say(660, null)).toSatisfy(said => said === 'Above every peer.')
    expect(say(650, 640)).toBeNull()
  })

  test('says nothing about peers that are not shown or too few', () => {
    expect(say(49, 498, null)).toBe('A tenth of last year’s 498. A digit missing?')
    expect(say(49, 498, { ...peers, n: 4 })).toBe('A tenth of last year’s 498. A digit missing?')
    expect(say(1_000_000, null, null)).toBeNull()
  })

  test('an ordinary figure is not an outlier', () => {
    for (const value of [498, 470, 530, 260, 990]) expect(say(value, 498, null)).toBeNull()
    expect(say(12, 0, null)).toBeNull()
  })

  test('works below zero too', () =>
    expect(say(-49, -498, null)).toBe('A tenth of last year’s -498. A digit missing?'))
})

test('every figure gets a whole sentence or none, and an unchanged figure is never an outlier', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (value, last) => {
        expect(say(value, last, null) ?? 'none.').toMatch(/[.?]$/)
        expect(say(value, value, null)).toBeNull()
      }
    )
  )
})

test('says last year for years and last time for other periods', () => {
  expect([periodBefore('2025'), periodBefore('Spring 2025')]).toEqual(['last year', 'last time'])
})
