// Tasks of a logged-in page: its periods and projects, and the end of its session. Loaded after login.

import { retryRefusedLoads } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { demandSecondFactor } from '#browser/app/account-modal.ts'
import { watchSession } from '#browser/app/watch/session.ts'
import { whenShown } from '#browser/app/when-shown.ts'
import { readChoices } from '#browser/navigation/address-choices.ts'
import { $selectedOrganisationId, preferOrganisation } from '#browser/stores/organisations.ts'
import {
  askForNewestProjects,
  loadProjects,
  resetProjects,
  settleProjectsWithoutPeriod
} from '#browser/stores/projects.ts'
import { resetSelection } from '#browser/stores/selection.ts'
import { $session, $tokenState } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import {
  $selectedTimePeriod,
  $timePeriods,
  loadTimePeriods,
  resetTimePeriods
} from '#browser/stores/time-periods.ts'
import { listProjects } from '#contract/projects.ts'
import { chunk } from '#lib/chunk.ts'
import { disposeAll } from '#lib/dispose.ts'

const unsent = chunk(() => import('#browser/app/watch/unsent.ts'))

/**
 * Spec 4: after authentication the time periods are loaded, then the projects. Returns a function that stops
 * everything.
 */
export function startSignedInTasks(): () => void {
  // The explorer's addresses name their period (product 18).
  const { timePeriodId: named, organisationId } = readChoices(new URLSearchParams(location.search))
  void loadTimePeriods()
  // Requested in parallel with the periods; loadProjects uses this reply.
  if (named !== null)
    void call(listProjects, {
      query: { programme_id: runtimeConfig().programmeId, time_period_id: named }
    })
  // From the second visit on, this device knows the periods.
  else if (organisationId === null && $selectedTimePeriod.get() === null) askForNewestProjects()
  const stops = [
    watchSession(),
    $session.subscribe(() => void demandSecondFactor()),
    $selectedTimePeriod.subscribe(period => {
      if (period) void loadProjects(period.id)
    }),
    $timePeriods.listen(settleProjectsWithoutPeriod),
    // Admins see a project for the chosen organisation.
    $selectedOrganisationId.listen(() => {
      const period = $selectedTimePeriod.get()
      if (period && $session.get().user?.isAdmin) void loadProjects(period.id)
    }),
    $tokenState.listen((state, former) => {
      if (former === 'expired' && state === 'valid') retryRefusedLoads()
    })
  ]
  whenShown(
    () => true,
    () => void unsent.tryLoad().then(code => code?.watchUnsent())
  )
  return () => {
    disposeAll(stops)
    resetTimePeriods()
    resetProjects()
    resetSelection()
    preferOrganisation(null)
  }
}
