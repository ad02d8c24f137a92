import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode, useState, type FormEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { $search } from '#browser/stores/explore.ts'
import { $projects, retryProjects } from '#browser/stores/projects.ts'
import { $projectCode } from '#browser/stores/selection.ts'
import { $session } from '#browser/stores/session.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { SkipLink } from '#browser/ui/skip-link.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { paths } from '#programme/paths.ts'
import { $collections, loadGroups } from './groups.ts'
import { hasNoFigures } from './overview/earlier-figures.ts'
import { PeriodWithoutFigures } from './overview/period-without-figures.tsx'
import { writeSearch } from './search/search-query.ts'
import { ChoiceNotice } from './selection/choice-notice.tsx'
import {
  $comparisonRequest,
  $explorerScope,
  loadOptionsOfScope,
  reloadFilterOptions
} from './selection/comparison.ts'
import type { ChangeSelection } from './selection/use-selection.ts'
import { ExplorerSideList, SidePick, SideSkeleton, type SideSection } from './side-list.tsx'

/** The search box in the project's bar. Enter opens the search screen. */
function SearchOpening({ explorerType }: { explorerType: string }) {
  const projectCode = useStore($projectCode)
  const last = useStore($search).query
  const [text, setText] = useState(last)
  const open = (event: FormEvent): void => {
    event.preventDefault()
    if (projectCode === null) return
    const params = writeSearch(new URLSearchParams(location.search), { text: text.trim() })
    const query = params.toString()
    navigate(paths.explorerSearch(projectCode, explorerType) + (query === '' ? '' : `?${query}`))
  }
  return (
    <BarSlot>
      <form role="search" aria-label="Charts and questions" onSubmit={open}>
        <SearchBox label="Search" value={text} onChange={setText} className="w-50" />
      </form>
    </BarSlot>
  )
}

interface ExplorerFrameProps {
  explorerType: string
  /** What the side list leads to: a group or a chart. */
  sideLabel?: 'Group' | 'Chart'
  /** Null while it is not there; undefined on the overview, whose rows are the list. In narrow windows it is a select. */
  side?: readonly SideSection[] | null
  /** Null if the page has the choices, the list and the search below its content. */
  toolbar: ReactNode | null
  change: ChangeSelection
  children: ReactNode
}

/** The frame of the explorer's screens, which loads what they share. */
export function ExplorerFrame({
  explorerType,
  sideLabel,
  side,
  toolbar,
  change,
  children
}: ExplorerFrameProps) {
  const isLoading = useCollections().state === 'loading'
  const place = useStore($explorerScope)
  const comparing = useStore($comparisonRequest)
  useEffect(loadOptionsOfScope, [])
  // Waits for the submission, because own values depend on it. Without one they are the organisation's.
  const submissionId = comparing.state === 'ready' ? (comparing.value.submission?.id ?? 0) : null
  useEffect(() => {
    if (place && submissionId !== null) void loadGroups(place, explorerType, submissionId)
  }, [place, explorerType, submissionId])
  return (
    <div
      className={
        side === undefined
          ? ''
          : 'print:block! lg:grid lg:grid-cols-[248px_minmax(0,1fr)] lg:min-h-[calc(100vh-104px)]'
      }
    >
      <SkipLink to="charts">Skip to charts</SkipLink>
      {toolbar !== null && <SearchOpening explorerType={explorerType} />}
      {side !== undefined && (
        <div className="print:hidden max-lg:hidden bg-surface border-0 border-r border-solid border-line">
          <nav aria-label="Charts" className="sticky top-0 max-h-screen overflow-y-auto pb-6">
            {side ? <ExplorerSideList sections={side} /> : isLoading && <SideSkeleton />}
          </nav>
        </div>
      )}
      <div className="min-w-0">
        {toolbar !== null && (
          <div className="toolbar">
            {side && (
              <div className="w-full lg:hidden">
                <SidePick label={sideLabel ?? 'Group'} sections={side} />
              </div>
            )}
            {toolbar}
          </div>
        )}
        <ChoiceNotice change={change} />
        <div id="charts" tabIndex={-1} className="outline-none">
          <FrameContent explorerType={explorerType} isOverview={side === undefined}>
            {children}
          </FrameContent>
        </div>
      </div>
    </div>
  )
}

interface FrameContentProps {
  explorerType: string
  isOverview: boolean
  children: ReactNode
}

/** The content, or why there is none: a failure, or a period without figures. */
function FrameContent({ explorerType, isOverview, children }: FrameContentProps) {
  const projects = useStore($projects)
  const comparing = useStore($comparisonRequest)
  const collections = useCollections()
  const { user } = useStore($session)
  if (projects.state === 'failed')
    return <FailureNotice what="The project" failure={projects} onRetry={retryProjects} />
  if (comparing.state === 'failed')
    return (
      <FailureNotice
        what={withTerms('The {submissions} and filters')}
        failure={comparing}
        onRetry={reloadFilterOptions}
      />
    )
  if (collections.state !== 'ready' || collections.stale === true || !hasNoFigures(collections.value))
    return children
  return (
    <>
      <PeriodWithoutFigures explorerType={explorerType} collections={collections.value} />
      {/* Admins build charts before there are figures. */}
      {user?.isAdmin === true && !isOverview && children}
    </>
  )
}

export function GroupsFailure({ explorerType, error }: { explorerType: string; error: string }) {
  const place = useStore($explorerScope)
  const comparing = useStore($comparisonRequest)
  const submissionId = comparing.state === 'ready' ? comparing.value.submission?.id : undefined
  return (
    <FailureNotice
      what="The chart groups"
      failure={{ error }}
      onRetry={() => place && void loadGroups(place, explorerType, submissionId)}
    />
  )
}

export const useCollections = () => useStore($collections)
