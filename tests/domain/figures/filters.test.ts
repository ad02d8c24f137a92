import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSearchParams } from '#browser/api/search-params.ts'
import { peerGroupIdsIn, peerGroupQuery } from '#domain/disclosure/peer-groups.ts'
import {
  countActiveOptions,
  filterSummary,
  isOptionActive,
  toggleFilterOption
} from '#domain/figures/filters.ts'

const region = { filter_id: 1, filter_name: 'Region' }
const type = { filter_id: 2, filter_name: 'Type' }

describe('filters (spec 4)', () => {
  test('an option is added, then removed; a filter without options is removed', () => {
    const one = toggleFilterOption([], region, 'North')
    const two = toggleFilterOption(one, region, 'East')
    const three = toggleFilterOption(two, type, 'Acute')
    expect(filterSummary(three)).toBe('Region: North, East. Type: Acute.')
    expect(countActiveOptions(three)).toBe(3)
    expect(isOptionActive(three, 1, 'East')).toBe(true)
    expect(toggleFilterOption(three, type, 'Acute')).toEqual(two)
    expect(toggleFilterOption(one, region, 'North')).toEqual([])
    expect(filterSummary([])).toBe('')
  })

  test('toggling twice changes nothing but the order, and no filter is ever empty', () => {
    const choice = fc.tuple(fc.constantFrom(region, type), fc.constantFrom('a', 'b', 'c'))
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 12 }), choice, (choices, [filter, option]) => {
        const active = choices.reduce(
          (list, [at, name]) => toggleFilterOption(list, at, name),
          toggleFilterOption([], region, 'z')
        )
        const twice = toggleFilterOption(toggleFilterOption(active, filter, option), filter, option)
        expect(countActiveOptions(twice)).toBe(countActiveOptions(active))
        expect(isOptionActive(twice, filter.filter_id, option)).toBe(
          isOptionActive(active, filter.filter_id, option)
        )
        expect(active.every(candidate => candidate.option_list.length > 0)).toBe(true)
      })
    )
  })
})

describe('peer group query string (spec 4)', () => {
  test('once for each id, or null', () => {
    expect(String(toSearchParams(peerGroupQuery([3, 9])))).toBe('peerGroupId=3&peerGroupId=9')
    expect(String(toSearchParams(peerGroupQuery([])))).toBe('peerGroupId=null')
  })

  test('reads back what it wrote, and ignores other values', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1e9 })), ids => {
        // None is the word null, which is no id.
        expect(peerGroupIdsIn(toSearchParams(peerGroupQuery(ids)))).toEqual(ids)
      })
    )
    expect(
      peerGroupIdsIn(new URLSearchParams('peerGroupId=-1&peerGroupId=x&peerGroupId=4&peerGroupId=4'))
    ).toEqual([4])
  })
})
