// The island on a page, against the real server: what a person sees after typing an address.

import { setTimeout as pause } from 'node:timers/promises'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { watchAddress, recordShownEntry } from '#browser/app/history.ts'
import { IslandShell } from '#browser/app/shell.tsx'
import { startReactions } from '#browser/app/start/reactions.ts'
import { visit } from '#browser/app/start/visit.ts'
import { $declinedBuild, $newBuild, $view } from '#browser/app/view.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { expireSession, loadUser, logOut, mayUseToken, restoreSession } from '#browser/stores/session.ts'
import { $siteConfig, setRuntimeConfig } from '#browser/stores/site-config.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { pageConfig } from './page-config.ts'
import { openAt } from './page.ts'
import type { Role, TestServer } from './server.ts'

export interface Island {
  /** Paths of the calls since the test began, without the prefix. */
  calls: string[]
  /** Functions to call when the test ends. */
  stops: (() => void)[]
  /** Starts the island at an address as the page does, for a role or for nobody. */
  start: (path: string, role?: Role) => Promise<void>
}

/** A visit whose calls a test lets hang does not end. */
const VISITS_END_MS = 2000

/** Prepares a page for each test of one file, and clears it away. */
export function useIsland(server: TestServer, { fetch = server.fetch } = {}): Island {
  const visits = new Set<Promise<void>>()
  const visitAddress = (): Promise<void> => {
    const visiting = visit().finally(() => visits.delete(visiting))
    visits.add(visiting)
    return visiting
  }
  const island: Island = {
    calls: [],
    stops: [],
    start: async (path, role) => {
      openAt(path)
      if (role) storeToken(await server.tokenOf(role))
      restoreSession()
      if (role) await loadUser()
      island.stops.push(startReactions(visitAddress))
      recordShownEntry()
      island.stops.push(watchAddress(() => void visitAddress()))
      await visitAddress()
      await act(async () => void render(<IslandShell />))
    }
  }

  beforeEach(() => {
    vi.setSystemTime(server.clock.now)
    vi.stubGlobal('scrollTo', vi.fn<() => void>())
    island.calls = []
    setRuntimeConfig(pageConfig)
    $siteConfig.set(defaultSiteConfig)
    configureTransport({
      apiBase: 'http://api.example',
      onUnauthorised: expireSession,
      mayUseToken,
      fetch: (input, init) => {
        island.calls.push(new URL((input as Request).url).pathname.replace('/api/v1/', ''))
        return fetch(input, init)
      }
    })
  })

  afterEach(async () => {
    await act(async () => {
      for (const stop of island.stops.splice(0)) stop()
      // One that goes on after the logout would lead the next test's page to the login.
      if (visits.size > 0) await Promise.race([Promise.allSettled(visits), pause(VISITS_END_MS)])
      cleanup()
      closeModal()
      logOut()
      $toasts.set([])
      $newBuild.set(null)
      $declinedBuild.set(null)
      $view.set({ is: 'starting' })
    })
    vi.unstubAllGlobals()
  })

  return island
}
