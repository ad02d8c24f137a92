// The search's calls, and the links and texts of its results.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { resetSearch, setSearch } from '#browser/stores/explore.ts'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listSearchFilters, searchGlobal, type SearchFilter, type SearchResult } from '#contract/search.ts'
import { formatCount } from '#lib/format.ts'
import { mapResult } from '#lib/result.ts'
import { totalOf } from '#lib/total-of.ts'
import { RESULTS_PER_PAGE, type SearchQuery } from './search-query.ts'

export interface SearchPage extends ReplyOf<typeof searchGlobal> {
  total: number
  /** The query that found these results. */
  query: SearchQuery
}

export const $searchPage = loadableStore<SearchPage>()
/** The filters over everything, with counts. */
export const $searchFilters = loadableStore<SearchFilter[]>()

export interface ExplorerSearchScope {
  projectId: number
  explorerType: string
}

/** Results of an older query stay until the newer ones arrive. */
export async function loadSearch(
  query: SearchQuery,
  { projectId, explorerType }: ExplorerSearchScope
): Promise<void> {
  const place = query.isEverywhere ? {} : { project_id: projectId, explorer_type: explorerType }
  const body = {
    query: query.text,
    filters: chosenFilters(query),
    ...place,
    limit: RESULTS_PER_PAGE,
    offset: (query.page - 1) * RESULTS_PER_PAGE
  }
  await $searchPage.load(`${projectId}/${explorerType}`, async isNewest => {
    const result = await call(searchGlobal, { body })
    if (result.ok && isNewest()) setSearch({ query: query.text, results: result.value.results })
    return mapResult(result, reply => ({
      ...reply,
      total: totalOf(reply.total, { ...body, count: reply.results.length }),
      query
    }))
  })
}

export function clearSearch(): void {
  $searchPage.reset()
  resetSearch()
}

export async function loadSearchFilters(): Promise<void> {
  await $searchFilters.load('all', async () =>
    mapResult(await call(listSearchFilters), reply => reply.search_filters)
  )
}

/** The server's ids of its filters (product 18: what results can be narrowed by). */
const filterIds = { kind: 1, project: 2, documentType: 3 } as const

const chosenFilters = (query: SearchQuery): ActiveFilter[] =>
  (['kind', 'project', 'documentType'] as const).flatMap(name => {
    const option = query[name]
    return option === null
      ? []
      : [{ filter_id: filterIds[name], filter_name: name, option_list: [{ option_name: option }] }]
  })

/** '1,000 or more' if counting stopped there. */
export const cappedCount = (count: number, isCapped: boolean): string =>
  `${formatCount(count)}${isCapped ? ' or more' : ''}`

/** The options of a filter, with the number of results that each would leave. */
export const filterOptionsNamed = (
  filters: readonly SearchFilter[],
  name: keyof typeof filterIds
): SearchFilter['option_list'] =>
  filters.find(filter => filter.filter_id === filterIds[name])?.option_list ?? []

/** The URL of a result. Charts keep the explorer's selection; a document is searched for by name in the list of documents. */
export function resultAddress(result: SearchResult, explorerPath: string, selection: string): string {
  const { result_type, path, title, time_period_id } = result
  if (result_type === 'document')
    return `${path}?${new URLSearchParams({ tp: String(time_period_id ?? 0), q: title }).toString()}`
  if (result_type !== 'chart') return path
  if (path.startsWith(`${explorerPath}/`)) return path + selection
  return time_period_id === null ? path : `${path}?tp=${time_period_id}`
}

export interface TextPiece {
  text: string
  isFound: boolean
}

/** Splits a text at the words of the query, so that these can be marked. */
export function splitByQuery(text: string, query: string): TextPiece[] {
  const words = query
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 1)
    .toSorted((one, other) => other.length - one.length)
  if (words.length === 0) return [{ text, isFound: false }]
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((piece, index) => ({ text: piece, isFound: index % 2 === 1 }))
    .filter(piece => piece.text !== '')
}
