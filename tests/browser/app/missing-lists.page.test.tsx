// Every screen, where a reply to one of its calls lacks a list. It says so or does without, and neither waits for ever nor breaks.

import '#tests/support/indexed-db.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { errorTitle } from '#browser/app/start/title.ts'
import { $view } from '#browser/app/view.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import { settle } from '#tests/support/arrival.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { listsOf, nameOf, removeList, type ListPath } from '#tests/support/reply-lists.ts'
import { chooseSome, partInTurn } from '#tests/support/rotation.ts'
import { screens } from '#tests/support/screens.ts'
import { useServer, type Role } from '#tests/support/server.ts'

/** Of each screen, where not all are asked for: every list is left out once over the commits. */
const LISTS_IN_TURN = 4

const server = useServer()
const { start, stops } = useIsland(server)
const find = findScreens(
  async (endpoint, input, role = 'lead') =>
    (await server.call(endpoint, input, await server.tokenOf(role as Role))).body
)

const operations = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
  name,
  endpoint,
  address: new RegExp(`^/api/v1/${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}))

function operationOf({ method, url }: Request): (typeof operations)[number] | undefined {
  const { pathname } = new URL(url)
  return operations.find(({ endpoint, address }) => endpoint.method === method && address.test(pathname))
}

/** Whether a list is asked for without saying how much of it: the rows after the default would be missing in silence. */
function lacksLimit({ query }: Endpoint, { url }: Request): boolean {
  const { entries = {} } = (query ?? {}) as { entries?: object }
  return 'limit' in entries && !new URL(url).searchParams.has('limit')
}

interface Gap {
  name: string
  path: ListPath
}

/** Stands between the page and the server. Returns the lists that the page has received, and the calls that lack a limit. */
function standBetween(isLeftOut: (gap: Gap) => boolean): { received: Gap[]; unlimited: string[] } {
  const received: Gap[] = []
  const unlimited: string[] = []
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (input, init) => {
      const operation = operationOf(input as Request)
      if (operation && lacksLimit(operation.endpoint, input as Request)) unlimited.push(operation.name)
      const response = await server.fetch(input, init)
      if (operation === undefined || !response.ok || operation.endpoint.reply === 'file') return response
      const body: unknown = await response.json()
      for (const { path } of listsOf(operation.endpoint)) {
        const gap = { name: operation.name, path }
        if (isLeftOut(gap)) removeList(body, path)
        else if (removeList(structuredClone(body), path)) received.push(gap)
      }
      return Response.json(body, { status: response.status })
    }
  })
  return { received, unlimited }
}

const keyOf = ({ name, path }: Gap): string => `${name}: ${nameOf(path)}`

describe.each(partInTurn(Object.entries(screens), 4, 'screens without lists'))('%s', (pattern, place) => {
  async function open(isLeftOut: (gap: Gap) => boolean): Promise<ReturnType<typeof standBetween>> {
    // The island's clock stands still, while the answers of a survey count real milliseconds.
    if (place.role === undefined) vi.useRealTimers()
    localStorage.clear()
    const calls = standBetween(isLeftOut)
    await start(await place.address(find), place.role)
    await settle()
    return calls
  }

  async function leave(): Promise<void> {
    await act(async () => {
      for (const stop of stops.splice(0)) stop()
      cleanup()
    })
  }

  /** What is wrong with the screen; null if it shows something. */
  async function fault(isLeftOut: (gap: Gap) => boolean): Promise<string | null> {
    await leave()
    try {
      await open(isLeftOut)
    } catch (error) {
      return String(error).split('\n')[0]!
    }
    const view = $view.get()
    // A guard that gets no reply says so on the error page.
    if (view.is === 'error') return view.message === GENERIC_FAILURE ? null : view.message
    return screen.queryByRole('heading', { name: errorTitle(500) }) ? 'an exception' : null
  }

  test('asks for lists with a limit, and works without each of them', async () => {
    const { received, unlimited } = await open(() => false)
    expect(unlimited).toEqual([])
    const keys = [...new Set(received.map(keyOf))]
    const left = process.env['LONG'] ? keys : chooseSome(keys, LISTS_IN_TURN, `lists of ${pattern}`)
    const faults: Record<string, string | null> = {}
    for (const key of left) faults[key] = await fault(gap => keyOf(gap) === key)
    faults['all lists within lists'] = await fault(({ path }) => path.length > 1)
    expect(Object.entries(faults).filter(([, found]) => found !== null)).toEqual([])
  })
})
