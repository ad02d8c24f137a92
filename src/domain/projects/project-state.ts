// The state of a project for a member: its label and its date.

import type { ProjectStatus, ProjectSummary } from '#contract/projects.ts'
import { formatDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import type { CalendarDay } from '#lib/time/time-zone.ts'
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

/** After registration and before data collection. */
export const isBetweenPhases = (project: ProjectDates, now: Date): boolean =>
  project.project_status === 'registration' && !isRegistrationOpen(project, now)

export function stateLabel(project: ProjectDates, now: Date = presentTime()): StateLabel {
  if (isBetweenPhases(project, now)) return betweenPhases
  const { project_status, is_published } = project
  return project_status === 'published' && is_published === false
    ? { word: 'Not published yet', tone: 'neutral' }
    : projectStatusLabels[project_status]
}

/** The phases of a project. */
export type ProjectDates = Pick<
  ProjectSummary,
  | 'project_status'
  | 'registration_opens_at'
  | 'registration_closes_at'
  | 'collection_opens_at'
  | 'collection_closes_at'
  | 'published_at'
  | 'is_published'
>

/** The day of a state: its last one or, for the last states, the first. Null if not set. */
export function stateDay(project: ProjectDates): CalendarDay | null {
  const { published_at, collection_closes_at, is_published } = project
  const opens = (moment: string | null): CalendarDay | null => moment && openingDay(moment)
  const closes = (moment: string | null): CalendarDay | null => moment && closingDay(moment)
  const days: Record<ProjectStatus, CalendarDay | null> = {
    upcoming: opens(project.registration_opens_at ?? project.collection_opens_at),
    registration: closes(project.registration_closes_at),
    collection: closes(collection_closes_at),
    validation: opens(published_at),
    published: is_published === false ? null : opens(published_at),
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
