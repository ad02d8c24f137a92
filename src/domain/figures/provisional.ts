// Figures that may still change are called provisional wherever they are shown (product 24.1).

import type { ProjectStatus, ProjectSummary } from '#contract/projects.ts'
import { hasResults } from '#domain/projects/project-status.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { closingDay, openingDay } from '#domain/projects/window-days.ts'
import { formatCount, formatDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'

export interface Collecting {
  project_status: ProjectStatus
  collection_closes_at: string | null
  published_at: string | null
}

export interface CollectedSoFar extends Collecting {
  /** The number of submissions with a value, if it may be disclosed, and of all submissions of the period. */
  value_count: number | null
  submission_count: number
}

/** Whether the figures of a project may still change. The date of publication can pass before there is an edition, for example while an admin accepts (decision 0056). */
export const isProvisional = ({
  project_status,
  is_published
}: Pick<ProjectSummary, 'project_status' | 'is_published'>): boolean =>
  !hasResults(project_status) || is_published === false

/** 'Provisional: collecting until 13 Dec, 102 of 145 submissions so far' */
export function provisionalText(state: Collecting | CollectedSoFar): string {
  const soFar =
    'value_count' in state && state.value_count !== null
      ? [`${formatCount(state.value_count)} of ${countOfSubmissions(state.submission_count)} so far`]
      : []
  const stage = stageText(state, presentTime())
  return stage === null ? 'Data collection has not started' : `Provisional: ${[stage, ...soFar].join(', ')}`
}

/** Null before data collection: there are no figures yet that could change. */
function stageText(
  { project_status, collection_closes_at, published_at }: Collecting,
  now: Date
): string | null {
  if (project_status === 'collection')
    return collection_closes_at === null
      ? 'collecting'
      : `collecting until ${formatDay(closingDay(collection_closes_at), now)}`
  if (project_status === 'validation')
    return published_at === null
      ? 'in validation'
      : `in validation, results from ${formatDay(openingDay(published_at), now)}`
  return hasResults(project_status) ? 'results not published yet' : null
}
