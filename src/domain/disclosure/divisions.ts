// Which charts are divided together. Two charts that count the same cell must be compared over the same blocks: over different ones, the
// difference of two averages would be the value of those who are in one of them only.

/** The cells that a chart's values are calculated from. */
export interface ChartCells {
  /** Cells of values and numerators. */
  counted: ReadonlySet<string>
  denominators: ReadonlySet<string>
}

/**
 * Two charts are related where a cell that one of them counts is used by the other. A shared denominator alone does not relate them: of two
 * rates per bed neither can be calculated from the other.
 */
const areRelated = (a: ChartCells, b: ChartCells): boolean =>
  isShared(a.counted, b.counted) || isShared(a.counted, b.denominators) || isShared(b.counted, a.denominators)

const isShared = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some(cell => other.has(cell))

/** Groups of charts that are related, directly or through others. */
export function divideTogether<T extends ChartCells>(charts: readonly T[]): T[][] {
  const left = new Set(charts)
  const groups: T[][] = []
  for (const first of charts) {
    if (!left.delete(first)) continue
    const group = [first]
    // The loop also visits the charts that it adds.
    for (const chart of group) {
      for (const other of left) {
        if (!areRelated(chart, other)) continue
        left.delete(other)
        group.push(other)
      }
    }
    groups.push(group)
  }
  return groups
}
