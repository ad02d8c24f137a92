// What follows a change, whoever caused it.
import { $isAuthenticated } from '#stores/session.ts'
import { $siteConfig } from '#stores/site-config.ts'
import { loadOrganisations } from '#stores/organisations.ts'
import { loadProjects, resetProjects, settleProjectsWithout } from '#stores/projects.ts'
import { $selectedTimePeriod, $timePeriods, loadTimePeriods, resetTimePeriods } from '#stores/time-periods.ts'
import { forgetPlaces } from '#stores/last-places.ts'
import { resetSelection } from '#stores/selection.ts'
import { redirectFor } from '#navigation/redirects.ts'
import { $view } from './view.ts'
import { visit } from './visit.ts'

/** Spec 4: at the start and whenever the authenticated flag changes. Respondents under /surveys need no organisations. */
function loadBasics(isAuthenticated: boolean): void {
  if (!location.pathname.startsWith('/surveys')) void loadOrganisations()
  if (isAuthenticated) void loadTimePeriods()
}

function onAuthentication(isAuthenticated: boolean): void {
  if (!isAuthenticated) {
    resetTimePeriods()
    resetProjects()
    resetSelection()
    forgetPlaces()
    leaveGuardedPlace()
  }
  loadBasics(isAuthenticated)
}

/** What was open to the user who has left asks its guards again. */
function leaveGuardedPlace(): void {
  const view = $view.get()
  if (view.is === 'screen' && view.guards.length > 0) void visit()
}

/** Starts all reactions, and loads what the start needs. */
export function react(): () => void {
  loadBasics($isAuthenticated.get())
  const stops = [
    $isAuthenticated.listen(onAuthentication),
    $selectedTimePeriod.subscribe(period => {
      if (period) void loadProjects(period.id)
    }),
    $timePeriods.listen(periods => {
      if (!$selectedTimePeriod.get()) settleProjectsWithout(periods)
    }),
    // The table of redirects comes after the first screen: an address that it moves is visited again.
    $siteConfig.listen(({ redirects }) => {
      if (redirectFor(location.pathname, redirects).is !== 'pass') void visit()
    })
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
