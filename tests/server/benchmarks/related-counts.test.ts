// Which counts the mean of one could be calculated from.

import { expect, test } from 'vitest'
import { relatedCounts } from '#server/benchmarks/chart-data/related-counts.ts'
import type { SeriesPlan } from '#server/benchmarks/chart-data/series.ts'

const cell = (question_id: number) => ({ question_id, row_id: 0, column_id: 0, factor: 1 })
const series = (displayOrder: number, cells: Partial<SeriesPlan['cells']>): SeriesPlan => ({
  seriesId: displayOrder,
  name: '',
  displayOrder,
  multiplier: 1,
  cells: { value: [], numerator: [], denominator: [], standard_deviation: [], ...cells }
})

test('a count is related to all counts that share a cell with it and to their cells, never to ratios', () => {
  const related = relatedCounts(
    [
      series(1, { value: [cell(1)] }),
      series(2, { numerator: [cell(1)], denominator: [cell(2)] }),
      series(3, { value: [cell(9)] })
    ],
    ['1*1/0/0', '1*1/0/0+1*2/0/0', '1*9/0/0', '(1*1/0/0)/(1*3/0/0)']
  )
  expect(related.get(1)!.map(one => one.name)).toEqual(['1*1/0/0', '1*1/0/0+1*2/0/0', '1*2/0/0'])
  expect(related.get(1)!.at(-1)!.cells.value).toEqual([cell(2)])
  expect([related.has(2), related.get(3)]).toEqual([false, []])
})
