// Runs once before the first screen; the order matters (spec 4).

import { beginCalls } from '#browser/api/cache/first-calls.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { $session, expireSession, loadUser, restoreSession } from '#browser/stores/session.ts'
import { loadSiteConfig, setRuntimeConfig } from '#browser/stores/site-config.ts'
import { preload } from '#lib/chunk.ts'
import { whenIdle } from '#lib/idle.ts'
import { invariant } from '#lib/invariant.ts'
import type { RuntimeConfig } from '#programme/site-config.ts'
import { keepFocusInSight } from './focus-in-sight.ts'
import { watchAddress, recordShownEntry } from './history.ts'
import { layoutFor } from './layouts/layout-for.ts'
import { matchPath } from './match.ts'
import { overlays } from './overlays/overlays-chunk.ts'
import { keepScrollOverReload } from './scroll-memory.ts'
import { startReactions } from './start/reactions.ts'
import { visit } from './start/visit.ts'
import { $view } from './view.ts'
import { watchVersion } from './watch/new-version.ts'

/** Preloads pages that are likely to be opened next: links under the pointer or in focus (spec 9: about 4 at once). */
function watchLinks(): () => void {
  const onIntent = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin) return
    const match = matchPath(link.pathname)
    if (match) preload(match.route.page)
  }
  const events = ['pointerover', 'focusin']
  for (const event of events) document.addEventListener(event, onIntent)
  return () => {
    for (const event of events) document.removeEventListener(event, onIntent)
  }
}

/** Preloads the overlays when the page is idle. The forms that visits begin with do not need them and stay small. */
function preloadOverlaysAtIdle(): void {
  const stop = $view.subscribe(view => {
    if (view.is === 'starting' || layoutFor(view.path) === 'none') return
    whenIdle(() => preload(overlays))
    queueMicrotask(() => stop())
  })
}

/** The page's one JSON block (spec 1). */
function readRuntimeConfig(): RuntimeConfig {
  const block = document.getElementById('runtime-config')
  invariant(block?.textContent, 'The page carries no runtime configuration')
  return JSON.parse(block.textContent) as RuntimeConfig
}

/** Product 20: the first check for a new version, in milliseconds after the start. */
const FIRST_VERSION_CHECK_MS = 15_000

export async function start(): Promise<void> {
  const config = readRuntimeConfig()
  setRuntimeConfig(config)
  configureTransport({ apiBase: config.apiBase, onUnauthorised: expireSession })
  restoreSession()
  void loadSiteConfig()
  // From here on, calls are deduplicated, including those that the page has already sent.
  beginCalls()
  if ($session.get().isAuthenticated) void loadUser()
  startReactions()
  recordShownEntry()
  watchAddress(() => void visit())
  watchLinks()
  keepScrollOverReload()
  keepFocusInSight()
  await visit()
  preloadOverlaysAtIdle()
  setTimeout(() => watchVersion(config.buildId), FIRST_VERSION_CHECK_MS)
}
