// Reactions to changes of stores, whatever caused them.

import { readToken } from '#browser/api/token.ts'
import { members } from '#browser/app/members-chunk.ts'
import { $view } from '#browser/app/view.ts'
import { reloadPage } from '#browser/navigation/leave.ts'
import { redirectFor } from '#browser/navigation/redirects.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { loadOrganisations } from '#browser/stores/organisations.ts'
import { $isAuthenticated, $isSigningIn } from '#browser/stores/session.ts'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { disposeAll } from '#lib/dispose.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { followChoices } from './follow-address.ts'

/** Opens the current address again. */
type Revisit = () => Promise<void>

/** If the code for logged-in pages fails to load, tries again as long as the user is logged in. */
const RETRY_DELAY_MS = 5 * SECOND_MS

let stopSignedInTasks: (() => void) | undefined
let needsOrganisations = true

const isSurvey = (path: string): boolean => path.startsWith('/surveys')

/** Respondents under /surveys need no organisations (spec 4); other pages do, also after leaving a survey. */
function loadOrganisationsOutsideSurveys(path: string): void {
  needsOrganisations = isSurvey(path)
  if (!needsOrganisations) void loadOrganisations()
}

/** Spec 4: at the start and whenever the authentication state changes. */
async function loadBasics(isAuthenticated: boolean): Promise<void> {
  loadOrganisationsOutsideSurveys(location.pathname)
  stopSignedInTasks?.()
  stopSignedInTasks = undefined
  if (!isAuthenticated) return
  await startSignedInTasksWithRetry()
}

async function startSignedInTasksWithRetry(): Promise<void> {
  // A screen that needs the code loads it too, and reloads the page if it is missing.
  const code = await members.tryLoad()
  // The user may have logged out while the code was loading.
  if (!$isAuthenticated.get()) return
  if (code) stopSignedInTasks ??= code.startSignedInTasks()
  else setTimeout(() => void startSignedInTasksWithRetry(), RETRY_DELAY_MS)
}

/**
 * After a logout no dialog of the user stays open, and the current screen's guards run again. If another tab has logged someone else in,
 * the page reloads for them, except under /surveys, where respondents go on.
 */
function leaveUserBehind(visit: Revisit): void {
  closeModal()
  const view = $view.get()
  if (view.is !== 'screen') return
  const isTakenOver = readToken() !== null && !$isSigningIn.get()
  if (isTakenOver && !isSurvey(view.path)) reloadPage()
  else if (view.guards.length > 0) void visit()
}

export function startReactions(visit: Revisit): () => void {
  void loadBasics($isAuthenticated.get())
  const stops = [
    ...followChoices(),
    $isAuthenticated.listen(isAuthenticated => {
      void loadBasics(isAuthenticated)
      if (!isAuthenticated) leaveUserBehind(visit)
    }),
    $view.listen(view => {
      if (needsOrganisations && view.is !== 'starting') loadOrganisationsOutsideSurveys(view.path)
    }),
    // The redirects load after the first screen, or before this code; an address that they move is visited again.
    $siteConfig.subscribe(({ redirects }) => {
      if (redirectFor(location.pathname, redirects).is !== 'pass') void visit()
    })
  ]
  return () => {
    disposeAll(stops)
    stopSignedInTasks?.()
    stopSignedInTasks = undefined
  }
}
