// The next action of a member in a project, and which project comes first.

import type { ProjectSummary } from '#contract/projects.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import { compareNames } from '#lib/compare.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import type { ProjectDates } from './project-state.ts'
import { hasResults, isOpenState } from './project-status.ts'
import { isRegistrationOpen } from './registration-window.ts'

/** Who looks at a project: the role, and whether for an organisation. Admins choose one, members have their own. */
export interface Viewpoint {
  roleTypeId: number
  hasOrganisation: boolean
}

export type ProjectAction =
  | 'register'
  | 'enter-data'
  | 'view-data'
  | 'choose-organisation'
  | 'wait'
  | 'explore'
  | 'none'

/** Product 9: the main action of a state that the server allows the role. */
export function projectAction(
  project: ActionProject,
  view: Viewpoint,
  now: Date = presentTime()
): ProjectAction {
  const status = project.project_status
  if (hasResults(status)) return project.explorer_types.length > 0 ? 'explore' : 'none'
  if (!view.hasOrganisation)
    return status === 'collection' && isAdminRole(view.roleTypeId) ? 'choose-organisation' : 'none'
  return organisationAction(project, view.roleTypeId, now)
}

type ActionProject = ProjectDates & Pick<ProjectSummary, 'registration_status' | 'explorer_types'>

function organisationAction(project: ActionProject, roleTypeId: number, now: Date): ProjectAction {
  const isRegistered = project.registration_status === 'registered'
  if (isOpenState(project.project_status) && !isRegistered) {
    return isRegistrationOpen(project, now) && isAtLeast(roleTypeId, ROLE.lead) ? 'register' : 'none'
  }
  if (project.project_status === 'collection')
    return isAtLeast(roleTypeId, ROLE.contributor) ? 'enter-data' : 'view-data'
  return isRegistered ? 'wait' : 'none'
}

/** Whether a section is still to be completed, also one that was reopened with all its answers. */
const hasOpenSections = ({ open_section_count, completion_percent }: ProjectSummary): boolean =>
  open_section_count === undefined ? completion_percent < 100 : open_section_count > 0

/** The questions from the programme that wait for the reader. They can be answered whatever the state of the project. */
export const waitingQuestions = (
  { open_query_count = 0 }: Pick<ProjectSummary, 'open_query_count'>,
  { roleTypeId, hasOrganisation }: Viewpoint
): number =>
  hasOrganisation && isAtLeast(roleTypeId, ROLE.contributor) && !isAdminRole(roleTypeId)
    ? open_query_count
    : 0

/** Whether the role can register now, or complete a section. */
export function hasOpenWork(project: ProjectSummary, view: Viewpoint, now: Date = presentTime()): boolean {
  const action = projectAction(project, view, now)
  return action === 'register' || (action === 'enter-data' && hasOpenSections(project))
}

/** Whether there is an action that the role can take now. */
export const needsAction = (project: ProjectSummary, view: Viewpoint, now: Date = presentTime()): boolean =>
  hasOpenWork(project, view, now) || waitingQuestions(project, view) > 0

/** The end of the project's open phase; null if there is none. */
function phaseEnd(project: ProjectDates, now: Date): string | null {
  const { project_status: status, registration_closes_at, collection_closes_at } = project
  const date =
    status === 'registration' ? registration_closes_at : status === 'collection' ? collection_closes_at : null
  return date && new Date(date) > now ? date : null
}

/** The moment of the next deadline: that of the open phase, or of the questions that wait, also when it has passed; null if there is none. */
export function nextDeadline(
  project: ProjectSummary,
  view: Viewpoint,
  now: Date = presentTime()
): string | null {
  const questionsDue = waitingQuestions(project, view) > 0 ? project.open_query_due_at : null
  const dates = [phaseEnd(project, now), questionsDue].flatMap(date => date ?? [])
  return dates.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null
}

/** By the next deadline; what has none comes last. */
export const compareDeadlines = (
  one: ProjectSummary,
  other: ProjectSummary,
  view: Viewpoint,
  now: Date
): number => {
  const due = (project: ProjectSummary): number => {
    const date = nextDeadline(project, view, now)
    return date === null ? Number.MAX_SAFE_INTEGER : Date.parse(date)
  }
  return due(one) - due(other) || compareNames(one.project_name, other.project_name)
}

/** Starred first, then by the next deadline, then by name. */
export function sortByUrgency(
  projects: readonly ProjectSummary[],
  view: Viewpoint,
  now: Date = presentTime()
): ProjectSummary[] {
  return projects.toSorted(
    (one, other) =>
      Number(other.is_favorite) - Number(one.is_favorite) || compareDeadlines(one, other, view, now)
  )
}
