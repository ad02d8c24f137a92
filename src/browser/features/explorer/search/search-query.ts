// The search in the address, so that it survives a reload, works with Back and can be shared.

import type { SearchResultType } from '#contract/search.ts'
import { changeParameters } from '#lib/url/change-parameters.ts'

export interface SearchQuery {
  text: string
  /** Whether all projects are searched, not only this one and its explorer. */
  isEverywhere: boolean
  kind: SearchResultType | null
  project: string | null
  documentType: string | null
  /** From 1. */
  page: number
}

export const RESULTS_PER_PAGE = 20
const MAX_QUERY_LETTERS = 200

/** The parameters of the search; all others belong to the explorer's selection. */
const queryNames = {
  text: 'q',
  scope: 'in',
  kind: 'kind',
  project: 'project',
  documentType: 'type',
  page: 'page'
}

const resultKinds: Record<SearchResultType, { one: string; many: string }> = {
  chart: { one: 'Chart', many: 'Charts' },
  question: { one: 'Question', many: 'Questions' },
  guidance: { one: 'Guidance', many: 'Guidance' },
  document: { one: 'Document', many: 'Documents' },
  project: { one: 'Project', many: 'Projects' }
}
const isKind = (text: string | null): text is SearchResultType => text !== null && text in resultKinds

/** In the order in which they are listed. */
export const resultKindNames = Object.entries(resultKinds).map(([kind, { many }]) => ({
  kind: kind as SearchResultType,
  name: many
}))
export const kindName = (kind: SearchResultType): string => resultKinds[kind].one

export function readSearch(params: URLSearchParams): SearchQuery {
  const kind = params.get(queryNames.kind)
  const page = params.get(queryNames.page)
  return {
    text: (params.get(queryNames.text) ?? '').slice(0, MAX_QUERY_LETTERS),
    isEverywhere: params.get(queryNames.scope) === 'all',
    kind: isKind(kind) ? kind : null,
    project: params.get(queryNames.project),
    documentType: params.get(queryNames.documentType),
    page: page !== null && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
  }
}

/** The parameters with a changed search. Any change but that of the page leads to the first page. */
export function writeSearch(params: URLSearchParams, change: Partial<SearchQuery>): URLSearchParams {
  const query = { ...readSearch(params), page: 1, ...change }
  return changeParameters(params, {
    [queryNames.text]: query.text,
    [queryNames.scope]: query.isEverywhere ? 'all' : null,
    [queryNames.kind]: query.kind,
    [queryNames.project]: query.project,
    [queryNames.documentType]: query.documentType,
    [queryNames.page]: query.page === 1 ? null : String(query.page)
  })
}

export const isSearchNarrowed = ({ kind, project, documentType }: SearchQuery): boolean =>
  kind !== null || project !== null || documentType !== null
