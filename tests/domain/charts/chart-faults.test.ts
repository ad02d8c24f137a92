import { expect, test } from 'vitest'
import { MAX_CHART_PARAMETERS } from '#contract/limits.ts'
import { faultsOfSeries } from '#domain/charts/chart-faults.ts'

const cells = (count: number) =>
  Array.from({ length: count }, () => ({ parameter_role: 'value' as const, display_order: 1 }))

test('a chart has as many cells from a folder as from a call, and at least one', () => {
  expect(faultsOfSeries(cells(MAX_CHART_PARAMETERS))).toEqual([])
  expect(faultsOfSeries(cells(MAX_CHART_PARAMETERS + 1))).toEqual(['has more than 1000 cells'])
  expect(faultsOfSeries([])).toEqual(['needs at least one cell to be calculated from'])
})
