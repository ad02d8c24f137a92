// The blocks of organisations that an edition was divided into.
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { formulaOf, type SeriesPlan } from '../chart-data/series.ts'

/**
 * The blocks of a chart by edition, as submissions. An edition without them was published before the chart was as it is now: the chart has
 * others' figures from the next edition on.
 */
export async function blocksByEdition(
  database: Database,
  programmeId: number,
  editionIds: readonly number[],
  series: readonly SeriesPlan[]
): Promise<ReadonlyMap<number, readonly (readonly number[])[]>> {
  if (editionIds.length === 0 || series.length === 0) return new Map()
  const rows = await database
    .selectFrom('edition_divisions')
    .select(['edition_id', 'blocks'])
    .where('programme_id', '=', programmeId)
    .where('edition_id', 'in', editionIds)
    .where(sql<boolean>`formulas @> ${series.map(formulaOf)}::text[]`)
    .execute()
  return new Map(rows.map(row => [row.edition_id, row.blocks]))
}
