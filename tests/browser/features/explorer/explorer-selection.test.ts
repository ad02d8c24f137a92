import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activeFilters,
  ALL_AVERAGES,
  filterChoices,
  MAX_MARKED,
  readSelection,
  writeSelection,
  type ExplorerSelection
} from '#browser/features/explorer/selection/explorer-selection.ts'

const id = fc.integer({ min: 1, max: 1e9 })
const selections: fc.Arbitrary<ExplorerSelection> = fc.record({
  organisationId: fc.option(id),
  timePeriodId: fc.option(id),
  submissionId: fc.option(id),
  otherSubmissionIds: fc.uniqueArray(id, { maxLength: MAX_MARKED }),
  peerGroupIds: fc.uniqueArray(id, { maxLength: 4 }),
  filters: fc.array(fc.record({ filterId: id, optionName: fc.string({ minLength: 1, maxLength: 40 }) }), {
    maxLength: 4
  }),
  averages: fc.subarray([...ALL_AVERAGES]),
  intervals: fc.boolean(),
  tab: fc.option(id),
  focus: fc.constantFrom('table' as const, 'charts' as const),
  sort: fc.option(fc.constantFrom('rank', '-value', 'measure'))
})

describe('the selection in the address (product 18)', () => {
  test('survives being written and read', () => {
    fc.assert(
      fc.property(selections, selection => {
        expect(readSelection(writeSelection(selection))).toEqual(selection)
      })
    )
  })

  test('is spelled tp, s, org, o, peerGroupId, f, avg, ci, tab, focus, sort', () => {
    const address =
      '?tp=3&s=41&org=5&o=42&o=50&peerGroupId=3&peerGroupId=9&f=1%3ANorth&avg=Mean%2CQ1&ci=1&tab=2&focus=charts&sort=-value'
    expect(writeSelection(readSelection(address))).toBe(address)
    expect(writeSelection(readSelection(''))).toBe('')
    expect(readSelection('?avg=none').averages).toEqual([])
  })

  test('has at most MAX_MARKED marked submissions, each once', () => {
    const many = Array.from({ length: MAX_MARKED + 5 }, (_, at) => `o=${at + 1}&o=${at + 1}`).join('&')
    expect(readSelection(`?${many}`).otherSubmissionIds).toHaveLength(MAX_MARKED)
    expect(readSelection('?o=0&o=x&o=7').otherSubmissionIds).toEqual([7])
  })

  test('any address can be parsed', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), query => {
        const selection = readSelection(query)
        expect(readSelection(writeSelection(selection))).toEqual(selection)
      })
    )
    expect(readSelection('?tp=-1&s=1e5&f=x:&f=:y&f=1&tab=0&sort=<b>')).toEqual(readSelection(''))
  })

  test('filters get their names from the offered ones; others are left out', () => {
    const offered = [
      {
        filter_id: 1,
        filter_name: 'Region',
        option_list: [{ option_name: 'North' }, { option_name: 'East' }]
      }
    ]
    const choices = [
      { filterId: 1, optionName: 'East' },
      { filterId: 1, optionName: 'Nowhere' },
      { filterId: 2, optionName: 'North' }
    ]
    const active = activeFilters(choices, offered)
    expect(active).toEqual([{ filter_id: 1, filter_name: 'Region', option_list: [{ option_name: 'East' }] }])
    expect(filterChoices(active)).toEqual([choices[0]])
  })
})
