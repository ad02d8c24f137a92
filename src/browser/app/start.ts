// Runs once before the first screen; the order matters (spec 4).

import { shareReads } from '#browser/api/cache/cache.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { $session, expireSession, loadUser, mayUseToken, restoreSession } from '#browser/stores/session.ts'
import { loadSiteConfig, setRuntimeConfig } from '#browser/stores/site-config.ts'
import { invariant } from '#lib/invariant.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import type { RuntimeConfig } from '#programme/site-config.ts'
import { watchAddress, recordShownEntry } from './history.ts'
import { isShownAtOnce, mainCode } from './main-code-chunk.ts'
import { keepScrollOverReload } from './scroll-memory.ts'
import { visit } from './start/visit.ts'

/** The page's one JSON block (spec 1). */
function readRuntimeConfig(): RuntimeConfig {
  const block = document.getElementById('runtime-config')
  invariant(block?.textContent, 'The page carries no runtime configuration')
  return JSON.parse(block.textContent) as RuntimeConfig
}

/** If the code that the page needs next fails to load, tries again. */
const MAIN_CODE_RETRY_MS = 5 * SECOND_MS

async function startMainCodeWithRetry(): Promise<void> {
  const code = await mainCode.tryLoad()
  if (code === null) setTimeout(() => void startMainCodeWithRetry(), MAIN_CODE_RETRY_MS)
  else code.startMainCode(visit)
}

export async function start(): Promise<void> {
  const config = readRuntimeConfig()
  setRuntimeConfig(config)
  configureTransport({ apiBase: config.apiBase, onUnauthorised: expireSession, mayUseToken })
  restoreSession()
  void loadSiteConfig()
  // Every call from here on is one that the page has begun already, or is shared with whoever asks for the same.
  shareReads()
  if ($session.get().isAuthenticated) void loadUser()
  recordShownEntry()
  watchAddress(() => void visit())
  keepScrollOverReload()
  if (isShownAtOnce(location.pathname)) {
    await visit()
    void startMainCodeWithRetry()
  } else {
    await startMainCodeWithRetry()
    await visit()
  }
}
