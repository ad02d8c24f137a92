// What a project is about: texts, key dates, contacts and documents.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { saveFile } from '#browser/api/download.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getProjectAbout } from '#contract/project-texts.ts'
import { type ProjectSummary } from '#contract/projects.ts'
import { calendarFile } from '#domain/projects/calendar.ts'
import { dayOrTimestamp } from '#domain/projects/window-days.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { timeZone } from '#lib/time/time-zone.ts'

export type ProjectAbout = ReplyOf<typeof getProjectAbout>

export const $about = loadableStore<ProjectAbout>()

export const loadAbout = (projectId: number, timePeriodId: number): Promise<void> =>
  $about.load(`${projectId}/${timePeriodId}`, () =>
    call(getProjectAbout, { query: { project_id: projectId, time_period_id: timePeriodId } })
  )

/** The key dates as a calendar file. */
export function saveKeyDates(project: ProjectSummary, dates: ProjectAbout['key_dates']): void {
  const { programmeCode } = runtimeConfig()
  const events = dates.map(({ label, date, is_end }) => {
    const at = dayOrTimestamp(is_end ? 'closes' : 'opens', date, timeZone())
    return {
      uid: `${programmeCode}-${project.project_code}-${at.slice(0, 4)}-${label.toLowerCase().replaceAll(/[^a-z]+/g, '-')}@${location.hostname}`,
      title: `${project.project_name}: ${label}`,
      at
    }
  })
  saveFile(
    new Blob([calendarFile(events, presentTime())], { type: 'text/calendar;charset=utf-8' }),
    `${project.project_code}-key-dates.ics`
  )
}
