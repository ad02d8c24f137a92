import { expect, test } from 'vitest'
import { compareForSort, compareNames } from '#lib/compare.ts'

test('names are in the order of the numbers in them, whatever the machine’s language', () => {
  expect(['Ward 10', 'ward 9', 'Émile', 'Zoe', 'Ward 2'].toSorted(compareNames)).toEqual([
    'Émile',
    'Ward 2',
    'ward 9',
    'Ward 10',
    'Zoe'
  ])
})

test.each([
  [false, [-1, 2, 10, 'Bed 3', 'Bed 12', null, null]],
  [true, ['Bed 12', 'Bed 3', 10, 2, -1, null, null]]
])(
  'values are sorted by number or name, and missing ones stay last: descending %s',
  (isDescending, sorted) => {
    const mixed = [null, 'Bed 12', 10, -1, null, 'Bed 3', 2]
    expect(mixed.toSorted((one, other) => compareForSort(one, other, isDescending))).toEqual(sorted)
  }
)
