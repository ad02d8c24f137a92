// Runs once before the first screen; the order matters (spec 4).
import { invariant } from '#lib/invariant.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { $session, expireSession, loadUser, restoreSession } from '#browser/stores/session.ts'
import type { RuntimeConfig } from '#programme/site-config.ts'
import { loadSiteConfig, setRuntimeConfig } from '#browser/stores/site-config.ts'
import { beginCalls } from './start/first-calls.ts'
import { keepFocusInSight } from './focus-in-sight.ts'
import { watchAddress, recordShownEntry } from './history.ts'
import { preloadOverlaysAtIdle } from './overlays/preload-overlays.ts'
import { watchLinks } from './start/preload-links.ts'
import { startReactions } from './start/reactions.ts'
import { keepScrollOverReload } from './scroll-memory.ts'
import { visit } from './start/visit.ts'
import { watchVersion } from './watch/new-version.ts'

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
  // Every call from here on is one that the page has begun already, or is shared with whoever asks for the same.
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
