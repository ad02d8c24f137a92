import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

/** A submission with the ids of its filter options: its current ones, or those of when it was published. */
interface WithOptions {
  submission_id: number
  filter_option_ids: readonly number[]
}

/** For each submission, its options of each filter ('/12/15'), in the order of the filters. */
export async function filterOptionsOf(
  database: Database,
  programmeId: number,
  submissions: readonly WithOptions[]
): Promise<ReadonlyMap<number, readonly string[]>> {
  const known = await database
    .selectFrom('filters as f')
    .leftJoin('filter_options as o', join => inProgramme(join, 'o', 'f', 'filter_id'))
    .select(['f.filter_id', 'o.filter_option_id'])
    .where('f.programme_id', '=', programmeId)
    .orderBy('f.display_order')
    .orderBy('f.filter_id')
    .execute()
  const filters = [...new Set(known.map(row => row.filter_id))]
  const filterOf = new Map(known.map(row => [row.filter_option_id, row.filter_id]))
  return new Map(
    submissions.map(({ submission_id, filter_option_ids }) => {
      const ofFilter = (filter: number): readonly number[] =>
        filter_option_ids.filter(option => filterOf.get(option) === filter)
      return [
        submission_id,
        filters.map(filter =>
          ofFilter(filter)
            .map(option => `/${option}`)
            .join('')
        )
      ]
    })
  )
}
