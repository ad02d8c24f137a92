import { useStore } from '@nanostores/react'
import { useLocation } from 'wouter'
import { $project } from '#stores/projects.ts'
import { stateWithDate, stateLabel } from '#domain/project-state.ts'
import { Pill } from '#ui/pill.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { NavLink, scrollsInItself } from './nav-link.tsx'
import { currentItem, projectNavigation } from './navigation-items.ts'

/** The second bar: the project, its state and date, its links, and the screen's own controls at the right. */
export function ProjectBar({
  projectCode,
  slot
}: {
  projectCode: string
  slot: (element: HTMLElement | null) => void
}) {
  const project = useStore($project)
  const [path] = useLocation()
  const items = projectNavigation(projectCode, project?.explorer_types ?? [])
  const current = currentItem(items, path)
  return (
    <section
      aria-label="Project"
      className="print:hidden flex h-12 items-center gap-5 max-lg:gap-3 border-0 border-b border-line border-solid bg-surface px-6 max-md:px-3"
    >
      {project ? (
        <>
          <span className="cut max-w-72 flex-none font-semibold max-lg:max-w-40" title={project.project_name}>
            {project.project_name}
          </span>
          <span className="flex-none max-lg:hidden">
            <Pill tone={stateLabel(project).tone}>{stateWithDate(project)}</Pill>
          </span>
        </>
      ) : (
        <Skeleton className="h-5 w-56" />
      )}
      <nav aria-label="Project pages" className={`flex h-full gap-1 ${scrollsInItself}`}>
        {items.map(item => (
          <NavLink key={item.path} href={item.path} isCurrent={item === current}>
            {item.label}
          </NavLink>
        ))}
      </nav>
      <div ref={slot} className="ml-auto flex min-w-0 items-center gap-2 max-xl:flex-none" />
    </section>
  )
}
