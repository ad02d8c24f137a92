// What happens once, before the first screen, and in which order (spec 4).
import { invariant } from '#lib/invariant.ts'
import { configureTransport } from '#api/transport.ts'
import { $session, expireSession, loadUser, restoreSession } from '#stores/session.ts'
import { loadSiteConfig, setRuntimeConfig, type RuntimeConfig } from '#stores/site-config.ts'
import { followAddress, settleEntry } from './history.ts'
import { fetchHostsAtIdle } from './hosts/fetch-at-idle.ts'
import { watchLinks } from './preload-links.ts'
import { react } from './reactions.ts'
import { visit } from './visit.ts'
import { watchVersion } from './watch/new-version.ts'

/** The page's one JSON block (spec 1). */
function readRuntimeConfig(): RuntimeConfig {
  const block = document.getElementById('runtime-config')
  invariant(block?.textContent, 'The page carries no runtime configuration')
  return JSON.parse(block.textContent) as RuntimeConfig
}

/** Product 20: the first look for a new version, milliseconds after the start. */
const FIRST_LOOK = 15_000

export async function start(): Promise<void> {
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
  fetchHostsAtIdle()
  setTimeout(() => watchVersion(config.buildId), FIRST_LOOK)
}
