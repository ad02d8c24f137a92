import type { Database } from '#server/database/schema.ts'
import { ofSelectedPeriods, openSource } from '../editions/sources.ts'
import { figuresOf } from './figures.ts'
import { restrictedComparison } from './restricted-comparison.ts'
import type { Selection } from './selection.ts'

/** The number of values of each series in one period, by display_order; nothing if suppressed. */
export async function valueCounts(
  database: Database,
  selection: Selection
): Promise<ReadonlyMap<number, number | null>> {
  const { reader, series } = selection
  if (reader.kind === 'restricted') {
    const { parts } = await restrictedComparison(database, selection, reader, series)
    return new Map(parts.series.map(one => [one.display_order, one.averages[0]?.n ?? null]))
  }
  const figures = await figuresOf(
    database,
    openSource(ofSelectedPeriods(selection), reader.organisationId),
    series
  )
  return new Map(
    series.map(plan => {
      const values = [...figures.openTo(reader, plan.displayOrder).values()]
      return [plan.displayOrder, values.filter(figure => figure.value !== null).length]
    })
  )
}
