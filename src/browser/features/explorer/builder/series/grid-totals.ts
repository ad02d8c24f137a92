// The figures of a side as an author reads them: all columns of a row of a grid, added up, are the row's total.

import { cellAddress, cellKey } from '#domain/answers/cell-address.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import type { NamedChartCell } from './cells.ts'

/** The cells that a row's total adds up, as the grid itself does; empty for a single cell and outside grids. */
export function cellsOfTotal(cell: NamedChartCell, cells: readonly NamedChartCell[]): NamedChartCell[] {
  const summed = cells.filter(one => one.rowKey === cell.rowKey && one.is_active && typeOf(one).isSummed)
  return summed.length > 1 ? summed : []
}

export const totalTerms = (cells: readonly NamedChartCell[], factor: number): SumTerm[] =>
  cells.map(cell => ({ ...cellAddress(cell), factor }))

/** Consecutive figures that are together the total of a row, and every other figure alone. */
export function groupTotals(
  terms: readonly SumTerm[],
  cells: readonly NamedChartCell[]
): (readonly SumTerm[])[] {
  const groups: (readonly SumTerm[])[] = []
  for (let at = 0; at < terms.length; at += groups.at(-1)?.length ?? 1)
    groups.push(totalFrom(terms, at, cells) ?? terms.slice(at, at + 1))
  return groups
}

function totalFrom(
  terms: readonly SumTerm[],
  at: number,
  cells: readonly NamedChartCell[]
): readonly SumTerm[] | null {
  const first = terms[at]
  const cell = first && cells.find(one => one.key === cellKey(first))
  if (!cell) return null
  const added = cellsOfTotal(cell, cells)
  const group = terms.slice(at, at + added.length)
  const keys = new Set(group.map(cellKey))
  const isTotal =
    added.length > 0 &&
    added.every(one => keys.has(one.key)) &&
    group.every(({ factor, aggregate }) => factor === first.factor && !aggregate)
  return isTotal ? group : null
}
