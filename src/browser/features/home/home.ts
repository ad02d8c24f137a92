import type { ProjectSummary } from '#contract/projects.ts'
import { deadline } from '#domain/projects/project-state.ts'
import { presentTime } from '#lib/time/server-clock.ts'

export interface Deadline {
  project: ProjectSummary
  date: string
}

/** The nearest dates by which something is due, the first three (product 2). */
export function nearestDeadlines(projects: readonly ProjectSummary[], now: Date = presentTime()): Deadline[] {
  return projects
    .flatMap(project => {
      const date = deadline(project, now)
      return date ? [{ project, date }] : []
    })
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .slice(0, 3)
}
