import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf, organisationCount, unitsWithin, type BlockUnit } from '#domain/disclosure/blocks.ts'

const unitsArbitrary = fc
  .array(
    fc.record({
      organisationId: fc.integer({ min: 1, max: 40 }),
      options: fc.tuple(option(4), option(3), option(3)),
      isAnswered: fc.boolean()
    }),
    {
      minLength: 1,
      maxLength: 120
    }
  )
  .map(units => units.map((unit, index) => ({ ...unit, id: index + 1 })))

function option(count: number) {
  return fc.integer({ min: 1, max: count }).map(String)
}

interface TestUnit extends BlockUnit {
  isAnswered: boolean
}

const MINIMUM = 5
const idsOf = (units: readonly BlockUnit[]): number[] => units.map(unit => unit.id).toSorted((a, b) => a - b)

test('blocks hold every answered unit once, and each has more organisations than the minimum', () => {
  fc.assert(
    fc.property(unitsArbitrary, units => {
      const answered = units.filter(unit => unit.isAnswered)
      const blocks = blocksOf<TestUnit>(units, unit => unit.isAnswered, MINIMUM)
      if (organisationCount(answered) <= MINIMUM) expect(blocks).toEqual([])
      else expect(idsOf(blocks.flat())).toEqual(idsOf(answered))
      for (const block of blocks)
        expect(new Set(block.map(unit => unit.organisationId)).size).toBeGreaterThan(MINIMUM)
    })
  )
})

test('a branch with no more organisations than the minimum is no block of its own', () => {
  const units = Array.from({ length: 6 + MINIMUM }, (_, index) => ({
    id: index + 1,
    organisationId: index + 1,
    options: [index < 6 ? 'large' : 'small']
  }))
  const blocks = blocksOf(units, () => true, MINIMUM)
  expect(blocks.map(organisationCount)).toEqual([6 + MINIMUM])
})

test('two selections of one reader differ by no other organisation or by at least the minimum, whatever the reader answers', () => {
  const selection = fc.tuple(fc.integer({ min: 0, max: 2 }), option(4))
  fc.assert(
    fc.property(
      unitsArbitrary,
      fc.integer({ min: 1, max: 40 }),
      selection,
      selection,
      fc.func(fc.boolean()),
      (units, own, first, second, answersNow) => {
        const served = (
          [filter, chosen]: [number, string],
          hasFigure: (unit: TestUnit) => boolean
        ): TestUnit[] =>
          unitsWithin(
            blocksOf<TestUnit>(units, hasFigure, MINIMUM),
            own,
            unit => unit.options[filter] === chosen
          ) ?? []
        const before = served(first, unit => unit.isAnswered)
        // Only the reader has added or removed figures in between.
        const after = served(second, unit =>
          unit.organisationId === own ? answersNow(unit.id) : unit.isAnswered
        )
        for (const [one, other] of [
          [before, after],
          [after, before]
        ] as const) {
          const ids = new Set(other.map(unit => unit.id))
          const only = one.filter(unit => !ids.has(unit.id))
          if (only.length > 0) expect(organisationCount(only)).toBeGreaterThanOrEqual(MINIMUM)
          expect(one.some(unit => unit.organisationId === own)).toBe(false)
        }
      }
    ),
    { numRuns: 1000 }
  )
})

test('an option of enough organisations is a selection of its own', () => {
  const units = Array.from({ length: 24 }, (_, index) => ({
    id: index,
    organisationId: index,
    options: [index % 2 === 0 ? 'north' : 'south']
  }))
  const blocks = blocksOf(units, () => true, MINIMUM)
  expect(unitsWithin(blocks, 0, unit => unit.options[0] === 'north')).toHaveLength(11)
  expect(unitsWithin(blocks, 1, unit => unit.options[0] === 'north')).toHaveLength(12)
  expect(unitsWithin(blocks, 1, unit => unit.id < 3)).toBeNull()
})

describe('what a branch joins', () => {
  /** Units of one organisation each, the first ones with a figure. */
  const branch = (name: string, from: number, count: number, answered: number): TestUnit[] =>
    Array.from({ length: count }, (_, index) => ({
      id: from + index,
      organisationId: from + index,
      options: [name],
      isAnswered: index < answered
    }))
  const blocksIn = (...branches: TestUnit[][]): number[][] =>
    blocksOf(branches.flat(), unit => unit.isAnswered, MINIMUM).map(block => idsOf(block))

  test('nothing is divided if the branch with the most organisations has too few figures', () => {
    const [most, other] = [branch('north', 1, 10, 2), branch('south', 21, 8, 8)]
    expect(blocksIn(most, other)).toEqual([[1, 2, ...idsOf(other)]])
  })

  test('a small one joins the branch with the most organisations, whoever has answered', () => {
    const [most, other, small] = [
      branch('north', 1, 10, 7),
      branch('south', 21, 9, 9),
      branch('west', 41, 2, 2)
    ]
    expect(blocksIn(most, other, small)).toEqual([[1, 2, 3, 4, 5, 6, 7, 41, 42], idsOf(other)])
  })

  test('one organisation with many units is one', () => {
    const many = branch('south', 21, 8, 8).map(unit => ({ ...unit, organisationId: 21 }))
    expect(blocksIn(branch('north', 1, 8, 8), many)).toHaveLength(1)
  })
})
