// The blocks of organisations that an edition was divided into.

import { sql } from 'kysely'
import { seriesFormula, type SeriesPlan } from '#server/benchmarks/chart-data/series.ts'
import type { Database } from '#server/database/schema.ts'

/** How an edition divides a chart: the charts that share the division, and the submissions of each block. */
export interface ChartDivision {
  formulas: readonly string[]
  blocks: readonly (readonly number[])[]
}

/**
 * The division of a chart by edition. Editions from before the chart's current definition have none: others' figures appear
 * from the next edition on.
 */
export async function divisionsByEdition(
  database: Database,
  programmeId: number,
  editionIds: readonly number[],
  series: readonly SeriesPlan[]
): Promise<ReadonlyMap<number, ChartDivision>> {
  if (editionIds.length === 0 || series.length === 0) return new Map()
  const rows = await database
    .selectFrom('edition_divisions')
    .select(['edition_id', 'formulas', 'blocks'])
    .where('programme_id', '=', programmeId)
    .where('edition_id', 'in', editionIds)
    .where(sql<boolean>`formulas @> ${series.map(seriesFormula)}::text[]`)
    .execute()
  return new Map(rows.map(row => [row.edition_id, row]))
}
