// The parts of a project: the state of each, and why and until when a closed one is closed.

import type { ProjectSummary } from '#contract/projects.ts'
import { isProvisional } from '#domain/figures/provisional.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { waitingQuestions, type Viewpoint } from '#domain/projects/project-action.ts'
import { hasResults } from '#domain/projects/project-status.ts'
import { isRegistrationOpen, registrationClosedReason } from '#domain/projects/registration-window.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { isTakingPart } from '#domain/projects/taking-part.ts'
import { closingDay, openingDay } from '#domain/projects/window-days.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import type { WorkLeft } from '#domain/questionnaires/section-work.ts'
import { formatDay } from '#lib/format.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { timeZone } from '#lib/time/time-zone.ts'
import { paths } from '#programme/paths.ts'

export interface HomeTile {
  name: string
  text: string
  /** Null if it is closed; the text says why. */
  path: string | null
  /** Whether there is something to do now. */
  isNow: boolean
  /** How far its step is, 0 to 100; 100 only once nothing is left to do. None where it is no step. */
  percent?: number
}

/** The work that is left, and whether any of it can be done now. */
export interface OpenWorkLeft extends WorkLeft {
  isOpen: boolean
}

interface TileContext {
  project: ProjectSummary
  view: Viewpoint
  /** Null until it is counted. */
  left: OpenWorkLeft | null
  now: Date
}

export function tilesOf(
  project: ProjectSummary,
  view: Viewpoint,
  left: OpenWorkLeft | null,
  now: Date = presentTime()
): HomeTile[] {
  const context = { project, view, left, now }
  return [
    {
      name: 'About',
      text: 'Questions, dates, contacts',
      path: paths.projectAbout(project.project_code),
      isNow: false
    },
    registrationTile(context),
    collectionTile(context),
    ...project.explorer_types.map(explorer => explorerTile(context, explorer)),
    ...dashboardTiles(context)
  ]
}

function registrationTile({ project, view, now }: TileContext): HomeTile {
  const { registration_status: status, registration_closes_at: closesAt } = project
  const isOpen = isRegistrationOpen(project, now)
  const path = paths.projectRegistration(project.project_code)
  const tile = (text: string, isNow = false): HomeTile => ({ name: 'Registration', text, path, isNow })
  if (status === 'registered')
    return { ...tile(`${countOfSubmissions(project.submission_count)} registered`), percent: 100 }
  if (status === 'withdrawn') return tile('Withdrawn')
  if (!isOpen && status === null && !isAdminRole(view.roleTypeId))
    return { ...tile(registrationClosedReason(project, now, timeZone()) ?? ''), path: null }
  if (!isOpen) return tile(registrationClosedReason(project, now, timeZone()) ?? '')
  // While registration is the project's own phase, its deadline is in the bar.
  const isShown = project.project_status === 'registration' || closesAt === null
  const closes = isShown ? '' : `. Closes ${closingText(closesAt, now)}`
  return tile(`${status === 'draft' ? 'Started, not confirmed' : 'Not registered yet'}${closes}`, true)
}

function collectionTile({ project, view, left, now }: TileContext): HomeTile {
  const { collection_opens_at: opensAt, project_status: status } = project
  const path = paths.dataCollection(project.project_code)
  const tile = (text: string, isNow = false): HomeTile => ({ name: 'Data collection', text, path, isNow })
  const closed = (text: string): HomeTile => ({ ...tile(text), path: null })
  const questions = waitingQuestions(project, view)
  if (questions > 0 && !left?.isOpen) return tile(questionsText(questions), true)
  if (status === 'upcoming' || status === 'registration') {
    return closed(
      opensAt === null
        ? 'Closed: no date is set yet'
        : `Closed until ${formatDay(openingDay(opensAt), now)}, when collection opens`
    )
  }
  if (view.hasOrganisation && !isTakingPart(project)) return closed(closedWithoutRegistration(project, now))
  return openCollectionTile({ project, view, left, now }, tile)
}

function openCollectionTile(
  { project, view, left, now }: TileContext,
  tile: (text: string, isNow?: boolean) => HomeTile
): HomeTile {
  const { collection_closes_at: closesAt, project_status: status } = project
  // A questionnaire can be open for longer than its project.
  if (status !== 'collection' && !left?.isOpen)
    return tile(closesAt === null ? 'Closed' : `Closed on ${formatDay(closingDay(closesAt), now)}`)
  if (!view.hasOrganisation || left === null) return tile('Open', true)
  const isDone = left.sections === 0
  const percent = isDone ? 100 : Math.min(project.completion_percent, 99)
  return { ...tile(isDone ? 'Every section is complete' : `${percent}% answered`, !isDone), percent }
}

/** '12 Dec, in 22 days' */
function closingText(closesAt: string, now: Date): string {
  const day = closingDay(closesAt)
  return `${formatDay(day, now)}, ${formatDistance(day, now)}`
}

const closedWithoutRegistration = (project: ProjectSummary, now: Date): string =>
  isRegistrationOpen(project, now)
    ? 'Closed until the registration is confirmed'
    : 'Closed: not registered in this period'

function explorerTile(
  { project, now }: TileContext,
  { explorer_type, label }: ProjectSummary['explorer_types'][number]
): HomeTile {
  const { project_status: status, published_at: publishedAt, collection_opens_at: opensAt } = project
  const tile = { name: label, path: paths.explorer(project.project_code, explorer_type), isNow: false }
  if (status === 'upcoming' || status === 'registration') {
    const until = opensAt === null ? 'Closed' : `Closed until ${formatDay(openingDay(opensAt), now)}`
    return { ...tile, path: null, text: `${until}: no figures before collection opens` }
  }
  if (!isProvisional(project))
    return {
      ...tile,
      text: publishedAt === null ? 'Published' : `Published ${formatDay(openingDay(publishedAt), now)}`
    }
  if (hasResults(status)) return { ...tile, text: 'Not published yet' }
  const final = publishedAt === null ? '' : `, final from ${formatDay(openingDay(publishedAt), now)}`
  return {
    ...tile,
    text: `Provisional figures${status === 'validation' ? ' while they are checked' : ''}${final}`
  }
}

/** Where it stands at a glance: from the same moment on as the charts it is made of. */
function dashboardTiles(context: TileContext): HomeTile[] {
  const [first] = context.project.explorer_types
  if (!first) return []
  const { path } = explorerTile(context, first)
  const text = path === null ? 'Closed: no figures before collection opens' : 'Where you stand out'
  return [
    {
      name: 'Dashboard',
      text,
      path: path && paths.projectDashboard(context.project.project_code),
      isNow: false
    }
  ]
}
