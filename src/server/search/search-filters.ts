// The facets of a search, with the number of results that each option would leave.

import { sql, type RawBuilder } from 'kysely'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { SearchFilter, SearchResultType } from '#contract/search.ts'
import { groupBy } from '#lib/group-by.ts'
import { invalid } from '#server/http/api-error.ts'
import { MAX_COUNTED, type MatchScope } from './matching.ts'

/** The column of each filter in the counts. */
const searchFilters = [
  { filter_id: 1, filter_name: 'Kind', column: 'result_type' },
  { filter_id: 2, filter_name: 'Project', column: 'project_name' },
  { filter_id: 3, filter_name: 'Document type', column: 'document_type' }
] as const

export type FilterId = (typeof searchFilters)[number]['filter_id']
export const searchFilterIds: readonly FilterId[] = searchFilters.map(filter => filter.filter_id)

export interface MatchCount {
  result_type: SearchResultType
  project_id: number | null
  project_name: string | null
  document_type: string | null
  count: number
}

/** A `select` that counts matching rows by every facet. */
export const matchCounts = (
  programmeId: number,
  matches: RawBuilder<unknown>
): RawBuilder<MatchCount> => sql<MatchCount>`
  select counted.*, p.project_name from (
    select result_type, project_id, document_type, count(*)::int as count from ${matches} found group by 1, 2, 3
  ) counted left join projects p on p.programme_id = ${programmeId} and p.project_id = counted.project_id`

export type ChosenOptions = ReadonlyMap<number, ReadonlySet<string>>

/** The selected options by filter; throws for an unknown filter. */
export function chosenOptions(active: readonly ActiveFilter[]): ChosenOptions {
  for (const { filter_id } of active) {
    if (!searchFilters.some(filter => filter.filter_id === filter_id))
      throw invalid('filters', `${filter_id} is not a search filter`)
  }
  const chosen = active.map(
    filter => [filter.filter_id, new Set(filter.option_list.map(option => option.option_name))] as const
  )
  return new Map(chosen.filter(([, names]) => names.size > 0))
}

/** The selected options as a restriction; an omitted filter restricts nothing. */
export function restrictTo(
  chosen: ChosenOptions,
  leftOut?: FilterId
): Pick<MatchScope, 'kinds' | 'projectNames' | 'documentTypes'> {
  const names = (id: FilterId) => (id === leftOut ? null : (chosen.get(id) ?? null))
  return { kinds: names(1), projectNames: names(2), documentTypes: names(3) }
}

/** Kinds whose count reached the limit. */
export function cappedKinds(counts: readonly MatchCount[]): Set<SearchResultType> {
  const kinds = groupBy(counts, row => row.result_type)
  return new Set([...kinds].flatMap(([kind, rows]) => (matchTotal(rows) < MAX_COUNTED ? [] : [kind])))
}

export const matchTotal = (counts: readonly MatchCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

/** All facet options, whether or not any result was counted. */
export interface KnownOptions {
  projectNames: readonly string[]
  documentTypes: readonly string[]
}

/** Each filter with its options; its counts ignore its own selection. */
export const countFilters = (
  countsFor: (filter: FilterId) => readonly MatchCount[],
  known: KnownOptions
): SearchFilter[] =>
  searchFilters.map(({ column, ...filter }) => {
    const counts = countsFor(filter.filter_id)
    const capped = cappedKinds(counts)
    const rows = groupBy(counts, row => row[column])
    const mayHaveMore = (name: string): boolean =>
      column === 'result_type'
        ? capped.has(name as SearchResultType)
        : column === 'document_type'
          ? capped.has('document')
          : capped.size > 0
    // Beyond the counting limit any option may have results.
    const uncounted = column === 'project_name' ? known.projectNames : known.documentTypes
    const names = new Set<string>(
      [...rows.keys(), ...(column === 'result_type' ? [] : uncounted.filter(mayHaveMore))].filter(
        name => name !== null
      )
    )
    return {
      ...filter,
      option_list: [...names]
        .toSorted((one, other) => (one < other ? -1 : 1))
        .map(name => ({
          option_name: name,
          count: matchTotal(rows.get(name as MatchCount[typeof column]) ?? []),
          is_capped: mayHaveMore(name)
        }))
    }
  })
