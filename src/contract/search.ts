import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero } from './fields.ts'
import { ActiveFilter } from './active-filter.ts'

export const SearchResultType = v.picklist(['chart', 'project', 'document', 'guidance', 'question'])

export type SearchResultType = v.InferOutput<typeof SearchResultType>

/** What results can be narrowed by, with how many each option would leave; of a capped one there may be more. */
export const SearchFilter = v.object({
  filter_id: Id,
  filter_name: v.string(),
  option_list: v.array(v.object({ option_name: v.string(), count: IdOrZero, is_capped: v.boolean() }))
})
export type SearchFilter = v.InferOutput<typeof SearchFilter>

export const SearchResult = v.object({
  result_type: SearchResultType,
  id: Id,
  title: v.string(),
  snippet: v.string(),
  /** Null for documents of no project. */
  project_name: v.nullable(v.string()),
  path: v.string(),
  time_period_id: v.nullable(Id)
})
export type SearchResult = v.InferOutput<typeof SearchResult>

export const listSearchFilters = endpoint({
  method: 'GET',
  path: 'search/filters',
  access: 'viewer',
  summary: 'The filters of the search.',
  reply: v.object({ search_filters: v.array(SearchFilter) })
})

export const searchGlobal = endpoint({
  method: 'POST',
  path: 'search/global',
  access: 'viewer',
  onlyReads: true,
  summary: 'Searches charts, projects, documents, guidance and questions.',
  body: v.object({
    query: v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(200)),
    filters: v.optional(v.pipe(v.array(ActiveFilter), v.maxLength(20)), []),
    project_id: v.optional(v.nullable(Id)),
    explorer_type: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(60)))),
    time_period_id: v.optional(v.nullable(Id)),
    limit: v.optional(v.pipe(Id, v.maxValue(100)), 20),
    offset: v.optional(IdOrZero, 0)
  }),
  reply: v.object({
    results: v.array(SearchResult),
    total: IdOrZero,
    /** The search stopped at its limit for this kind: there are at least `total`. */
    is_capped: v.boolean(),
    /** Counted within this search; each filter as if nothing were chosen in itself. */
    search_filters: v.array(SearchFilter),
    /** What the first result says instead, if nothing has the words as they were typed and words that differ by one letter are found. */
    corrected_query: v.nullable(v.string())
  })
})
