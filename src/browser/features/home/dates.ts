// Which projects are due, what comes next, and which results are new.

import type { ProjectSummary } from '#contract/projects.ts'
import type { TimePeriod } from '#contract/time-periods.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { projectAction, waitingQuestions, type Viewpoint } from '#domain/projects/project-action.ts'
import { isRegistrationOpen } from '#domain/projects/registration-window.ts'
import { openingDay } from '#domain/projects/window-days.ts'
import { DAY_MS } from '#lib/time/clock.ts'

/** A project in one of its periods. */
export interface PeriodProject {
  project: ProjectSummary
  period: TimePeriod
}

/** Whether the reader has something to do there, or as an admin to watch. */
export function isDue({ project }: PeriodProject, view: Viewpoint, now: Date): boolean {
  if (isAdminRole(view.roleTypeId) && !view.hasOrganisation)
    return project.project_status === 'collection' || isRegistrationOpen(project, now)
  const action = projectAction(project, view, now)
  return action === 'register' || action === 'enter-data' || waitingQuestions(project, view) > 0
}

export interface ComingDate extends PeriodProject {
  day: string
  text: string
}

const MAX_COMING = 6

/** What asks for nothing yet, soonest first. */
export const comingDates = (projects: readonly PeriodProject[], now: Date): ComingDate[] =>
  projects
    .flatMap(({ project, period }) =>
      (
        [
          [project.registration_opens_at, 'Registration opens'],
          [project.collection_opens_at, 'Data collection starts'],
          [project.published_at, 'Results']
        ] as const
      ).flatMap(([at, text]) =>
        at !== null && new Date(at) > now ? [{ project, period, day: openingDay(at), text }] : []
      )
    )
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .slice(0, MAX_COMING)

const NEW_RESULTS_MS = 90 * DAY_MS

/** Published in the last 90 days, newest first. */
export const newResults = (projects: readonly PeriodProject[], now: Date): PeriodProject[] =>
  projects
    .filter(({ project: { project_status, published_at, is_published } }) => {
      if (project_status !== 'published' || published_at === null || is_published === false) return false
      const age = now.getTime() - Date.parse(published_at)
      return age >= 0 && age < NEW_RESULTS_MS
    })
    .toSorted((one, other) =>
      (other.project.published_at ?? '').localeCompare(one.project.published_at ?? '')
    )
