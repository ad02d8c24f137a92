// What an edition is compared by, and which counts of filter options are told.

import { describe, expect, test } from 'vitest'
import { disclosableCounts } from '#domain/disclosure/disclosure.ts'
import { divideTogether } from '#domain/disclosure/divisions.ts'
import { changedOrganisations, toldOfCells } from '#server/benchmarks/editions/changes.ts'
import type { Snapshot } from '#server/benchmarks/editions/snapshot.ts'

const RATE = '(1*1/0/0)/(1*2/0/0)'

/** Two submissions of two organisations, who give falls and bed days. */
const snapshot = (
  falls: number[],
  days: number[],
  skipped: number[] = [],
  unavailable_ids: number[] = []
): Snapshot => {
  const column = (question_id: number, numbers: number[], skipped_ids: number[]) => ({
    question_id,
    row_id: 0,
    column_id: 0,
    numbers,
    skipped_ids,
    unavailable_ids,
    submission_ids: [1, 2].slice(0, numbers.length)
  })
  return {
    submissions: [1, 2].map(id => ({
      submission_id: id,
      organisation_id: id + 10,
      lineage_id: id,
      filter_option_ids: []
    })),
    cells: [column(1, falls, skipped), column(2, days, [])],
    divisions: [{ formulas: [RATE], blocks: [[1, 2]] }]
  }
}

describe('an edition', () => {
  const before = snapshot([3, 4], [100, 200])

  test('tells another figure where what it is divided by has changed, and of each cell by itself', () => {
    const [falls, ...others] = toldOfCells([before, snapshot([3, 4], [100, 250])])
    expect(others).toEqual([])
    const [first, next] = falls!
    expect(next!.figureOf(1)).toBe(first!.figureOf(1))
    expect(next!.figureOf(2)).not.toBe(first!.figureOf(2))
    expect([next!.organisationOf(2), next!.blocks]).toEqual([12, [[1, 2]]])
  })

  test('has changed for an organisation that skips what it has left out, gives a figure or takes one back', () => {
    expect(changedOrganisations(before, before)).toBe(0)
    expect(changedOrganisations(before, snapshot([3, 5], [100, 200]))).toBe(1)
    const without = snapshot([3], [100, 200])
    expect(changedOrganisations(before, without)).toBe(1)
    expect(changedOrganisations(without, snapshot([3], [100, 200], [2]))).toBe(1)
    expect(changedOrganisations(without, snapshot([5, 6], [100, 200]))).toBe(2)
  })
})

test('a missing figure that is now said to be not available is a change, of which averages tell nothing', () => {
  const missing = snapshot([3], [100])
  const notAvailable = snapshot([3], [100], [], [2])
  expect(changedOrganisations(missing, notAvailable)).toBe(1)
  expect(changedOrganisations(notAvailable, missing)).toBe(1)
  const [told] = toldOfCells([missing, notAvailable])
  expect(told!.map(({ figureOf }) => figureOf(2))).toEqual([told![0]!.figureOf(2), told![0]!.figureOf(2)])
})

describe('counts of the options of a filter', () => {
  const option = (otherOrganisations: number) => ({ count: otherOrganisations, otherOrganisations })
  const told = (...sizes: number[]): number[] =>
    [...disclosableCounts(sizes.map(option), 5)].map(one => one.count).toSorted((a, b) => a - b)

  test('are told from the minimum on', () => {
    expect(told(5, 9, 30)).toEqual([5, 9, 30])
    expect(told(4)).toEqual([])
  })

  test('take the next one with them where those that are not told would be fewer than the minimum together', () => {
    expect(told(3, 9, 30)).toEqual([30])
    expect(told(2, 3, 9, 30)).toEqual([9, 30])
    expect(told(0, 9, 30)).toEqual([9, 30])
  })
})

test('charts are divided together where either one counts what the other is divided by', () => {
  const bedsPerNurse = { counted: new Set(['beds']), denominators: new Set(['nurses']) }
  const fallsPerBed = { counted: new Set(['falls']), denominators: new Set(['beds']) }
  expect(divideTogether([bedsPerNurse, fallsPerBed])).toHaveLength(1)
  expect(divideTogether([fallsPerBed, bedsPerNurse])).toHaveLength(1)
  expect(divideTogether([fallsPerBed, { ...fallsPerBed, counted: new Set(['infections']) }])).toHaveLength(2)
})
