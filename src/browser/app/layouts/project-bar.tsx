import { useStore } from '@nanostores/react'
import { useLocation } from 'wouter'
import { $project } from '#browser/stores/projects.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { stateWithDate, stateLabel } from '#domain/projects/project-state.ts'
import { NavLink } from './nav-link.tsx'
import { NavMenu } from './nav-menu.tsx'
import { currentItem, projectNavigation } from './navigation-items.ts'

/** The second bar: the project, its state and date, its links, and the screen's own controls at the right. */
export function ProjectBar({
  projectCode,
  isOneBar,
  slot
}: {
  projectCode: string
  /** The bar above it has the project's name and links: only the screen's controls are left for this one. */
  isOneBar: boolean
  slot: (element: HTMLElement | null) => void
}) {
  const project = useStore($project)
  const [path] = useLocation()
  const items = projectNavigation(projectCode, project?.explorer_types ?? [])
  const current = currentItem(items, path)
  return (
    <section
      aria-label="Project"
      data-bar
      className="print:hidden flex min-h-12 flex-wrap items-center gap-x-5 gap-y-2 max-lg:gap-x-3 max-lg:py-2 max-md:[&:has(>:only-child:empty)]:hidden border-0 border-b border-line border-solid bg-surface px-6 max-sm:px-4"
    >
      {!isOneBar && (
        <>
          <ProjectName />
          <ProjectState />
          <nav aria-label="Project pages" className="flex h-12 gap-1 max-xl:hidden">
            {items.map(item => (
              <NavLink key={item.path} href={item.path} isCurrent={item === current}>
                {item.label}
              </NavLink>
            ))}
          </nav>
          <NavMenu
            className="min-w-0 max-w-full max-lg:ml-auto xl:hidden"
            label="Project menu"
            trigger={current?.label ?? 'Project pages'}
            isPlace
            items={items}
            current={current}
          />
        </>
      )}
      <div
        ref={slot}
        className="ml-auto lg:my-2 flex min-w-0 flex-wrap items-center gap-2 empty:hidden max-md:ml-0 max-md:w-full"
      />
    </section>
  )
}

export function ProjectName() {
  const project = useStore($project)
  if (!project) return <Skeleton className="h-5 w-56 max-md:w-20" />
  return (
    <span className="bar-name" title={project.project_name}>
      {project.project_name}
    </span>
  )
}

/** The project's state and its date, which gives way first. */
function ProjectState() {
  const project = useStore($project)
  if (!project) return null
  const state = stateWithDate(project)
  const { word, tone } = stateLabel(project)
  return (
    <span className="bar-state" title={state}>
      <Pill tone={tone}>{word}</Pill>
      <Pill tone={tone}>{state.slice(word.length)}</Pill>
    </span>
  )
}
