import { keyOf, type NamedCell } from './cells.ts'
import type { DraftSeries, DraftTerm } from './chart-draft.ts'

/** A series for each column that the series adds up, with the same figures of that column alone; empty where it stands in no grid. */
export function seriesByColumn(series: DraftSeries, cells: readonly NamedCell[]): DraftSeries[] {
  const cellOf = (term: DraftTerm): NamedCell | undefined => cells.find(cell => cell.key === keyOf(term))
  const columnOf = (term: DraftTerm): string => cellOf(term)?.column_name ?? ''
  const columns = [...new Set([...series.numerator, ...series.denominator].map(columnOf))].filter(
    name => name !== ''
  )
  return columns.flatMap((name): DraftSeries[] => {
    const inColumn = (terms: readonly DraftTerm[]) => terms.filter(term => columnOf(term) === name)
    const [numerator, denominator] = [inColumn(series.numerator), inColumn(series.denominator)]
    // A ratio of half a column is none.
    const isWhole = numerator.length > 0 && (!series.isRatio || denominator.length > 0)
    const standardDeviation = inColumn(series.standardDeviation)
    return isWhole ? [{ ...series, name, numerator, denominator, standardDeviation }] : []
  })
}
