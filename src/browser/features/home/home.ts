// The home page of people who are logged in: what is due in every project and period, soonest first.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import {
  readCollectionProgress,
  type CollectionProgress
} from '#browser/stores/collection/collection-progress.ts'
import { untilNewestProjects } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import { listProjects } from '#contract/projects.ts'
import type { TimePeriod } from '#contract/time-periods.ts'
import { compareDeadlines, type Viewpoint } from '#domain/projects/project-action.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { ok, type Err, type Result } from '#lib/result.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { comingDates, isDue, newResults, type ComingDate, type PeriodProject } from './dates.ts'
import { dueWork, type DueProject } from './due.ts'

export interface HomeContent {
  due: DueProject[]
  coming: ComingDate[]
  results: PeriodProject[]
}

export const $home = loadableStore<HomeContent>()

/** Older ones have long been closed. */
const MAX_PERIODS = 12

const inHomeQueue = limitConcurrency(4)

export async function loadHome(periods: readonly TimePeriod[], view: Viewpoint): Promise<void> {
  const key = `${$session.get().user?.sub ?? ''}/${view.roleTypeId}/${String(view.hasOrganisation)}`
  await $home.load(key, () => readHome(periods, view))
}

/** Two rounds of calls: the projects of all periods, then how far those are that are due. */
async function readHome(periods: readonly TimePeriod[], view: Viewpoint): Promise<Result<HomeContent>> {
  const { programmeId: programme_id } = runtimeConfig()
  await untilNewestProjects()
  const lists = await Promise.all(
    periods.slice(0, MAX_PERIODS).map(period =>
      inHomeQueue(async () => ({
        period,
        result: await call(listProjects, { query: { programme_id, time_period_id: period.time_period_id } })
      }))
    )
  )
  const failed = lists.map(({ result }) => result).find((result): result is Err => !result.ok)
  if (failed) return failed
  const all = lists.flatMap(({ period, result }) =>
    result.ok ? result.value.projects.map((project): PeriodProject => ({ project, period })) : []
  )
  const now = presentTime()
  const waiting = all
    .filter(one => isDue(one, view, now))
    .toSorted((one, other) => compareDeadlines(one.project, other.project, view, now))
  const due = await Promise.all(waiting.map(one => inHomeQueue(() => readDue(one, view))))
  return ok({
    due: due.flatMap(one => one ?? []),
    coming: comingDates(all, now),
    results: newResults(all, now)
  })
}

async function readDue(one: PeriodProject, view: Viewpoint): Promise<DueProject | null> {
  const progress = one.project.project_status === 'collection' ? await progressOfProject(one) : null
  return dueWork(one, progress, view, presentTime())
}

/** Null where the API does not say it, or the call failed: then the project's own percentage is shown. */
async function progressOfProject({ project, period }: PeriodProject): Promise<CollectionProgress | null> {
  if (!isOffered(listOrganisationProgress)) return null
  const place = { projectId: project.project_id, timePeriodId: period.time_period_id }
  const result = await readCollectionProgress(place)
  return result.ok ? result.value : null
}
