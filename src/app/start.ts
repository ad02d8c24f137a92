// What happens once, before the first screen, and in which order (spec 4).
import { invariant } from '#lib/invariant.ts'
import { configureTransport } from '#api/transport.ts'
import { $session, expireSession, loadUser, restoreSession } from '#stores/session.ts'
import { loadSiteConfig, setRuntimeConfig, type RuntimeConfig } from '#stores/site-config.ts'
import { followAddress, settleEntry } from './history.ts'
import { watchLinks } from './preload-links.ts'
import { react } from './reactions.ts'
import { visit } from './visit.ts'
import { watchChunks } from './watch/chunk-reload.ts'

/** The page's one JSON block (spec 1). */
function readRuntimeConfig(): RuntimeConfig & { buildId?: string } {
  const block = document.getElementById('runtime-config')
  invariant(block?.textContent, 'The page carries no runtime configuration')
  return JSON.parse(block.textContent) as RuntimeConfig & { buildId?: string }
}

/** Product 20: the first look for a new version, milliseconds after the start; the code for it is not needed earlier. */
const FIRST_LOOK = 15_000

async function watchVersion(ownId: string | null): Promise<void> {
  const watch = await import('./watch/new-version.ts')
  watch.watchVersion(ownId)
}

export async function start(): Promise<void> {
  watchChunks()
  const config = readRuntimeConfig()
  setRuntimeConfig(config)
  configureTransport({ apiBase: config.apiBase, onUnauthorised: expireSession })
  restoreSession()
  void loadSiteConfig()
  if ($session.get().isAuthenticated) void loadUser()
  react()
  settleEntry()
  followAddress(() => void visit())
  watchLinks()
  await visit()
  setTimeout(() => void watchVersion(config.buildId ?? null), FIRST_LOOK)
}
