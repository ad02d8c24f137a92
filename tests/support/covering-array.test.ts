import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coveringArray, possiblePairs, type Parameters } from '#tests/support/covering-array.ts'

/** Counts the pairs of all rows independently of the covering array's own code. */
const heldPairs = (rows: readonly Record<string, string>[]): Set<string> =>
  new Set(
    rows.flatMap(row => {
      const entries = Object.entries(row).toSorted(([one], [other]) => one.localeCompare(other))
      return entries.flatMap(([one, a], index) =>
        entries.slice(index + 1).map(([other, b]) => `${one}=${a}&${other}=${b}`)
      )
    })
  )

const anyParameters = fc
  .array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 6 })
  .map(counts =>
    Object.fromEntries(
      counts.map((count, index) => [`p${index}`, Array.from({ length: count }, (_, at) => `v${at}`)])
    )
  )

describe('rows that hold every pair', () => {
  test('of any parameters', () => {
    fc.assert(
      fc.property(anyParameters, (parameters: Parameters) => {
        const rows = coveringArray(parameters)
        const sizes = Object.values(parameters).map(values => values.length)
        const count = sizes.reduce(
          (sum, one, at) => sum + sizes.slice(at + 1).reduce((total, other) => total + one * other, 0),
          0
        )
        expect(heldPairs(rows).size).toBe(count)
        expect(possiblePairs(parameters, () => true).size).toBe(count)
        for (const row of rows)
          expect(Object.keys(row).toSorted()).toEqual(Object.keys(parameters).toSorted())
      })
    )
  })

  test('in far fewer rows than all combinations', () => {
    const parameters = {
      a: ['1', '2', '3', '4', '5'],
      b: ['1', '2', '3', '4', '5'],
      c: ['1', '2', '3', '4', '5'],
      d: ['1', '2', '3']
    }
    expect(coveringArray(parameters).length).toBeLessThan(40)
  })

  test('and none that is impossible', () => {
    const rows = coveringArray(
      { role: ['nobody', 'member'], place: ['open', 'private'], state: ['there', 'failing'] },
      ({ role, place, state }) => !(role === 'nobody' && (place === 'private' || state === 'failing'))
    )
    expect(rows.filter(({ role, place }) => role === 'nobody' && place === 'private')).toEqual([])
    expect(rows.filter(({ role, state }) => role === 'nobody' && state === 'failing')).toEqual([])
    expect(heldPairs(rows)).toContain('place=private&role=member')
    expect(heldPairs(rows)).toContain('place=private&state=failing')
    expect(heldPairs(rows)).toContain('place=open&role=nobody')
  })

  test('a pair that fits no row is an error, not a gap', () => {
    expect(() =>
      coveringArray({ a: ['1'], b: ['1'], c: ['1'] }, values => Object.keys(values).length < 3)
    ).toThrow('No row can hold a=1&b=1.')
  })
})
