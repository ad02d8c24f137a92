// What results can be narrowed by, and how many each option would leave.
import { sql, type RawBuilder } from 'kysely'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { SearchFilter } from '#contract/search.ts'
import { invalid } from '../http/api-error.ts'
import type { Match } from './matching.ts'

/** The column of each filter in the counts. */
const filters = [
  { filter_id: 1, filter_name: 'Kind', column: 'result_type' },
  { filter_id: 2, filter_name: 'Project', column: 'project_name' },
  { filter_id: 3, filter_name: 'Document type', column: 'document_type' }
] as const

export interface MatchCount {
  result_type: string
  project_id: number | null
  project_name: string | null
  document_type: string | null
  count: number
}

/** A `select` that counts rows of matches by everything that they can be narrowed by. */
export const matchCounts = (
  programmeId: number,
  matches: RawBuilder<Match>
): RawBuilder<MatchCount> => sql<MatchCount>`
  select counted.*, p.project_name from (
    select result_type, project_id, document_type, count(*)::int as count from ${matches} found group by 1, 2, 3
  ) counted left join projects p on p.programme_id = ${programmeId} and p.project_id = counted.project_id`

export type ChosenOptions = ReadonlyMap<number, ReadonlySet<string>>

/** The options that are on, by filter; throws where there is no such filter. */
export function chosenOptions(active: readonly ActiveFilter[]): ChosenOptions {
  for (const { filter_id } of active) {
    if (!filters.some(filter => filter.filter_id === filter_id))
      throw invalid('filters', `${filter_id} is not a search filter`)
  }
  const chosen = active.map(
    filter => [filter.filter_id, new Set(filter.option_list.map(option => option.option_name))] as const
  )
  return new Map(chosen.filter(([, names]) => names.size > 0))
}

/** The counts that the options let through; a filter that is left out lets everything through. */
export const narrowCounts = (
  counts: readonly MatchCount[],
  chosen: ChosenOptions,
  leftOut?: number
): MatchCount[] =>
  counts.filter(row =>
    filters.every(({ filter_id, column }) => {
      const names = filter_id === leftOut ? undefined : chosen.get(filter_id)
      return names === undefined || names.has(row[column] ?? '')
    })
  )

/** Each filter with its options, counted as if nothing were chosen in itself. */
export const countFilters = (
  counts: readonly MatchCount[],
  chosen: ChosenOptions = new Map()
): SearchFilter[] =>
  filters.map(({ column, ...filter }) => {
    const sums = new Map<string, number>()
    for (const row of narrowCounts(counts, chosen, filter.filter_id)) {
      const name = row[column]
      if (name !== null) sums.set(name, (sums.get(name) ?? 0) + row.count)
    }
    const names = [...sums.keys()].toSorted((one, other) => (one < other ? -1 : 1))
    return { ...filter, option_list: names.map(name => ({ option_name: name, count: sums.get(name) ?? 0 })) }
  })

/** The options as conditions on rows of matches. */
export function matchConditions(programmeId: number, chosen: ChosenOptions): RawBuilder<boolean> {
  const names = (filterId: number) => [...(chosen.get(filterId) ?? [])]
  const conditions = [
    chosen.has(1) && sql`result_type = any(${names(1)}::text[])`,
    chosen.has(2) &&
      sql`project_id in (select p.project_id from projects p where p.programme_id = ${programmeId} and p.project_name = any(${names(2)}::text[]))`,
    chosen.has(3) && sql`document_type = any(${names(3)}::text[])`
  ].filter(condition => condition !== false)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}
