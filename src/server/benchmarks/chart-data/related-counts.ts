// Counts and amounts that can be calculated from each other's means: a suppressed one must not follow from the others.

import { divideTogether } from '#domain/disclosure/divisions.ts'
import { cellsIn, seriesCell, seriesFormula, isRatioSeries, type SeriesPlan } from './series.ts'

/**
 * For each series that is not a ratio, those that its mean could reveal or be revealed by: all counts of the edition that share a cell with it,
 * directly or through others, and each of their cells. Empty if it shares none.
 */
export function relatedCounts(
  series: readonly SeriesPlan[],
  formulas: readonly string[]
): ReadonlyMap<number, readonly SeriesPlan[]> {
  const counts = formulas
    .filter(formula => !formula.includes(')/('))
    .map(formula => ({ formula, counted: new Set(cellsIn(formula)), denominators: new Set<string>() }))
  const groups = divideTogether(counts)
  let number = 0
  return new Map(
    series
      .filter(plan => !isRatioSeries(plan))
      .map(plan => {
        const formula = seriesFormula(plan)
        const group = groups.find(of => of.some(one => one.formula === formula)) ?? []
        const cells = new Set(group.flatMap(({ counted }) => [...counted]))
        const related = [...group.map(one => one.formula), ...[...cells].map(cell => `1*${cell}`)]
        // Numbers that the chart's own series do not use.
        const plans = [...new Set(related)].map(text => countedSeries(text, (number -= 1)))
        return [plan.displayOrder, group.length > 1 ? plans : []]
      })
  )
}

/** The series of a formula that adds up cells. */
function countedSeries(formula: string, displayOrder: number): SeriesPlan {
  const value = [...formula.matchAll(/([^+*]+)\*([^+*]+)/g)].map(([, factor, key = '']) =>
    seriesCell(key, Number(factor))
  )
  return {
    seriesId: 0,
    name: formula,
    displayOrder,
    multiplier: 1,
    cells: { value, numerator: [], denominator: [], standard_deviation: [] }
  }
}
