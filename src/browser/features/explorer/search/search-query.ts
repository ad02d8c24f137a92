// What is searched for, as the address holds it, so that a search survives a reload, goes back with the Back button and can be shared.
import type { SearchResultType } from '#contract/search.ts'

export interface SearchQuery {
  text: string
  /** Everything of the programme, not only what belongs to the project and its explorer. */
  isEverywhere: boolean
  kind: SearchResultType | null
  project: string | null
  documentType: string | null
  /** From 1. */
  page: number
}

export const PAGE_SIZE = 20
const MAX_LETTERS = 200

/** The names of the parts in the address that belong to the search; the rest is the explorer's selection. */
const names = { text: 'q', scope: 'in', kind: 'kind', project: 'project', documentType: 'type', page: 'page' }

const kinds: Record<SearchResultType, { one: string; many: string }> = {
  chart: { one: 'Chart', many: 'Charts' },
  question: { one: 'Question', many: 'Questions' },
  guidance: { one: 'Guidance', many: 'Guidance' },
  document: { one: 'Document', many: 'Documents' },
  project: { one: 'Project', many: 'Projects' }
}
const isKind = (text: string | null): text is SearchResultType => text !== null && text in kinds

/** In the order in which they are listed. */
export const kindNames = Object.entries(kinds).map(([kind, { many }]) => ({
  kind: kind as SearchResultType,
  name: many
}))
export const kindName = (kind: SearchResultType): string => kinds[kind].one

export function readSearch(params: URLSearchParams): SearchQuery {
  const kind = params.get(names.kind)
  const page = params.get(names.page)
  return {
    text: (params.get(names.text) ?? '').slice(0, MAX_LETTERS),
    isEverywhere: params.get(names.scope) === 'all',
    kind: isKind(kind) ? kind : null,
    project: params.get(names.project),
    documentType: params.get(names.documentType),
    page: page !== null && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
  }
}

/** The address's query with another search. Anything but another page begins at the first one. */
export function writeSearch(params: URLSearchParams, change: Partial<SearchQuery>): URLSearchParams {
  const query = { ...readSearch(params), page: 1, ...change }
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | null): void =>
    value === null || value === '' ? next.delete(name) : next.set(name, value)
  set(names.text, query.text)
  set(names.scope, query.isEverywhere ? 'all' : null)
  set(names.kind, query.kind)
  set(names.project, query.project)
  set(names.documentType, query.documentType)
  set(names.page, query.page === 1 ? null : String(query.page))
  return next
}

export const isNarrowed = ({ kind, project, documentType }: SearchQuery): boolean =>
  kind !== null || project !== null || documentType !== null
