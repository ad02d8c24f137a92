import { useStore } from '@nanostores/react'
import type { Loadable } from '#browser/api/cache/cache.ts'
import { useParameters } from '#browser/navigation/use-parameters.ts'
import { PeriodPick } from '#browser/project-frame/period-pick.tsx'
import { $projects, retryProjects } from '#browser/stores/projects.ts'
import { $organisationInView, $viewpoint } from '#browser/stores/viewpoint.ts'
import { Button } from '#browser/ui/button.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { ProjectRow } from './project-row.tsx'
import {
  countOfFilter,
  isProjectFilter,
  participation,
  projectsToShow,
  type ProjectFilter
} from './projects.ts'

const filterNames: Record<ProjectFilter, string> = {
  all: 'All',
  'needs-me': 'Needs action',
  results: 'Results'
}

export default function ProjectsScreen() {
  const projects = useStore($projects)
  const view = useStore($viewpoint)
  const organisation = useStore($organisationInView)
  const list = projects.state === 'ready' ? projects.value : []
  const { filter, query, setFilter, setQuery } = useListQuery()
  return (
    <div className="page">
      <header className="page-head">
        <div className="min-h-13">
          <h1>Projects</h1>
          {list.length > 0 && <p className="mt-0.5 text-ink-3">{participation(list, organisation)}</p>}
        </div>
        <PeriodPick />
      </header>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label="Which projects"
          pressed={filter}
          onPress={setFilter}
          options={(Object.keys(filterNames) as ProjectFilter[]).map(id => ({
            id,
            label: filterNames[id],
            count: projects.state === 'ready' ? countOfFilter(list, id, view) : undefined
          }))}
        />
        <SearchBox label="Find a project" value={query} onChange={setQuery} />
      </div>
      <ProjectList projects={projects} filter={filter} query={query} onClear={() => setFilter('all')} />
    </div>
  )
}

/** Filter and search are part of the address, so that they survive a reload and can be shared. */
function useListQuery() {
  const [params, set] = useParameters()
  const show = params.get('show')
  return {
    filter: isProjectFilter(show) ? show : ('all' as const),
    query: params.get('q') ?? '',
    setFilter: (filter: ProjectFilter) =>
      set({ show: filter === 'all' ? '' : filter, ...(filter === 'all' && { q: '' }) }),
    setQuery: (query: string) => set({ q: query })
  }
}

interface ProjectListProps {
  projects: Loadable<ProjectSummary[]>
  filter: ProjectFilter
  query: string
  onClear: () => void
}

function ProjectList({ projects, filter, query, onClear }: ProjectListProps) {
  const view = useStore($viewpoint)
  if (projects.state === 'loading') return <ListSkeleton />
  if (projects.state === 'failed') {
    return (
      <div className="card">
        <FailureNotice what="The projects" failure={projects} onRetry={retryProjects} />
      </div>
    )
  }
  const shown = projectsToShow(projects.value, filter, query, view)
  if (shown.length === 0) {
    return (
      <div className="card">
        {projects.value.length === 0 ? (
          <EmptyNotice
            title="No projects in this period"
            text="Choose another period, or come back when a project opens."
          />
        ) : (
          <EmptyNotice
            title={filter === 'needs-me' && query === '' ? 'Nothing needs action now' : 'No projects match'}
            action={
              <Button size="s" onClick={onClear}>
                Show all projects
              </Button>
            }
          />
        )}
      </div>
    )
  }
  return (
    <>
      <ul className="card" aria-busy={projects.stale ?? false}>
        {shown.map(project => (
          <ProjectRow key={project.project_id} project={project} />
        ))}
      </ul>
      <p className="mt-3 text-tiny text-ink-3">Starred projects come first, then the next deadline.</p>
    </>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading projects" className="card">
      {Array.from({ length: 4 }, (_, index) => (
        <div
          key={index}
          className="flex flex-wrap items-center gap-4 border-0 border-t border-line border-solid px-4 py-4 first:border-t-0"
        >
          <div className="grid min-w-0 flex-1 max-sm:basis-full grid-cols-[minmax(0,1fr)] gap-2">
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-3 w-80" />
          </div>
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-8 w-24" />
        </div>
      ))}
    </div>
  )
}
