// One navigation, from the address to the screen: global guards, route, the route's guards, its check, its
// code (spec 2).

import { navigate } from 'wouter/use-browser-location'
import { shareReads, settleReads } from '#browser/api/cache/cache.ts'
import {
  currentEntry,
  recordShownEntry,
  restoreShownEntry,
  shownHistoryPosition
} from '#browser/app/history.ts'
import { layoutFor } from '#browser/app/layouts/layout-for.ts'
import { layouts } from '#browser/app/layouts/layouts.ts'
import { isShownAtOnce, mainCode } from '#browser/app/main-code-chunk.ts'
import { matchPath } from '#browser/app/match.ts'
import { members } from '#browser/app/members-chunk.ts'
import type { ScreenRoute, RouteParams } from '#browser/app/route.ts'
import { rememberScroll, setReturn } from '#browser/app/scroll-memory.ts'
import { $isNavigating, $view, LOADING_BAR_DELAY_MS, type View } from '#browser/app/view.ts'
import { throttledReload } from '#browser/app/watch/chunk-reload.ts'
import { pass, type GuardResult } from '#browser/navigation/guard-result.ts'
import { runGuards } from '#browser/navigation/guards.ts'
import { unsavedWork } from '#browser/navigation/leave.ts'
import { setRouteTitle } from '#browser/navigation/page-title.ts'
import { redirectFor } from '#browser/navigation/redirects.ts'
import { $modal, closeModal } from '#browser/stores/modals.ts'
import { $projectCode } from '#browser/stores/selection.ts'
import { $isAuthenticated, checkSession } from '#browser/stores/session.ts'
import { $siteConfig, applyWording } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { ChunkError, preload } from '#lib/chunk.ts'
import { messageOf } from '#lib/text/message-of.ts'
import { errorTitle } from './title.ts'

/** More redirects in a row than this are a loop in the table. */
const MAX_GUARD_REDIRECTS = 10

let latestVisit = 0
let redirectsInARow = 0

/** Navigates to the current address. An earlier navigation that is still waiting is dropped. */
export async function visit(): Promise<void> {
  const number = ++latestVisit
  const { pathname: path } = location
  if (!mainCode.loaded() && !isShownAtOnce(path)) {
    const isLoaded = await loadMainCode(path)
    if (!isLoaded || number !== latestVisit) return
  }
  mainCode.loaded()?.applyAddress()
  return openAddress(number)
}

async function openAddress(number: number): Promise<void> {
  const { pathname: path, search } = location
  const view = $view.get()
  if (view.is === 'screen' && view.path === path) return updateQuery(view, search, number)
  if (view.is === 'screen') rememberScroll(shownHistoryPosition())
  if (view.is !== 'starting') shareReads()
  const bar = setTimeout(() => $isNavigating.set(true), LOADING_BAR_DELAY_MS)
  const outcome = await resolveAddress(path, search)
  clearTimeout(bar)
  if (number !== latestVisit) return
  $isNavigating.set(false)
  if ('screen' in outcome) return show({ is: 'screen', path, ...outcome.screen }, outcome.title)
  if ('lost' in outcome) return handleMissingChunk(outcome.lost, path)
  const { verdict } = outcome
  if (verdict.is !== 'fail') return applyRedirect(verdict, path)
  const layout = await layouts[layoutFor(path)].tryLoad()
  if (number === latestVisit) showError(path, verdict.status, verdict.message, layout?.default ?? null)
}

/** Loads what all screens but the login form need; returns whether it could. */
async function loadMainCode(path: string): Promise<boolean> {
  try {
    await mainCode.load()
    return true
  } catch (error) {
    handleMissingChunk(error as ChunkError, path)
    return false
  }
}

/**
 * Spec 4 and 9: if this navigation's code cannot be loaded, mostly after a deployment, reloads the page. If
 * that does not help, because the page is offline or was just reloaded, the current screen stays; without
 * one the error page is shown.
 */
function handleMissingChunk(error: ChunkError, path: string): void {
  if (throttledReload(path)) return
  if ($view.get().is !== 'screen') return showError(path, 500, error.message, null)
  const reason = navigator.onLine
    ? `${error.message} Try again, or reload the page.`
    : 'You are offline, and that page has not been loaded yet.'
  showToast({ text: reason, status: 'warning' })
  restoreShownEntry()
}

/**
 * The same path with another query: the guards run again, and the screen reads the query itself. Only a
 * guard's refusal navigates; a guard that fails changes nothing.
 */
async function updateQuery(
  { path, params, guards }: Extract<View, { is: 'screen' }>,
  search: string,
  number: number
): Promise<void> {
  const global = await runGlobalGuards(path)
  const verdict =
    global.is === 'pass' ? await runGuards(guards, { path, search, params }).catch(guardFailure) : global
  if (number !== latestVisit) return
  // Another navigation that this one has overtaken.
  $isNavigating.set(false)
  if (verdict.is === 'pass' || verdict.is === 'fail') recordShownEntry()
  else applyRedirect(verdict, path)
}

type VisitOutcome =
  | { verdict: GuardResult }
  | { lost: ChunkError }
  | { screen: Omit<Extract<View, { is: 'screen' }>, 'is' | 'path'>; title: string }

async function resolveAddress(path: string, search: string): Promise<VisitOutcome> {
  try {
    const verdict = await runGlobalGuards(path)
    if (verdict.is !== 'pass') return { verdict }
    const match = matchPath(path)
    return match ? await open(match.route, match.params, path, search) : { verdict: pageNotFound(path) }
  } catch (error) {
    return error instanceof ChunkError ? { lost: error } : { verdict: guardFailure(error) }
  }
}

/** An exception in a guard is shown on the error page. */
const guardFailure = (error: unknown): GuardResult => ({
  is: 'fail',
  status: 500,
  message: messageOf(error)
})

/** First the auth check, then the redirects, then unsaved work (product 0). */
async function runGlobalGuards(path: string): Promise<GuardResult> {
  checkSession()
  const redirect = redirectFor(path, $siteConfig.get().redirects)
  if (redirect.is !== 'pass') return redirect
  const view = $view.get()
  if (view.is !== 'screen' || view.path === path || isOver(view)) return pass
  const work = await unsavedWork()
  return work === 'none' || (await (await mainCode.load()).confirmLeaving(work)) ? pass : { is: 'stay' }
}

/** After a logout, here or in another tab, a screen for members is replaced at once. */
const isOver = ({ guards }: Pick<Extract<View, { is: 'screen' }>, 'guards'>): boolean =>
  guards.includes('auth') && !$isAuthenticated.get()

async function open(
  route: ScreenRoute,
  params: RouteParams,
  path: string,
  search: string
): Promise<VisitOutcome> {
  const opened = route.open(params)
  if (!opened) return { verdict: pageNotFound(path) }
  // Preload the code while the guards run.
  preload(route.page)
  preload(layouts[layoutFor(path)])
  const verdict = await runGuards(route.guards, { path, search, params })
  if (verdict.is !== 'pass') return { verdict }
  if (!(await addressExists(params))) return { verdict: pageNotFound(path) }
  const isFirst = $view.get().is === 'starting'
  const [screen, layout] = await Promise.all([opened.render(isFirst), layouts[layoutFor(path)].load()])
  // Logged out meanwhile: the guards decide what is shown instead.
  if (isOver(route)) return resolveAddress(path, search)
  return {
    screen: { screen, layout: layout.default, params, guards: route.guards },
    title: await opened.title()
  }
}

/** Spec 2, validate: checked for the address, so that no screen can omit it. */
async function addressExists(params: RouteParams): Promise<boolean> {
  const { projectcode, explorertype, ids } = params
  if (projectcode === undefined) return true
  const { askAhead, isPageOfProject, isSectionOfProject } = await members.load()
  if (!isFromOverview(params)) askAhead(params)
  return (
    (await isPageOfProject(projectcode, explorertype)) &&
    (ids === undefined || (await isSectionOfProject(projectcode, ids)))
  )
}

/** A chart opened from its overview starts with the figures that are loaded, and requests the rest once it is drawn. */
function isFromOverview({ groupname, id }: RouteParams): boolean {
  const view = $view.get()
  return (
    view.is === 'screen' &&
    id !== undefined &&
    view.params['groupname'] === groupname &&
    view.params['id'] === undefined
  )
}

const pageNotFound = (path: string): GuardResult => ({
  is: 'fail',
  status: 404,
  message: `Page not found: ${path}`
})

function applyRedirect(verdict: Exclude<GuardResult, { is: 'fail' }>, path: string): void {
  if (verdict.is === 'leave') return location.assign(verdict.href)
  if (verdict.is === 'stay') return restoreShownEntry()
  if (verdict.is === 'pass') return
  if (verdict.warning) showToast({ text: verdict.warning, status: 'warning' })
  redirectsInARow += 1
  if (redirectsInARow > MAX_GUARD_REDIRECTS) return showError(path, 500, 'Too many redirects', null)
  navigate(verdict.to, { replace: true })
}

function showError(
  path: string,
  status: number,
  message: string,
  layout: Extract<View, { is: 'error' }>['layout']
): void {
  show({ is: 'error', path, status, message, layout }, errorTitle(status))
}

function show(view: View, title: string): void {
  redirectsInARow = 0
  const { position, isTraversal } = currentEntry()
  setReturn(position, isTraversal)
  recordShownEntry()
  // A dialog belongs to the screen that it was opened on.
  const former = $view.get()
  if (former.is === 'screen' && former.path !== location.pathname && $modal.get().isCloseable) closeModal()
  setRouteTitle(title)
  $projectCode.set(view.is === 'screen' ? (view.params['projectcode'] ?? null) : null)
  mainCode.loaded()?.writeAddress()
  settleReads($view.get().is === 'starting', () => $isAuthenticated.get())
  applyWording()
  $view.set(view)
}
