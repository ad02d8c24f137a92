// Tasks of a signed-in page: its periods and projects, and the end of its session. Loaded after login.
import { disposeAll } from '#lib/dispose.ts'
import { $selectedOrganisationId } from '#stores/organisations.ts'
import { forgetVisitedPages } from '#stores/last-visited.ts'
import { loadProjects, resetProjects, retryProjects, settleProjectsWithoutPeriod } from '#stores/projects.ts'
import { resetExploreTab, resetSearch } from '#stores/explore.ts'
import { resetSelection } from '#stores/selection.ts'
import { $session, $tokenState } from '#stores/session.ts'
import {
  $selectedTimePeriod,
  $timePeriods,
  loadTimePeriods,
  preferTimePeriod,
  resetTimePeriods
} from '#stores/time-periods.ts'
import { requireSecondFactor } from './account-modal.ts'
import { idIn } from './route.ts'
import { watchSession } from './watch/session.ts'

/**
 * Spec 4: after authentication the time periods are loaded, then the projects. Returns a function that stops
 * everything.
 */
export function startSignedInTasks(): () => void {
  // The explorer's addresses name their period (product 18).
  preferTimePeriod(idIn(new URLSearchParams(location.search).get('tp') ?? undefined))
  void loadTimePeriods()
  const stops = [
    watchSession(),
    $session.subscribe(() => void requireSecondFactor()),
    $selectedTimePeriod.subscribe(period => {
      if (period) void loadProjects(period.id)
    }),
    $timePeriods.listen(settleProjectsWithoutPeriod),
    // Admins see a project for the chosen organisation.
    $selectedOrganisationId.listen(() => {
      const period = $selectedTimePeriod.get()
      if (period && $session.get().user?.isAdmin) void loadProjects(period.id)
    }),
    // Repeats the calls that were refused after the session had ended.
    $tokenState.listen((state, former) => {
      if (former === 'expired' && state === 'valid') void loadTimePeriods().then(retryProjects)
    })
  ]
  return () => {
    disposeAll(stops)
    resetTimePeriods()
    resetProjects()
    resetSelection()
    resetExploreTab()
    resetSearch()
    forgetVisitedPages()
  }
}
