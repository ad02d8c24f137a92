// The programme's projects in the selected period.

import { computed } from 'nanostores'
import { answerAlso, type Loadable, loadableStore, loadCached } from '#browser/api/cache/cache.ts'
import { callAddress } from '#browser/api/call-address.ts'
import { call } from '#browser/api/call.ts'
import { listProjects, type ProjectSummary } from '#contract/projects.ts'
import { err, ok } from '#lib/result.ts'
import { $selectedOrganisationId } from './organisations.ts'
import { $projectCode } from './selection.ts'
import { $session } from './session.ts'
import { $siteConfig, runtimeConfig } from './site-config.ts'
import { $selectedTimePeriod, loadTimePeriods } from './time-periods.ts'

export const $projects = loadableStore<ProjectSummary[]>()
/** The project of the current page, once loaded. */
export const $project = computed([$projects, $projectCode], (projects, code) =>
  projects.state === 'ready' ? (projects.value.find(project => project.project_code === code) ?? null) : null
)

/** Until the projects of the newest period are there; the first load waits for them. */
let newestLoading: Promise<void> | undefined
let newestAsked: Promise<void> = Promise.resolve()
/** Once there, these projects answer the call that names their period. */
export const untilNewestProjects = (): Promise<void> => newestAsked

/** Asks for the projects of the period that will be chosen by default, while the periods load. */
export function askForNewestProjects(): void {
  const addressOf = (time_period_id: number): string =>
    callAddress(listProjects, { query: { programme_id: runtimeConfig().programmeId, time_period_id } })
  const ask = async (): Promise<void> => {
    const query = { programme_id: runtimeConfig().programmeId, time_period_id: 0 }
    const reply = await call(listProjects, { query })
    // Other servers may not know this; then the projects are asked for once the period is known.
    const period = reply.ok ? reply.value.time_period_id : undefined
    if (period !== undefined) answerAlso(addressOf(0), addressOf(period))
  }
  newestAsked = ask()
  newestLoading = newestAsked
}

/** For the own organisation, or for the one that an admin has chosen. */
export async function loadProjects(timePeriodId: number): Promise<void> {
  const { user } = $session.get()
  const chosen = user?.isAdmin ? $selectedOrganisationId.get() : 0
  // The server's default is the own organisation, and is requested before its id is known.
  const organisationId = chosen === user?.details?.organisation_id ? 0 : chosen
  const named = organisationId === 0 ? {} : { organisation_id: organisationId }
  const after = newestLoading
  newestLoading = undefined
  await loadCached({
    store: $projects,
    // Never show one organisation's registrations and percentages under the name of another.
    key: String(organisationId),
    endpoint: listProjects,
    input: { query: { programme_id: runtimeConfig().programmeId, time_period_id: timePeriodId, ...named } },
    after,
    pick: reply => reply.projects.map(withExplorerTypes)
  })
}

/** Every project has a view; which ones, the site's configuration says where the API does not. */
const withExplorerTypes = (project: ProjectSummary): ProjectSummary =>
  project.explorer_types.length > 0
    ? project
    : { ...project, explorer_types: $siteConfig.get().explorer_types }

/** Without a period there are no projects: they take the state of the periods. */
export function settleProjectsWithoutPeriod(periods: Loadable<readonly unknown[]>): void {
  if (periods.state === 'failed') $projects.settle('', err(periods.error, periods.status))
  if (periods.state === 'ready' && periods.value.length === 0) $projects.settle('', ok([]))
}

/** Retries whatever failed, starting with the periods. */
export async function retryProjects(): Promise<void> {
  const period = $selectedTimePeriod.get()
  await (period ? loadProjects(period.id) : loadTimePeriods())
}

export function resetProjects(): void {
  newestLoading = undefined
  $projects.reset()
}
