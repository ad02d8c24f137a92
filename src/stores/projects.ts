// The programme's projects in the selected period.
import { atom, computed } from 'nanostores'
import type { Result } from '#lib/result.ts'
import { reloading, settled, type Loadable } from '#lib/loadable.ts'
import { call } from '#api/call.ts'
import { addFavourite, listProjects, removeFavourite, type ProjectSummary } from '#contract/projects.ts'
import { $selectedOrganisationId } from './organisations.ts'
import { $projectCode } from './selection.ts'
import { $session } from './session.ts'
import { runtimeConfig } from './site-config.ts'
import { $selectedTimePeriod, loadTimePeriods } from './time-periods.ts'

export const $projects = atom<Loadable<ProjectSummary[]>>({ state: 'loading' })
/** The project of the current place, as soon as it is loaded. */
export const $project = computed([$projects, $projectCode], (projects, code) =>
  projects.state === 'ready' ? (projects.value.find(project => project.project_code === code) ?? null) : null
)

let wanted = ''
let wantedOrganisationId = 0

/** For the own organisation, or for the one that an admin has chosen. */
export async function loadProjects(timePeriodId: number): Promise<void> {
  const organisationId = $session.get().user?.isAdmin ? $selectedOrganisationId.get() : 0
  const key = `${timePeriodId}/${organisationId}`
  // Never show one organisation's registrations and percentages under the name of another.
  $projects.set(organisationId === wantedOrganisationId ? reloading($projects.get()) : { state: 'loading' })
  wanted = key
  wantedOrganisationId = organisationId
  const named = organisationId === 0 ? {} : { organisation_id: organisationId }
  const result = await call(listProjects, {
    query: { programme_id: runtimeConfig().programmeId, time_period_id: timePeriodId, ...named }
  })
  // Something else was chosen meanwhile: its own answer follows.
  if (wanted === key) $projects.set(settled(result, reply => reply.projects))
}

/** There is no period to ask for: the projects end as the periods did. */
export function settleProjectsWithoutPeriod(periods: Loadable<readonly unknown[]>): void {
  if (periods.state === 'failed') $projects.set(periods)
  if (periods.state === 'ready' && periods.value.length === 0) $projects.set({ state: 'ready', value: [] })
}

/** Tries again what failed, from the periods on. */
export async function retryProjects(): Promise<void> {
  const period = $selectedTimePeriod.get()
  await (period ? loadProjects(period.id) : loadTimePeriods())
}

export const resetProjects = (): void => $projects.set({ state: 'loading' })

/** Adds or removes a project's star: optimistic, rolled back if the server refuses (product 9). */
export async function toggleFavouriteOptimistically(projectId: number): Promise<Result<unknown>> {
  const project = projectOf(projectId)
  const isFavourite = project?.is_favorite ?? false
  setFavourite(projectId, !isFavourite)
  const result = await call(isFavourite ? removeFavourite : addFavourite, { params: { id: projectId } })
  if (!result.ok) setFavourite(projectId, isFavourite)
  return result
}

function projectOf(projectId: number): ProjectSummary | undefined {
  const projects = $projects.get()
  return projects.state === 'ready'
    ? projects.value.find(project => project.project_id === projectId)
    : undefined
}

function setFavourite(projectId: number, is_favorite: boolean): void {
  const projects = $projects.get()
  if (projects.state !== 'ready') return
  const index = projects.value.findIndex(project => project.project_id === projectId)
  const project = projects.value[index]
  if (project) $projects.set({ ...projects, value: projects.value.with(index, { ...project, is_favorite }) })
}
