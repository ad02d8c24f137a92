// The state of a project for a member: its label, its date, and the next action.

import type { ProjectStatus, ProjectSummary } from '#contract/projects.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import { compareNames } from '#lib/compare.ts'
import { formatDay, formatDistance } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import type { CalendarDay } from '#lib/time/time-zone.ts'
import { hasResults } from './project-status.ts'
import { isRegistrationOpen } from './registration-window.ts'
import { closingDay, openingDay } from './window-days.ts'

export interface StateLabel {
  word: string
  tone: 'neutral' | 'brand' | 'warn' | 'info'
}

const projectStatusLabels: Record<ProjectStatus, StateLabel> = {
  upcoming: { word: 'Upcoming', tone: 'neutral' },
  registration: { word: 'Registration open', tone: 'warn' },
  collection: { word: 'Collecting', tone: 'info' },
  validation: { word: 'In validation', tone: 'neutral' },
  published: { word: 'Results published', tone: 'brand' },
  closed: { word: 'Closed', tone: 'neutral' }
}

/** After registration and before data collection. */
const betweenPhases: StateLabel = { word: 'Registration closed', tone: 'neutral' }

const isBetweenPhases = (project: ProjectDates, now: Date): boolean =>
  project.project_status === 'registration' && !isRegistrationOpen(project, now)

export const stateLabel = (project: ProjectDates, now: Date = presentTime()): StateLabel =>
  isBetweenPhases(project, now) ? betweenPhases : projectStatusLabels[project.project_status]

type ProjectDates = Pick<
  ProjectSummary,
  | 'project_status'
  | 'registration_opens_at'
  | 'registration_closes_at'
  | 'collection_opens_at'
  | 'collection_closes_at'
  | 'published_at'
>

/** The day of a state: its last one or, for the last states, the first. Null if not set. */
function stateDay(project: ProjectDates): CalendarDay | null {
  const { published_at, collection_closes_at } = project
  const opens = (moment: string | null): CalendarDay | null => moment && openingDay(moment)
  const closes = (moment: string | null): CalendarDay | null => moment && closingDay(moment)
  const days: Record<ProjectStatus, CalendarDay | null> = {
    upcoming: opens(project.registration_opens_at ?? project.collection_opens_at),
    registration: closes(project.registration_closes_at),
    collection: closes(collection_closes_at),
    validation: opens(published_at),
    published: opens(published_at),
    closed: closes(collection_closes_at)
  }
  return days[project.project_status]
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
export function stateWithDate(project: ProjectDates, now: Date = presentTime()): string {
  const { word } = stateLabel(project, now)
  if (isBetweenPhases(project, now)) {
    return project.collection_opens_at
      ? `${word}, data collection from ${formatDay(openingDay(project.collection_opens_at), now)}`
      : word
  }
  const date = stateDay(project)
  return date ? `${word}${linking[project.project_status]} ${formatDay(date, now)}` : word
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

const isOpenState = (status: ProjectStatus): boolean => status === 'registration' || status === 'collection'

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

/** Whether there is an action that the role can take now. */
export const needsAction = (project: ProjectSummary, view: Viewpoint, now: Date = presentTime()): boolean => {
  const action = projectAction(project, view, now)
  return action === 'register' || (action === 'enter-data' && hasOpenSections(project))
}

/** The moment of the next deadline; null if there is none. */
export function deadline(project: ProjectDates, now: Date = presentTime()): string | null {
  const { project_status: status, registration_closes_at, collection_closes_at } = project
  const date =
    status === 'registration' ? registration_closes_at : status === 'collection' ? collection_closes_at : null
  return date && new Date(date) > now ? date : null
}

/** Starred first, then by the next deadline, then by name. */
export function sortByUrgency(
  projects: readonly ProjectSummary[],
  now: Date = presentTime()
): ProjectSummary[] {
  const due = (project: ProjectSummary): number => {
    const date = deadline(project, now)
    return date ? new Date(date).getTime() : Number.MAX_SAFE_INTEGER
  }
  return projects.toSorted(
    (one, other) =>
      Number(other.is_favorite) - Number(one.is_favorite) ||
      due(one) - due(other) ||
      compareNames(one.project_name, other.project_name)
  )
}
