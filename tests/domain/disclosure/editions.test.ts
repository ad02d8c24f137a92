// The rules of published figures: which charts are divided together, which corrections may be published, which means and runs are disclosed.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDominated, runsOf } from '#domain/disclosure/disclosure.ts'
import { divideTogether } from '#domain/disclosure/divisions.ts'
import { isolatesFew } from '#domain/disclosure/isolation.ts'
import { isLooser, seesOthersBeforePublication, visibilitySentence } from '#domain/disclosure/visibility.ts'
import { disclosesTooFew, countIsolatedGroups, type EditionSums } from '#domain/figures/edition-changes.ts'

const MINIMUM = 5
const chart = (name: string, counted: string[], denominators: string[] = []) => ({
  name,
  counted: new Set(counted),
  denominators: new Set(denominators)
})
const namesIn = (groups: { name: string }[][]): string[][] =>
  groups.map(group => group.map(one => one.name).toSorted())

test('charts that count the same cell are divided together, also through a third; a shared denominator does not join them', () => {
  const falls = chart('falls', ['falls'])
  const fallsPerBed = chart('falls per bed', ['falls'], ['beds'])
  const infectionsPerBed = chart('infections per bed', ['infections'], ['beds'])
  expect(namesIn(divideTogether([falls, infectionsPerBed, fallsPerBed]))).toEqual([
    ['falls', 'falls per bed'],
    ['infections per bed']
  ])
  // Beds are counted by one and divide the others: now all three depend on each other.
  const bedsPerNurse = chart('beds per nurse', ['beds'], ['nurses'])
  expect(namesIn(divideTogether([falls, infectionsPerBed, fallsPerBed, bedsPerNurse]))).toHaveLength(1)
})

const block = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
/** Figures are 0 by default. */
const edition = (
  blocks: number[][],
  figures: Record<number, number> = {},
  organisationOf = (id: number) => id
): EditionSums => ({ blocks, figureOf: id => String(figures[id] ?? 0), organisationOf })
const changed = (ids: readonly number[], to = 1): Record<number, number> =>
  Object.fromEntries(ids.map(id => [id, to]))
const changes = (before: number[][], after: number[][], ids: number[]): number =>
  countIsolatedGroups(edition(before), edition(after, changed(ids)), MINIMUM)

describe('a new edition of a strict project', () => {
  test('changes nothing, or more than the minimum of organisations in each block that it changes', () => {
    const blocks = [block(1, 7), block(8, 14)]
    expect(changes(blocks, blocks, [])).toBe(0)
    expect(changes(blocks, blocks, [1])).toBe(1)
    // One of the five may be the reader, who knows the own change: four others are left.
    expect(changes(blocks, blocks, block(1, 5))).toBe(1)
    expect(changes(blocks, blocks, block(1, 6))).toBe(0)
    // Six changed, but not in one block.
    expect(changes(blocks, blocks, [1, 2, 3, 8, 9, 10])).toBe(2)
    expect(changes(blocks, blocks, [...block(1, 6), ...block(8, 13)])).toBe(0)
  })

  test('counts organisations, not their submissions', () => {
    const changedFew = (ids: number[]): number =>
      countIsolatedGroups(
        edition([block(1, 14)], {}, id => Math.ceil(id / 2)),
        edition([block(1, 14)], changed(ids), id => Math.ceil(id / 2)),
        MINIMUM
      )
    expect(changedFew(block(1, 10))).toBe(1)
    expect(changedFew(block(1, 11))).toBe(0)
  })

  test('discloses by no change of blocks who joined, left or moved', () => {
    expect(changes([block(1, 6)], [block(1, 7)], [])).toBe(1)
    expect(changes([block(1, 7)], [block(1, 6)], [])).toBe(1)
    expect(changes([block(1, 6)], [block(1, 11)], [])).toBe(1)
    expect(changes([block(1, 6)], [block(1, 12)], [])).toBe(0)
    // The next edition does not contain who has left.
    const next = edition([block(1, 6)], {}, id => (id <= 6 ? id : 0))
    expect(countIsolatedGroups(edition([block(1, 12)]), next, MINIMUM)).toBe(0)
    // All of the old and all of the new together differ by one: {1…6}, {7…12} and {1…3, 7…9}, {4…6, 10…13}.
    expect(
      changes(
        [block(1, 6), block(7, 12)],
        [
          [1, 2, 3, 7, 8, 9],
          [4, 5, 6, ...block(10, 13)]
        ],
        []
      )
    ).toBeGreaterThan(0)
  })

  test('shares no part with an earlier one that is too small, even if only a median could disclose it', () => {
    const [one, next] = [edition([block(1, 6), block(7, 12)]), edition([block(1, 12)])]
    const mixed = edition([
      [1, 2, 3, 7, 8, 9],
      [4, 5, 6, 10, 11, 12]
    ])
    const sums = [one, mixed].flatMap(({ blocks }) =>
      blocks.map(ids => ids.map(id => ({ figure: String(id), organisationId: id })))
    )
    expect(isolatesFew(sums, MINIMUM)).toBe(false)
    expect(disclosesTooFew([one], mixed, MINIMUM)).toBe(true)
    expect(disclosesTooFew([one], next, MINIMUM)).toBe(false)
    expect(disclosesTooFew([next], mixed, MINIMUM)).toBe(false)
    expect(disclosesTooFew([one, next], mixed, MINIMUM)).toBe(true)
  })

  test('is compared with all earlier ones together: three can disclose what no two of them do', () => {
    // The first block of the first edition less those of the second and the third is 19 alone.
    const [a, b, c] = [block(1, 6), block(7, 12), block(13, 18)]
    const divided = [
      [[...b, ...c, 19], a],
      [b, [...a, ...c, 19]],
      [c, [...a, ...b, 19]]
    ].map(blocks => edition(blocks))
    for (const [index, next] of divided.entries())
      for (const before of divided.slice(0, index)) expect(countIsolatedGroups(before, next, MINIMUM)).toBe(0)
    expect(disclosesTooFew(divided.slice(0, 1), divided[1]!, MINIMUM)).toBe(false)
    expect(disclosesTooFew(divided.slice(0, 2), divided[2]!, MINIMUM)).toBe(true)
    // Figures that return to earlier values: six at a time, except one.
    const blocks = [block(1, 30)]
    const steps = [
      edition(blocks),
      edition(blocks, { ...changed(block(1, 6)), ...changed([30]) }),
      edition(blocks, { ...changed(block(1, 6)), ...changed(block(7, 12)) }),
      edition(blocks, changed(block(7, 12)))
    ]
    for (const [index, next] of steps.entries())
      for (const before of steps.slice(0, index)) expect(countIsolatedGroups(before, next, MINIMUM)).toBe(0)
    expect(disclosesTooFew(steps.slice(0, 2), steps[2]!, MINIMUM)).toBe(false)
    expect(disclosesTooFew(steps.slice(0, 3), steps[3]!, MINIMUM)).toBe(true)
  })

  test('whatever was published before, sums of the editions leave no fewer than the minimum', () => {
    const someBlocks = fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: 14, maxLength: 40 })
      .map(places => [...Map.groupBy(places.keys(), id => places[id]).values()])
      .filter(blocks => blocks.every(one => one.length > MINIMUM))
    fc.assert(
      fc.property(someBlocks, fc.func(fc.boolean()), (blocks, hasChanged) => {
        const ids = blocks.flat().filter(id => hasChanged(id))
        const isDisclosed = disclosesTooFew([edition(blocks)], edition(blocks, changed(ids)), MINIMUM)
        const counts = blocks.map(one => one.filter(id => ids.includes(id)).length)
        expect(isDisclosed).toBe(counts.some(count => count > 0 && count <= MINIMUM))
      })
    )
  })
})

/** Whether any combination with these factors leaves few, by trying all of them. */
function isFoundByTrying(sums: readonly (readonly number[])[], most: number): boolean {
  const factors = [-2, -1, 0, 1, 2]
  const tried = (at: number, left: ReadonlyMap<number, number>): boolean => {
    if (at === sums.length) {
      const count = [...left.values()].filter(value => value !== 0).length
      return count > 0 && count <= most
    }
    return factors.some(factor => {
      const next = new Map(left)
      for (const id of sums[at]!) next.set(id, (next.get(id) ?? 0) + factor)
      return tried(at + 1, next)
    })
  }
  return tried(0, new Map())
}

test('it finds the same combinations of sums that leave few as a search through many', () => {
  const sumsArbitrary = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 3 }), {
    minLength: 1,
    maxLength: 4
  })
  let found = 0
  fc.assert(
    fc.property(sumsArbitrary, sums => {
      const isFound = isolatesFew(
        sums.map(ids => ids.map(id => ({ figure: String(id), organisationId: id }))),
        2
      )
      found += Number(isFound)
      if (isFoundByTrying(sums, 2)) expect(isFound).toBe(true)
    }),
    { numRuns: 300 }
  )
  expect(found).toBeGreaterThan(20)
  expect(found).toBeLessThan(300)
})

test('with too many combinations to try, sums count as unsafe', () => {
  const sums = Array.from({ length: 8 }, (_, bit) =>
    Array.from({ length: 40 }, (_none, id) => ({ figure: String(id), organisationId: id })).filter(
      ({ organisationId }) => ((organisationId * 37 + 11) % 255) & (1 << bit)
    )
  )
  expect(isolatesFew(sums.slice(0, 2), 1)).toBe(false)
  expect(isolatesFew(sums, 1)).toBe(true)
})

test('a sum is dominated if two organisations hold four fifths of it with all their submissions', () => {
  const of = (...values: number[]) => values.map((value, index) => ({ organisationId: index, value }))
  expect(isDominated(of(50, 30, 10, 5, 5), 1)).toBe(true)
  // 0.88 is four fifths of 1.1, whatever the rounding errors.
  expect(isDominated(of(0.55, 0.33, 0.11, 0.11), 1)).toBe(true)
  expect(isDominated(of(49, 30, 11, 5, 5), 1)).toBe(false)
  expect(isDominated(of(0, 0, 0), 1)).toBe(false)
  const ofOne = [40, 40, 10, 10].map((value, index) => ({ organisationId: Math.min(index, 1), value }))
  expect(isDominated(ofOne, 1)).toBe(true)
  expect(isDominated(of(-50, 30, 10, -5, 5), 1)).toBe(true)
})

describe('runs', () => {
  const figures = fc.array(
    fc.record({ organisationId: fc.integer({ min: 1, max: 30 }), value: fc.integer({ min: 0, max: 500 }) }),
    { maxLength: 80 }
  )

  test('are of more organisations than the minimum, and hold every value once', () => {
    const distinct = Array.from({ length: 14 }, (_, id) => ({ organisationId: id, value: id }))
    expect(runsOf(distinct, MINIMUM, 1)).toEqual([
      { mean: 2.5, submissionCount: 6 },
      { mean: 9.5, submissionCount: 8 }
    ])
    expect(runsOf(distinct.slice(0, 5), MINIMUM, 1)).toEqual([])
    fc.assert(
      fc.property(figures, all => {
        const runs = runsOf(all, MINIMUM, 6)
        const sorted = all.toSorted((a, b) => a.value - b.value)
        let at = 0
        for (const { mean, submissionCount } of runs) {
          const members = sorted.slice(at, at + submissionCount)
          at += submissionCount
          expect(new Set(members.map(one => one.organisationId)).size).toBeGreaterThan(MINIMUM)
          expect(mean).toBeCloseTo(members.reduce((sum, one) => sum + one.value, 0) / members.length, 5)
        }
        if (runs.length > 0) expect(at).toBe(all.length)
      })
    )
  })

  test('do not depend on who has which value', () => {
    fc.assert(
      fc.property(figures, fc.infiniteStream(fc.nat()), (all, stream) => {
        const shuffled = all
          .map(one => ({ value: one.value, order: stream.next().value }))
          .toSorted((a, b) => a.order - b.order)
        const permuted = all.map(({ organisationId }, index) => ({
          organisationId,
          value: shuffled[index]!.value
        }))
        expect(runsOf(permuted, MINIMUM, 3)).toEqual(runsOf(all, MINIMUM, 3))
      })
    )
  })
})

test('a project states from when others are visible, and keeps to it', () => {
  const named = { visibility: 'named', minimum_count: 5, isAdmin: false } as const
  expect(visibilitySentence({ ...named, others_visible_from: 'collection' })).toBe(
    'Members see each other’s figures by name once a section is complete. Averages cover at least 5 other organisations.'
  )
  expect(visibilitySentence({ ...named, others_visible_from: 'publication' })).toContain(
    'once the results are published'
  )
  const seen = (from: 'collection' | 'validation' | 'publication') =>
    (['collection', 'validation', 'published'] as const).map(status =>
      seesOthersBeforePublication(from, status)
    )
  expect(seen('collection')).toEqual([true, true, true])
  expect(seen('validation')).toEqual([false, true, true])
  expect(seen('publication')).toEqual([false, false, false])
})

test('a promise may only become stricter, in each of its parts', () => {
  const promise = { visibility: 'anonymous', others_visible_from: 'validation', minimum_count: 6 } as const
  expect(isLooser(promise, promise)).toBe(false)
  expect(
    isLooser(promise, { visibility: 'aggregate', others_visible_from: 'publication', minimum_count: 7 })
  ).toBe(false)
  expect(isLooser(promise, { ...promise, visibility: 'named' })).toBe(true)
  expect(isLooser(promise, { ...promise, others_visible_from: 'collection' })).toBe(true)
  expect(isLooser(promise, { ...promise, minimum_count: 5 })).toBe(true)
})
