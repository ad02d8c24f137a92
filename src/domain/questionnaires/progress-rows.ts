// What the organiser's table shows of its rows, which of them, and in which order.

import type { OrganisationProgress, ProgressSection } from '#contract/organisation-progress.ts'
import type { SectionStatus } from '#contract/questionnaires.ts'
import { completionPercent } from '#domain/answers/completion.ts'
import { isSectionDone, isSectionStarted } from '#domain/questionnaires/section-work.ts'
import { compareForSort, compareNames } from '#lib/compare.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { DAY_MS } from '#lib/time/clock.ts'

export interface ProgressRowView {
  id: number
  row: OrganisationProgress
  name: string
  state: SectionStatus
  percent: number
  warningCount: number
  sections: ReadonlyMap<number, ProgressSection>
}

/** After so long without a save, or without any, the last activity stands out. */
const QUIET_MS = 14 * DAY_MS

export const isQuiet = (row: OrganisationProgress, now: Date): boolean =>
  row.last_activity_at === null || now.getTime() - Date.parse(row.last_activity_at) > QUIET_MS

/** Nobody with work left has had a reminder for a week. */
export const wasRemindedWithin = (row: OrganisationProgress, now: Date, ms: number): boolean =>
  row.reminded_at !== null && now.getTime() - Date.parse(row.reminded_at) < ms

/** In progress once anybody has answered in any section. */
function stateOfSections(sections: readonly ProgressSection[]): SectionStatus {
  const are = (isThat: (section: ProgressSection) => boolean): boolean =>
    sections.length > 0 && sections.every(isThat)
  if (are(({ status }) => status === 'signed_off')) return 'signed_off'
  if (are(({ status }) => isSectionDone(status))) return 'complete'
  return sections.some(isSectionStarted) ? 'in_progress' : 'not_started'
}

export function progressRowView(row: OrganisationProgress): ProgressRowView {
  const sum = (name: 'applicable_count' | 'answered_count' | 'warning_count'): number =>
    row.section_progress.reduce((total, section) => total + section[name], 0)
  const state = stateOfSections(row.section_progress)
  return {
    id: row.submission_id ?? row.organisation_id,
    row,
    name: row.submission_name ?? row.organisation_name,
    state,
    percent: completionPercent(
      { applicable_count: sum('applicable_count'), answered_count: sum('answered_count') },
      isSectionDone(state)
    ),
    warningCount: sum('warning_count'),
    sections: new Map(row.section_progress.map(section => [section.section_id, section]))
  }
}

export const sectionPercent = (section: ProgressSection): number =>
  completionPercent(section, isSectionDone(section.status))

/** The section that is open and furthest ahead: where a name in the table leads. */
export function sectionToOpen({ row }: ProgressRowView): ProgressSection | null {
  const open = row.section_progress.filter(({ status }) => !isSectionDone(status))
  return open.find(isSectionStarted) ?? open[0] ?? row.section_progress[0] ?? null
}

export interface ProgressFilter {
  state: SectionStatus | 'all'
  search: string
  options: readonly { filter_id: number; option_name: string }[]
}

export const NO_PROGRESS_FILTER: ProgressFilter = { state: 'all', search: '', options: [] }

/** Of each filter any chosen option will do; the search is in the name. */
export function matchesProgress(view: ProgressRowView, { search, options }: ProgressFilter): boolean {
  const isChosen = (filterId: number): boolean =>
    view.row.filter_options.some(
      own =>
        own.filter_id === filterId &&
        options.some(one => one.filter_id === filterId && one.option_name === own.option_name)
    )
  return hasEveryWord(view.name, search) && options.every(({ filter_id }) => isChosen(filter_id))
}

export interface ProgressSort {
  /** A number is the id of a section. */
  by: 'name' | 'submissions' | 'percent' | 'activity' | 'reminded' | number
  isDescending: boolean
}

/** Equal ones are in the order of their names. Those without the section come last. */
export function sortProgress(
  views: readonly ProgressRowView[],
  { by, isDescending }: ProgressSort
): ProgressRowView[] {
  const valueOf = ({ row, name, percent, sections }: ProgressRowView): string | number | null => {
    if (by === 'name') return name
    if (by === 'submissions') return row.submission_count
    if (by === 'percent') return percent
    if (by === 'activity') return Date.parse(row.last_activity_at ?? '1970-01-01')
    if (by === 'reminded') return Date.parse(row.reminded_at ?? '1970-01-01')
    const section = sections.get(by)
    return section ? sectionPercent(section) : null
  }
  return views
    .map(view => ({ view, value: valueOf(view) }))
    .toSorted(
      (one, other) =>
        compareForSort(one.value, other.value, isDescending) || compareNames(one.view.name, other.view.name)
    )
    .map(({ view }) => view)
}
