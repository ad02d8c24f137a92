import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'wouter'
import { $project, $projects, retryProjects } from '#browser/stores/projects.ts'
import { Button } from '#browser/ui/button.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { Pager } from '#browser/ui/pager.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { countOf } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { SearchFacets } from './search/search-facets.tsx'
import { SearchHint } from './search/search-hint.tsx'
import {
  isSearchNarrowed,
  RESULTS_PER_PAGE,
  readSearch,
  writeSearch,
  type SearchQuery
} from './search/search-query.ts'
import { SearchResultList, walkResults } from './search/search-result-list.tsx'
import { $searchPage, clearSearch, cappedCount, loadSearch, type SearchPage } from './search/search.ts'
import { carryOver, readSelection, writeSelection } from './selection/explorer-selection.ts'

/** Product 18. */
const EXPLORER_SEARCH_DEBOUNCE_MS = 250

interface SearchScreenProps {
  projectCode: string
  explorerType: string
}

type ChangeSearch = (change: Partial<SearchQuery>, how?: { isStep: boolean }) => void

/** Finds charts, questions, guidance, documents and projects. The search is in the address. */
export default function SearchScreen({ projectCode, explorerType }: SearchScreenProps) {
  const [params, setParams] = useSearchParams()
  const query = readSearch(params)
  const project = useStore($project)
  const projects = useStore($projects)
  const reload = useSearchOf(query, project?.project_id, explorerType)
  // Back undoes a filter or a page, but not typing.
  const change: ChangeSearch = (part, how = { isStep: true }) =>
    setParams(present => writeSearch(present, part), { replace: !how.isStep })
  const label = project?.explorer_types.find(type => type.explorer_type === explorerType)?.label
  const explorerPath = paths.explorer(projectCode, explorerType)
  const selection = writeSelection(carryOver(readSelection(`?${params.toString()}`)))
  return (
    <div className="page">
      <p className="mb-1 text-small">
        <Link href={explorerPath + selection}>{label ?? 'Charts'}</Link>
      </p>
      <h1 className="mb-3">Search</h1>
      <form
        role="search"
        aria-label="Charts, questions, guidance, documents and projects"
        data-search-box
        className="mb-4 flex flex-wrap items-center gap-3"
        onSubmit={event => {
          event.preventDefault()
          reload()
        }}
        onKeyDown={walkResults}
      >
        <SearchBox
          label="Search charts, questions, guidance, documents and projects"
          value={query.text}
          onChange={text => change({ text }, { isStep: false })}
          className="flex-1 min-w-60"
          size="l"
          autoFocus
        />
        <Segmented
          label="Where"
          options={[
            { id: 'project', label: 'This project' },
            { id: 'all', label: 'All projects' }
          ]}
          pressed={query.isEverywhere ? 'all' : 'project'}
          onPress={where => change({ isEverywhere: where === 'all', project: null })}
        />
      </form>
      {projects.state === 'failed' ? (
        <FailureNotice what="The project" failure={projects} onRetry={retryProjects} />
      ) : query.text.trim() === '' ? (
        <SearchHint />
      ) : (
        <FoundResults
          query={query}
          change={change}
          explorerPath={explorerPath}
          selection={selection}
          onRetry={reload}
        />
      )}
    </div>
  )
}

/** Runs the search in the address, debounced. */
function useSearchOf(query: SearchQuery, projectId: number | undefined, explorerType: string): () => void {
  const key = JSON.stringify(query)
  const isEmpty = query.text.trim() === ''
  const search = useCallback((): void => {
    if (projectId !== undefined && !isEmpty)
      void loadSearch(JSON.parse(key) as SearchQuery, { projectId, explorerType })
    // `key` stands for `query`, which is a new object in each render.
  }, [key, isEmpty, projectId, explorerType])
  // What an address asks for is searched at once; what is typed waits for the next key.
  const isTyped = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty) {
      isTyped.current = true
      return clearSearch()
    }
    const timer = setTimeout(search, isTyped.current ? EXPLORER_SEARCH_DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [search, isEmpty])
  useEffect(() => {
    if ($searchPage.get().state === 'ready') isTyped.current = true
  })
  return search
}

interface FoundProps {
  query: SearchQuery
  change: ChangeSearch
  explorerPath: string
  selection: string
  onRetry: () => void
}

function FoundResults({ query, change, onRetry, ...place }: FoundProps) {
  const page = useStore($searchPage)
  if (page.state === 'loading')
    return (
      <div className="card p-4">
        <SkeletonLines lines={8} label="Searching" />
      </div>
    )
  if (page.state === 'failed')
    return (
      <div className="card">
        <FailureNotice what="The results" failure={page} onRetry={onRetry} />
      </div>
    )
  const { query: shownQuery, results, search_filters, corrected_query, total } = page.value
  return (
    <div className="grid gap-6 lg:grid-cols-[200px_minmax(0,1fr)]" aria-busy={page.stale === true}>
      <SearchFacets filters={search_filters} query={query} change={change} />
      <section aria-label="Results" className="min-w-0">
        <p role="status" className="mb-2 min-h-[18px] text-small text-ink-2">
          {foundResultsText(page.value)}
        </p>
        {results.length === 0 ? (
          <div className="card">
            <NoResults page={page.value} change={change} />
          </div>
        ) : (
          <>
            <SearchResultList
              results={results}
              query={`${shownQuery.text} ${corrected_query ?? ''}`}
              {...place}
            />
            {total > RESULTS_PER_PAGE && (
              <Pager
                page={shownQuery.page}
                pageSize={RESULTS_PER_PAGE}
                total={total}
                onPage={next => change({ page: next })}
                totalText={totalText(page.value)}
                className="mt-3"
              />
            )}
          </>
        )}
      </section>
    </div>
  )
}

function totalText({ query, total, is_capped }: SearchPage): string {
  const isLast = query.page * RESULTS_PER_PAGE >= total
  return `${cappedCount(total, is_capped)}${isLast && is_capped ? '. Add a word to find the others.' : ''}`
}

function foundResultsText({ total, is_capped, corrected_query, query }: SearchPage): string {
  if (total === 0) return ''
  const count = is_capped ? `${cappedCount(total, true)} results` : countOf(total, 'result')
  return !corrected_query
    ? `${count} for “${query.text.trim()}”.`
    : `No results for “${query.text.trim()}”. ${count} for “${corrected_query}”.`
}

function NoResults({ page: { query, total }, change }: { page: SearchPage; change: ChangeSearch }) {
  if (total > 0)
    return (
      <EmptyNotice
        title="Page not found"
        action={
          <Button size="s" onClick={() => change({ page: 1 })}>
            First page
          </Button>
        }
      />
    )
  const where = query.isEverywhere ? 'any project' : 'this project'
  return (
    <EmptyNotice
      title={`No results for “${query.text.trim()}”`}
      text={`Every word must occur in ${where}${isSearchNarrowed(query) ? ', within the filters' : ''}. Words may have one wrong letter. Try fewer words.`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {isSearchNarrowed(query) && (
            <Button size="s" onClick={() => change({ kind: null, project: null, documentType: null })}>
              Clear filters
            </Button>
          )}
          {!query.isEverywhere && (
            <Button size="s" onClick={() => change({ isEverywhere: true })}>
              Search all projects
            </Button>
          )}
        </div>
      }
    />
  )
}
