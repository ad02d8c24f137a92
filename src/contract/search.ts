import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { ActiveFilter } from './active-filter.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero } from './fields.ts'

export const SearchResultType = v.picklist(['chart', 'project', 'document', 'guidance', 'question'])

export type SearchResultType = v.InferOutput<typeof SearchResultType>

/** The facets of the results, with how many each option would leave; if the count is capped there may be more. */
export const SearchFilter = v.object({
  filter_id: Id,
  filter_name: v.string(),
  option_list: v.array(
    v.object({
      option_name: v.string(),
      count: describe('Number in the list.', IdOrZero),
      is_capped: describe('Whether there may be more than were counted.', v.boolean())
    })
  )
})
export type SearchFilter = v.InferOutput<typeof SearchFilter>

export const SearchResult = v.object({
  result_type: describe('Kind of thing that was found.', SearchResultType),
  id: Id,
  title: describe('A title.', v.string()),
  snippet: describe('The place where the words were found, as plain text.', v.string()),
  /** Null for documents of no project. */
  project_name: v.nullable(v.string()),
  path: describe('Path of the page in the site.', v.string()),
  time_period_id: v.nullable(Id)
})
export type SearchResult = v.InferOutput<typeof SearchResult>

export const listSearchFilters = endpoint({
  method: 'GET',
  path: 'search/filters',
  access: 'viewer',
  summary: 'The filters of the search.',
  reply: v.object({
    search_filters: describe('What the results can be narrowed to, with counts.', v.array(SearchFilter))
  })
})

export const searchGlobal = endpoint({
  method: 'POST',
  path: 'search/global',
  access: 'viewer',
  onlyReads: true,
  summary: 'Searches charts, projects, documents, guidance and questions.',
  body: v.object({
    query: describe(
      'The text to search for.',
      v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(200))
    ),
    filters: v.optional(v.pipe(v.array(ActiveFilter), v.maxLength(20)), []),
    project_id: v.optional(v.nullable(Id)),
    explorer_type: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(60)))),
    time_period_id: v.optional(v.nullable(Id)),
    limit: describe('Most to list.', v.optional(v.pipe(Id, v.maxValue(100)), 20)),
    offset: v.optional(IdOrZero, 0)
  }),
  reply: v.object({
    results: describe('What was found, best first.', v.array(SearchResult)),
    total: v.exactOptional(IdOrZero),
    is_capped: v.optional(v.boolean(), false),
    /** Counted within this search; each filter ignores its own selection. */
    search_filters: v.optional(v.array(SearchFilter), []),
    corrected_query: describe(
      'The query with its misspelt words replaced; null if nothing was.',
      v.optional(v.nullable(v.string()))
    )
  })
})
