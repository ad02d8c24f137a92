// One project on the home page: its deadline, what is left in a sentence, and the submissions that need work.

import { writeChoices } from '#browser/navigation/address-choices.ts'
import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import type { OrganisationProgress } from '#contract/organisation-progress.ts'
import { isAdminRole, isAtLeast, ROLE } from '#domain/people/roles.ts'
import {
  nextDeadline,
  projectAction,
  waitingQuestions,
  type Viewpoint
} from '#domain/projects/project-action.ts'
import { closingDay } from '#domain/projects/window-days.ts'
import { questionsText } from '#domain/queries/questions-text.ts'
import { sectionToOpen, progressRowView, type ProgressRowView } from '#domain/questionnaires/progress-rows.ts'
import {
  isSectionDone,
  remainingText,
  workInText,
  type WorkLeft
} from '#domain/questionnaires/section-work.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import type { PeriodProject } from './dates.ts'

export interface DueRow {
  id: number
  name: string
  text: string
  verb: string
  path: string
  percent: number
  isComplete: boolean
}

export interface DueProject extends PeriodProject {
  /** The last day; null if none is set. */
  day: string | null
  text: string
  /** Null for an entry whose rows are its actions. */
  action: { label: string; path: string } | null
  rows: DueRow[]
  /** Rows that are left out. */
  moreCount: number
}

const MAX_ROWS = 5

/** Null once the reader has nothing left to do there. */
export function dueWork(
  one: PeriodProject,
  progress: CollectionProgress | null,
  view: Viewpoint,
  now: Date
): DueProject | null {
  const { project } = one
  const date = nextDeadline(project, view, now)
  const due = { ...one, day: date && closingDay(date), action: null, rows: [], moreCount: 0 }
  const code = project.project_code
  if (isAdminRole(view.roleTypeId) && !view.hasOrganisation) {
    const isOpen = project.project_status === 'collection'
    const path = isOpen ? paths.dataCollection(code, { view: 'progress' }) : paths.project(code)
    const text = isOpen ? organiserCountsText(progress) : 'Registration is open'
    return { ...due, text, action: { label: isOpen ? 'Progress' : 'View', path: inPeriod(path, one) } }
  }
  if (projectAction(project, view, now) === 'register') {
    const path = inPeriod(paths.projectRegistration(code), one)
    return project.registration_status === 'draft'
      ? { ...due, text: 'Registration not confirmed yet', action: { label: 'Continue', path } }
      : { ...due, text: 'Not registered yet', action: { label: 'Register', path } }
  }
  const left = projectAction(project, view, now) === 'enter-data' ? dueSections(one, progress, view) : null
  const work = withQuestions(one, left, view)
  return work && { ...due, ...work }
}

type WorkText = Pick<DueProject, 'text'> & Partial<DueProject>

function withQuestions(one: PeriodProject, left: WorkText | null, view: Viewpoint): WorkText | null {
  const { project } = one
  const count = waitingQuestions(project, view)
  if (count === 0) return left
  const action = { label: 'Answer', path: inPeriod(paths.project(project.project_code), one) }
  // The date beside it may be that of the rest.
  const text = left
    ? `${left.text}, ${questionsText(count, project.open_query_due_at)}`
    : questionsText(count)
  return { ...left, text, action }
}

function dueSections(
  one: PeriodProject,
  progress: CollectionProgress | null,
  view: Viewpoint
): WorkText | null {
  const { project } = one
  if (progress !== null) return dueRows(one, progress, view)
  if (project.open_section_count === 0) return null
  const path = inPeriod(paths.dataCollection(project.project_code), one)
  return { text: `${project.completion_percent}% answered`, action: { label: 'Enter data', path } }
}

function dueRows(
  one: PeriodProject,
  progress: CollectionProgress,
  view: Viewpoint
): Pick<DueProject, 'text' | 'rows' | 'moreCount'> | null {
  const rows = progress.organisations
    .map(progressRowView)
    .filter(({ state }) => state !== 'signed_off')
    .flatMap(row => dueRow(row, one, progress, view))
  if (rows.length === 0) return null
  const ordered = rows.toSorted(
    (left, right) => Number(left.isComplete) - Number(right.isComplete) || right.percent - left.percent
  )
  const text = workInText(progress.organisations.map(workOf)) ?? 'All sections are complete, not signed off'
  return { text, rows: ordered.slice(0, MAX_ROWS), moreCount: Math.max(0, rows.length - MAX_ROWS) }
}

/** '97 of 118 started, 61 complete, 44 signed off' */
const organiserCountsText = (progress: CollectionProgress | null): string =>
  progress === null
    ? 'Collecting'
    : `${formatCount(progress.started_count)} of ${formatCount(progress.total)} started, ${formatCount(progress.completed_count)} complete, ${formatCount(progress.signed_off_count)} signed off`

function workOf(organisation: OrganisationProgress): WorkLeft {
  const open = organisation.section_progress.filter(({ status }) => !isSectionDone(status))
  const answers = open.reduce((sum, one) => sum + one.applicable_count - one.answered_count, 0)
  return { answers, sections: open.length }
}

function dueRow(
  view: ProgressRowView,
  one: PeriodProject,
  { section_list }: CollectionProgress,
  { roleTypeId }: Viewpoint
): DueRow[] {
  const { id, name, state, percent, row } = view
  const code = one.project.project_code
  const shown = { id, name, percent, isComplete: state === 'complete' }
  if (state === 'complete') {
    // Only a lead signs off.
    if (!isAtLeast(roleTypeId, ROLE.lead)) return []
    const path = inPeriod(paths.dataCollection(code), one, row.submission_id)
    return [
      {
        ...shown,
        text: `All ${countOf(row.section_progress.length, 'section')} complete`,
        verb: 'Sign off',
        path
      }
    ]
  }
  const section = sectionToOpen(view)
  if (section === null) return []
  const questionnaireId = section_list.find(
    ({ section_id }) => section_id === section.section_id
  )?.questionnaire_id
  const { section_id, submission_id } = section
  const path = paths.section(code, questionnaireId ?? 0, submission_id, section_id, { go: 'left' })
  const text = remainingText(workOf(row))
  return [
    state === 'not_started'
      ? { ...shown, text: `Not started, ${text}`, verb: 'Start', path: inPeriod(path, one) }
      : { ...shown, text, verb: 'Continue', path: inPeriod(path, one) }
  ]
}

/** The address names its period, so that an older one than the selected opens too. */
export function inPeriod(
  path: string,
  { period }: PeriodProject,
  submissionId: number | null = null
): string {
  const { pathname, searchParams } = new URL(path, location.origin)
  writeChoices(searchParams, { timePeriodId: period.time_period_id, submissionId })
  return `${pathname}?${searchParams.toString()}`
}
