import { useStore } from '@nanostores/react'
import type { KeyboardEvent } from 'react'
import { Link } from 'wouter'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { walkFocus } from '#browser/ui/focus/arrow-keys.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { ChartColumn, FileText } from '#browser/ui/icons/chart-icon-paths.ts'
import { BookOpen, type IconPath } from '#browser/ui/icons/icon-paths.ts'
import { CircleHelp, FolderOpen } from '#browser/ui/icons/rare-icon-paths.ts'
import type { SearchResult, SearchResultType } from '#contract/search.ts'
import { kindName } from './search-query.ts'
import { resultAddress, splitByQuery } from './search.ts'

const resultIcons: Record<SearchResultType, IconPath> = {
  chart: ChartColumn,
  question: CircleHelp,
  guidance: BookOpen,
  document: FileText,
  project: FolderOpen
}

interface SearchResultListProps {
  results: readonly SearchResult[]
  /** Marked in the results: what was typed, and its correction. */
  query: string
  explorerPath: string
  /** The explorer's selection as the query of a URL. */
  selection: string
}

export function SearchResultList({ results, ...shared }: SearchResultListProps) {
  return (
    <ol className="card" aria-label="Results" data-results onKeyDown={walkResults}>
      {results.map(result => (
        <ResultRow key={`${result.result_type}/${result.id}`} result={result} {...shared} />
      ))}
    </ol>
  )
}

function ResultRow({
  result,
  query,
  explorerPath,
  selection
}: Omit<SearchResultListProps, 'results'> & { result: SearchResult }) {
  const periods = useStore($timePeriods)
  const period =
    periods.state === 'ready'
      ? periods.value.find(candidate => candidate.time_period_id === result.time_period_id)
      : undefined
  const about = [kindName(result.result_type), result.project_name, period?.time_period_name]
  return (
    <li className="relative flex gap-3 px-4 py-3 border-0 border-b border-solid border-line last:border-b-0 hover:bg-surface-hover focus-within:bg-surface-hover">
      <Icon of={resultIcons[result.result_type]} className="mt-0.5 text-ink-3" />
      <div className="min-w-0 flex-1">
        <Link
          href={resultAddress(result, explorerPath, selection)}
          className="font-medium text-ink after:content-empty after:absolute after:inset-0"
        >
          <Marked text={result.title} query={query} />
        </Link>
        <p className="text-tiny text-ink-3">{about.filter(Boolean).join(' · ')}</p>
        {result.snippet !== '' && (
          <p className="mt-0.5 text-small text-ink-2 break-words">
            <Marked text={result.snippet} query={query} />
          </p>
        )}
      </div>
    </li>
  )
}

const Marked = ({ text, query }: { text: string; query: string }) =>
  splitByQuery(text, query).map((piece, index) =>
    piece.isFound ? (
      <mark key={index} className="rounded-sm bg-brand-tint text-inherit font-semibold">
        {piece.text}
      </mark>
    ) : (
      piece.text
    )
  )

/** Arrow keys lead from the box to the results and back, Home to the first result. In the box, Home and End are the caret's. */
export function walkResults(event: KeyboardEvent): void {
  const results = document.querySelectorAll<HTMLElement>('[data-results] a')
  const box = document.querySelector<HTMLElement>('[data-search-box] input')!
  walkFocus(event, event.key === 'Home' ? results : [box, ...results], {
    axis: 'vertical',
    hasEnds: document.activeElement !== box
  })
}
