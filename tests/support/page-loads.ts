// Loads of a whole page in client tests: the inline script, the island from its first line, and what this device has stored. The API's replies are
// held back until no more calls are made, and then sent together: each such wave depends on the one before it.

import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { runInThisContext } from 'node:vm'
import { cleanup, act, render } from '@testing-library/react'
import { createElement } from 'react'
import { vi } from 'vitest'
import { firstReads } from '#browser/app/first-reads.ts'
import { disposeAll } from '#lib/dispose.ts'
import { watchTimers } from './global-state.ts'
import { pageConfig } from './page-config.ts'
import { openAt, watchListeners } from './page.ts'
import type { TestServer } from './server.ts'

const script = readFileSync(new URL('../../src/pages/_shell/first-calls.js', import.meta.url), 'utf8')

/** A wave is over when nothing has happened for this many milliseconds; code is compiled meanwhile. */
const QUIET_MS = 50

export interface PageLoad {
  /** The calls of each wave, as `GET address`. */
  waves: string[][]
  /** Calls that the page's inline script started. */
  begunWithThePage: string[]
  text: string
}

interface Held {
  call: string
  release: () => void
}

/** Loads a page with only what the browser keeps: cookies and storage. */
export async function loadPage(
  server: TestServer,
  path: string,
  { hasScript = true } = {}
): Promise<PageLoad> {
  // A page that has been left does nothing any more: a quarter of a minute later, it would open the address of the next.
  const leaving = [watchListeners(), watchTimers()]
  openAt(path)
  document.body.innerHTML = ''
  vi.resetModules()
  document.head.innerHTML = Object.entries({ 'runtime-config': pageConfig, 'first-reads': firstReads })
    .map(([id, value]) => `<script id="${id}" type="application/json">${JSON.stringify(value)}</script>`)
    .join('')
  const gate = gateTo(server)
  vi.stubGlobal('fetch', gate.fetch)
  vi.stubGlobal('scrollTo', vi.fn<() => void>())
  if (hasScript) runInThisContext(`{${script}}`)
  await pause(5)
  const begunWithThePage = gate.held.map(({ call }) => call)
  const { start } = await import('#browser/app/start.ts')
  const { IslandShell: Shell } = await import('#browser/app/shell.tsx')
  const started = start()
  const drawn = started.then(() => act(async () => void render(createElement(Shell))))
  const waves: string[][] = []
  const page = { isDrawn: false }
  void drawn.then(() => (page.isDrawn = true))
  while ((await gate.isAskedAfterQuiet()) || !page.isDrawn) {
    if (gate.held.length === 0) continue
    waves.push(gate.held.map(({ call }) => call))
    await act(async () => {
      gate.releaseAll()
      await pause(0)
    })
  }
  await drawn
  const text = document.body.textContent
  window.dispatchEvent(new Event('pagehide'))
  gate.close()
  await act(async () => cleanup())
  disposeAll(leaving)
  return { waves, begunWithThePage, text }
}

function gateTo(server: TestServer) {
  const held: Held[] = []
  let isOpen = true
  /** Calls that the server has not answered yet. */
  let underWay = 0
  const fetch: typeof globalThis.fetch = (input, init) => {
    // Calls of an earlier page are never answered.
    if (!isOpen) return new Promise<Response>(() => {})
    const request = new Request(input, init)
    if (!request.url.startsWith('http://api.example'))
      return Promise.resolve(new Response('', { status: 404 }))
    const { pathname, search } = new URL(request.url)
    return new Promise((resolve, reject) => {
      void request
        .clone()
        .text()
        .then(body =>
          held.push({
            call: `${request.method} ${pathname.replace('/api/v1/', '')}${search} ${body}`.trim(),
            release: () => {
              underWay += 1
              void server
                .fetch(request)
                .then(resolve, reject)
                .finally(() => (underWay -= 1))
            }
          })
        )
    })
  }
  return {
    held,
    fetch,
    /** Whether a call is made after a quiet period. */
    async isAskedAfterQuiet(): Promise<boolean> {
      let seen = -1
      for (let quiet = 0; quiet < 3; quiet++) {
        if (seen !== held.length || underWay > 0) quiet = 0
        seen = held.length
        await act(async () => {
          await vi.dynamicImportSettled()
          await pause(QUIET_MS)
        })
      }
      return held.length > 0
    },
    releaseAll(): void {
      for (const { release } of held.splice(0)) release()
    },
    close(): void {
      isOpen = false
    }
  }
}
