// Filters the list of projects, finds each one's action, and stars them.

import { call } from '#browser/api/call.ts'
import { $projects } from '#browser/stores/projects.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { organisationName, type OrganisationInView } from '#browser/stores/viewpoint.ts'
import { addFavourite, removeFavourite, type ProjectSummary } from '#contract/projects.ts'
import { isProvisional } from '#domain/figures/provisional.ts'
import {
  hasOpenWork,
  sortByUrgency,
  needsAction,
  projectAction,
  waitingQuestions,
  type ProjectAction,
  type Viewpoint
} from '#domain/projects/project-action.ts'
import { isBetweenPhases, stateDay, type ProjectDates } from '#domain/projects/project-state.ts'
import { isOpenState } from '#domain/projects/project-status.ts'
import { isRegistrationOpen } from '#domain/projects/registration-window.ts'
import { isTakingPart } from '#domain/projects/taking-part.ts'
import { openingDay } from '#domain/projects/window-days.ts'
import { countOf, formatDay } from '#lib/format.ts'
import type { Result } from '#lib/result.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'

export type ProjectFilter = 'all' | 'needs-me' | 'results'

const projectFilters: Record<ProjectFilter, (project: ProjectSummary, view: Viewpoint) => boolean> = {
  all: () => true,
  'needs-me': (project, view) => needsAction(project, view),
  results: project => !isProvisional(project)
}

export const isProjectFilter = (text: string | null): text is ProjectFilter =>
  text !== null && Object.hasOwn(projectFilters, text)

export const countOfFilter = (
  projects: readonly ProjectSummary[],
  filter: ProjectFilter,
  view: Viewpoint
): number => projects.filter(project => projectFilters[filter](project, view)).length

/** The matching projects, most urgent first. The query is searched in name and summary. */
export function projectsToShow(
  projects: readonly ProjectSummary[],
  filter: ProjectFilter,
  query: string,
  view: Viewpoint
): ProjectSummary[] {
  const matches = ({ project_name, summary }: ProjectSummary): boolean =>
    hasEveryWord(`${project_name} ${summary}`, query)
  return sortByUrgency(
    projects.filter(project => projectFilters[filter](project, view) && matches(project)),
    view
  )
}

/**
 * How far the organisation takes part: 'Your organisation takes part in 5 of 6.' Without one, the number of
 * projects.
 */
export function participation(
  projects: readonly ProjectSummary[],
  organisation: OrganisationInView | null
): string {
  if (organisation === null) return `${countOf(projects.length, 'project')} in this period.`
  const joined = projects.filter(isTakingPart).length
  return `${organisationName(organisation)} takes part in ${joined} of ${projects.length}.`
}

export interface ProjectLink {
  label: string
  path: string
  /** Whether this is the member's next task. */
  isMain: boolean
}

/** Product 9: one action per state; null while results are awaited or if the role can do nothing. */
export function projectLink(project: ProjectSummary, view: Viewpoint): ProjectLink | null {
  const code = project.project_code
  if (waitingQuestions(project, view) > 0 && !hasOpenWork(project, view))
    return { label: 'Answer', path: paths.project(code), isMain: true }
  const explorer = project.explorer_types[0]
  const links: Record<ProjectAction, ProjectLink | null> = {
    register: {
      label: project.registration_status === 'draft' ? 'Continue registration' : 'Register',
      path: paths.projectRegistration(code),
      isMain: true
    },
    'enter-data': {
      label: 'Enter data',
      path: paths.dataCollection(code),
      isMain: hasOpenWork(project, view)
    },
    'view-data': { label: 'View data', path: paths.dataCollection(code), isMain: false },
    'choose-organisation': { label: 'Data collection', path: paths.dataCollection(code), isMain: false },
    explore: explorer
      ? { label: 'Explore', path: paths.explorer(code, explorer.explorer_type), isMain: false }
      : null,
    wait: null,
    none: null
  }
  return links[projectAction(project, view)]
}

/** The text instead of a missing action; empty if the state says it all. */
export function idleLabel(project: ProjectSummary, view: Viewpoint): string {
  const { project_status: status } = project
  if (status === 'closed') return 'Closed'
  if (status === 'published') return 'No results'
  if (status === 'upcoming') return 'Not open'
  if (!view.hasOrganisation) return ''
  if (!isTakingPart(project)) return isRegistrationOpen(project) ? 'Your lead can register' : 'Not registered'
  return status === 'validation' ? 'Awaiting results' : 'Registered'
}

export async function toggleStar(project: ProjectSummary): Promise<void> {
  const result = await toggleFavouriteOptimistically(project.project_id)
  if (!result.ok) showToast({ text: failureText(result.error), status: 'error' })
}

/** Adds or removes a project's star: optimistic, rolled back if the server refuses (product 9). */
export async function toggleFavouriteOptimistically(projectId: number): Promise<Result<unknown>> {
  const projects = $projects.get()
  const project =
    projects.state === 'ready' ? projects.value.find(({ project_id }) => project_id === projectId) : undefined
  const isFavourite = project?.is_favorite ?? false
  setFavourite(projectId, !isFavourite)
  const result = await call(isFavourite ? removeFavourite : addFavourite, { params: { id: projectId } })
  if (!result.ok) setFavourite(projectId, isFavourite)
  return result
}

function setFavourite(projectId: number, is_favorite: boolean): void {
  $projects.change(projects =>
    projects.map(project => (project.project_id === projectId ? { ...project, is_favorite } : project))
  )
}

/** The line under the state in a list: '12 Dec, in 22 days', '10 Jan, results expected', '3 Nov'. */
export function dateWithMeaning(project: ProjectDates, now: Date = presentTime()): string {
  if (isBetweenPhases(project, now)) {
    return project.collection_opens_at
      ? `${formatDay(openingDay(project.collection_opens_at), now)}, data collection opens`
      : ''
  }
  const date = stateDay(project)
  if (!date) return ''
  const day = formatDay(date, now)
  if (project.project_status === 'validation') return `${day}, results expected`
  if (project.project_status === 'upcoming') return `${day}, opens`
  return isOpenState(project.project_status) ? `${day}, ${formatDistance(date, now)}` : day
}
