// What a project's state means to a member: its label, its date, and the next action.
import { formatDay, formatDistance } from '#lib/format.ts'
import type { ProjectStatus, ProjectSummary } from '#contract/projects.ts'
import { hasResults } from './project-status.ts'
import { registrationClosedReason } from './registration.ts'
import { isAdmin, isAtLeast, ROLE } from './roles.ts'

export interface StateLabel {
  word: string
  tone: 'neutral' | 'brand' | 'warn' | 'info'
}

const labels: Record<ProjectStatus, StateLabel> = {
  upcoming: { word: 'Upcoming', tone: 'neutral' },
  registration: { word: 'Registration open', tone: 'warn' },
  collection: { word: 'Collecting', tone: 'info' },
  validation: { word: 'In validation', tone: 'neutral' },
  published: { word: 'Results published', tone: 'brand' },
  closed: { word: 'Closed', tone: 'neutral' }
}

/** Between registration and data collection neither is open. */
const betweenPhases: StateLabel = { word: 'Registration closed', tone: 'neutral' }

const isBetweenPhases = (project: ProjectDates, now: Date): boolean =>
  project.project_status === 'registration' && !isRegistrationOpen(project, now)

export const stateLabel = (project: ProjectDates, now: Date = new Date()): StateLabel =>
  isBetweenPhases(project, now) ? betweenPhases : labels[project.project_status]

type ProjectDates = Pick<
  ProjectSummary,
  | 'project_status'
  | 'registration_opens_at'
  | 'registration_closes_at'
  | 'collection_opens_at'
  | 'collection_closes_at'
  | 'published_at'
>

/** The date of a state: when it ends or, for the last states, when it began. Null if not set. */
export function stateDate(project: ProjectDates): string | null {
  const dates: Record<ProjectStatus, string | null> = {
    upcoming: project.registration_opens_at ?? project.collection_opens_at,
    registration: project.registration_closes_at,
    collection: project.collection_closes_at,
    validation: project.published_at,
    published: project.published_at,
    closed: project.collection_closes_at
  }
  return dates[project.project_status]
}

const linking: Record<ProjectStatus, string> = {
  upcoming: ', opens',
  registration: ' until',
  collection: ' until',
  validation: ', results from',
  published: '',
  closed: ' since'
}

/** State and date: 'Collecting until 12 Dec'. */
export function stateWithDate(project: ProjectDates, now: Date = new Date()): string {
  const { word } = stateLabel(project, now)
  if (isBetweenPhases(project, now)) {
    return project.collection_opens_at
      ? `${word}, data collection from ${formatDay(project.collection_opens_at, now)}`
      : word
  }
  const date = stateDate(project)
  return date ? `${word}${linking[project.project_status]} ${formatDay(date, now)}` : word
}

/** The line under the state in a list: '12 Dec, in 22 days', '10 Jan, results expected', '3 Nov'. */
export function dateWithMeaning(project: ProjectDates, now: Date = new Date()): string {
  if (isBetweenPhases(project, now)) {
    return project.collection_opens_at
      ? `${formatDay(project.collection_opens_at, now)}, data collection opens`
      : ''
  }
  const date = stateDate(project)
  if (!date) return ''
  const day = formatDay(date, now)
  if (project.project_status === 'validation') return `${day}, results expected`
  if (project.project_status === 'upcoming') return `${day}, opens`
  return isOpenState(project.project_status) ? `${day}, ${formatDistance(date, now)}` : day
}

const isOpenState = (status: ProjectStatus): boolean => status === 'registration' || status === 'collection'

/** The viewpoint on a project: the role, and whether it is for an organisation. Admins choose one, members have their own. */
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
  now: Date = new Date()
): ProjectAction {
  const status = project.project_status
  if (hasResults(status)) return project.explorer_types.length > 0 ? 'explore' : 'none'
  if (!view.hasOrganisation)
    return status === 'collection' && isAdmin(view.roleTypeId) ? 'choose-organisation' : 'none'
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

/** Whether an organisation can register now; the server enforces the same. */
export const isRegistrationOpen = (project: ProjectDates, now: Date = new Date()): boolean =>
  registrationClosedReason(project, now) === null

/** Whether there is an action that the role can take now. */
export const needsAction = (project: ProjectSummary, view: Viewpoint, now: Date = new Date()): boolean => {
  const action = projectAction(project, view, now)
  return action === 'register' || (action === 'enter-data' && project.completion_percent < 100)
}

/** The next deadline; null if there is none. */
export function deadline(project: ProjectDates, now: Date = new Date()): string | null {
  const date = isOpenState(project.project_status) ? stateDate(project) : null
  return date && new Date(date) > now ? date : null
}

/** Starred first, then by the next deadline, then by name. */
export function sortByUrgency(projects: readonly ProjectSummary[], now: Date = new Date()): ProjectSummary[] {
  const due = (project: ProjectSummary): number => {
    const date = deadline(project, now)
    return date ? new Date(date).getTime() : Number.MAX_SAFE_INTEGER
  }
  return projects.toSorted(
    (one, other) =>
      Number(other.is_favorite) - Number(one.is_favorite) ||
      due(one) - due(other) ||
      one.project_name.localeCompare(other.project_name)
  )
}
