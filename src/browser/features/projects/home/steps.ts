// A project's course in four steps.

import type { ProjectStatus, ProjectSummary } from '#contract/projects.ts'
import { closingDay, openingDay } from '#domain/projects/window-days.ts'
import { formatRange, formatDistance } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'

export interface ProjectStep {
  name: string
  dates: string
  state: 'done' | 'now' | 'next'
  /** The time left in the current step, if it ends on a date. */
  left: string
  percent: number
}

const position: Record<ProjectStatus, number> = {
  upcoming: -1,
  registration: 0,
  collection: 1,
  validation: 2,
  published: 3,
  closed: 4
}

export function projectSteps(project: ProjectSummary, now: Date = presentTime()): ProjectStep[] {
  const present = position[project.project_status]
  const steps = [
    { name: 'Registration', from: project.registration_opens_at, until: project.registration_closes_at },
    { name: 'Data collection', from: project.collection_opens_at, until: project.collection_closes_at },
    { name: 'Validation', from: project.collection_closes_at, until: project.published_at },
    { name: 'Results', from: project.published_at, until: null }
  ]
  return steps.map(({ name, from, until }, index) => {
    const state = index < present ? 'done' : index === present ? 'now' : 'next'
    // Published results are complete.
    const isOut = index === 3 && state === 'now'
    return {
      name,
      dates: formatRange(from && openingDay(from), until && closingDay(until), now) || 'date not set yet',
      state: isOut ? 'done' : state,
      left:
        state === 'now' && until && new Date(until) > now
          ? `ends ${formatDistance(closingDay(until), now)}`
          : '',
      percent: stepPercent(state, index, project)
    }
  })
}

/**
 * Full when done; during data collection the organisation's own completion; half for what cannot be
 * measured.
 */
function stepPercent(
  state: ProjectStep['state'],
  index: number,
  { completion_percent, registration_status }: ProjectSummary
): number {
  if (state !== 'now') return state === 'done' ? 100 : 0
  if (index === 0) return registration_status === 'registered' ? 100 : 0
  if (index === 1) return Math.min(completion_percent, 99)
  return index === 3 ? 100 : 50
}
