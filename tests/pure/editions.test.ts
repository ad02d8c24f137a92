// The rules of published figures: what is divided together, which corrections may be published, which means and runs are told.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDominated, runsOf } from '#domain/disclosure.ts'
import { divideTogether } from '#domain/divisions.ts'
import { tooSmallChanges } from '#domain/edition-changes.ts'
import { seesOthersBeforePublication, visibilitySentence } from '#domain/visibility.ts'

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
const edition = (...blocks: number[][]) => ({ blocks, organisationOf: (id: number) => id })
const changes = (before: number[][], after: number[][], changed: number[]): number =>
  tooSmallChanges(edition(...before), edition(...after), id => changed.includes(id), MINIMUM)

describe('a new edition of a strict project', () => {
  test('changes nothing, or at least the minimum of organisations in each block that it changes', () => {
    const blocks = [block(1, 6), block(7, 13)]
    expect(changes(blocks, blocks, [])).toBe(0)
    expect(changes(blocks, blocks, [1])).toBe(1)
    expect(changes(blocks, blocks, block(1, 5))).toBe(0)
    // Five changed, but not in one block.
    expect(changes(blocks, blocks, [1, 2, 3, 7, 8])).toBe(2)
    expect(changes(blocks, blocks, [...block(1, 5), ...block(7, 11)])).toBe(0)
  })

  test('counts organisations, not their submissions', () => {
    const blocks = [block(1, 12)]
    const twoEach = { blocks, organisationOf: (id: number) => Math.ceil(id / 2) }
    expect(tooSmallChanges(twoEach, twoEach, id => id <= 6, MINIMUM)).toBe(1)
    expect(tooSmallChanges(twoEach, twoEach, id => id <= 10, MINIMUM)).toBe(0)
  })

  test('does not tell by other blocks who came, left or moved', () => {
    expect(changes([block(1, 6)], [block(1, 7)], [])).toBe(1)
    expect(changes([block(1, 7)], [block(1, 6)], [])).toBe(1)
    expect(changes([block(1, 6)], [block(1, 11)], [])).toBe(0)
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

  test('whatever was published before, sums of the two editions leave no fewer than the minimum', () => {
    const someBlocks = fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: 12, maxLength: 40 })
      .map(places => [...Map.groupBy(places.keys(), id => places[id]).values()])
      .filter(blocks => blocks.every(one => one.length > MINIMUM))
    fc.assert(
      fc.property(someBlocks, fc.func(fc.boolean()), (blocks, hasChanged) => {
        const changed = blocks.flat().filter(id => hasChanged(id))
        if (changes(blocks, blocks, changed) > 0) return
        for (const one of blocks) {
          const count = one.filter(id => changed.includes(id)).length
          expect(count === 0 || count >= MINIMUM).toBe(true)
        }
      })
    )
  })
})

test('a sum is dominated where two organisations hold four fifths of it, by their submissions together', () => {
  const of = (...values: number[]) => values.map((value, index) => ({ organisationId: index, value }))
  expect(isDominated(of(50, 30, 10, 5, 5))).toBe(true)
  expect(isDominated(of(49, 30, 11, 5, 5))).toBe(false)
  expect(isDominated(of(0, 0, 0))).toBe(false)
  const ofOne = [40, 40, 10, 10].map((value, index) => ({ organisationId: Math.min(index, 1), value }))
  expect(isDominated(ofOne)).toBe(true)
  expect(isDominated(of(-50, 30, 10, -5, 5))).toBe(true)
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

test('a project says from when others are seen, and keeps to it', () => {
  const named = { visibility: 'named', minimum_count: 5, isAdmin: false } as const
  expect(visibilitySentence({ ...named, others_visible_from: 'collection' })).toBe(
    'Members see each other’s figures by name as soon as a section is complete, and averages of at least 5 other organisations.'
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
