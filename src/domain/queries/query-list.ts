// Which queries a list shows, in which order and under which heads.

import type { DataQuery, QueryStatus } from '#contract/queries.ts'
import { compareForSort, compareNames } from '#lib/compare.ts'
import { groupBy } from '#lib/group-by.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { queriedCellName, queryRuleName, queryStatusWords } from './query-texts.ts'

export interface QueryFilter {
  status: QueryStatus | 'all'
  /** The rule as lists name it; null for all. */
  rule: string | null
  isOverdue: boolean
  search: string
}

export const NO_QUERY_FILTER: QueryFilter = { status: 'all', rule: null, isOverdue: false, search: '' }

export type QueryGrouping = 'rule' | 'organisation' | 'status' | 'none'
export type QueryColumn = 'status' | 'organisation' | 'cell' | 'asked' | 'due'

export interface QuerySort {
  by: QueryColumn
  isDescending: boolean
}

/** Everything but the status, whose counts stand beside each. */
export function matchesQuery(query: DataQuery, { rule, isOverdue, search }: QueryFilter): boolean {
  if (rule !== null && queryRuleName(query) !== rule) return false
  if (isOverdue && !query.is_overdue) return false
  return hasEveryWord(`${query.organisation_name} ${query.submission_name} ${queriedCellName(query)}`, search)
}

const statusOrder: readonly QueryStatus[] = ['answered', 'open', 'resolved', 'cancelled']

const sortKeys: Record<QueryColumn, (query: DataQuery) => string | number | null> = {
  status: ({ query_status }) => statusOrder.indexOf(query_status),
  organisation: ({ organisation_name, submission_name }) => `${organisation_name} ${submission_name}`,
  cell: queriedCellName,
  asked: ({ raised_at }) => raised_at,
  due: ({ due_at }) => due_at
}

/** Equal ones stay in the order of the reply: answered first, then what is due first. */
export const sortQueries = (queries: readonly DataQuery[], { by, isDescending }: QuerySort): DataQuery[] =>
  queries.toSorted((one, other) => compareForSort(sortKeys[by](one), sortKeys[by](other), isDescending))

const groupNames: Record<Exclude<QueryGrouping, 'none'>, (query: DataQuery) => string> = {
  rule: queryRuleName,
  organisation: ({ organisation_name }) => organisation_name,
  status: ({ query_status }) => queryStatusWords[query_status]
}

/** In the order of their first queries; organisations by name. */
export function groupQueries(
  queries: readonly DataQuery[],
  by: QueryGrouping
): { name: string | null; queries: DataQuery[] }[] {
  if (by === 'none') return [{ name: null, queries: [...queries] }]
  const groups = [...groupBy(queries, groupNames[by])].map(([name, own]) => ({ name, queries: own }))
  return by === 'organisation' ? groups.toSorted((one, other) => compareNames(one.name, other.name)) : groups
}
