// Every screen of the table (tests/support/screens.ts) while its content is on its way, when it cannot be loaded, when there is none, and with it. The network stands between: calls of the screen's main operation are held, answered with a failure, or answered with nothing in them.

import '#tests/support/indexed-db.ts'
import { act, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { routes } from '#browser/app/routes.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { partInTurn } from '#tests/support/rotation.ts'
import { screens, type Loading, type RoutePattern } from '#tests/support/screens.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

const find = findScreens(
  async (endpoint, input, role = 'lead') =>
    (await server.call(endpoint, input, await server.tokenOf(role as Role))).body
)

type Weather = 'held' | 'failing' | 'empty' | 'fair'
let weather: Weather = 'fair'
let release = (): void => {}
let pending = 0

/** Stands between the page and the server, for the main operation alone. */
function standBetween({ main, empty }: Loading): void {
  const gate = new Promise<void>(resolve => (release = resolve))
  configureTransport({
    apiBase: 'http://api.example',
    fetch: async (input, init) => {
      const path = new URL((input as Request).url).pathname.replace('/api/v1/', '')
      if (!main.test(path)) return server.fetch(input, init)
      pending += 1
      try {
        return await answered(input, init)
      } finally {
        pending -= 1
      }
    }
  })
  const answered: typeof fetch = async (input, init) => {
    if (weather === 'held') await gate
    if (weather === 'failing') return Response.json({ detail: 'The database is asleep.' }, { status: 500 })
    const response = await server.fetch(input, init)
    if (weather !== 'empty' || !('without' in empty)) return response
    return Response.json(empty.without((await response.json()) as Record<string, unknown>))
  }
}

const main = () => document.querySelector('main')!
const isWaiting = () =>
  main().querySelector(
    '[role="status"]:is([aria-label^="Loading"], [aria-label="Searching"]), [aria-busy="true"], [role="progressbar"][aria-label^="Loading"]'
  ) !== null
const shows = (text: RegExp) => waitFor(() => expect(main().textContent).toMatch(text))

async function open(row: Loading, now: Weather): Promise<void> {
  // The island's clock is frozen, while a survey's save queue uses real time.
  if (row.role === undefined) vi.useRealTimers()
  weather = now
  standBetween(row)
  await start(await row.address(find), row.role)
}

afterEach(() => release())

const loading = Object.entries(screens).filter(
  (entry): entry is [RoutePattern, Loading] => entry[1].content !== null
)

test('every address has its line', () => {
  expect(Object.keys(screens)).toEqual(routes.map(({ pattern }) => pattern))
})

/** An address that names one thing of many, beyond its project. */
const namesOneOfMany = (pattern: RoutePattern): boolean =>
  pattern.replace(/:projectcode|:explorertype/g, '').includes(':')

// The gate opens each screen in one of its states besides.
describe.each(partInTurn(loading, 4, 'states of screens'))('%s', (pattern, row) => {
  test('shows that it is loading, and then its content', async () => {
    await open(row, 'held')
    await waitFor(() => expect(isWaiting()).toBe(true))
    expect(main().textContent).not.toMatch(row.content)
    await act(async () => release())
    await shows(row.content)
    await waitFor(() => expect(isWaiting()).toBe(false))
    // Two charts, sections or surveys are told apart among tabs and in the history (WCAG 2.4.2).
    if (namesOneOfMany(pattern))
      await waitFor(() =>
        expect(document.title).toContain(within(main()).getByRole('heading', { level: 1 }).textContent)
      )
  })

  test('not to be loaded, said with the reason, and there after another try', async () => {
    await open(row, 'failing')
    const retry = await waitFor(() => {
      expect(pending).toBe(0)
      const [alert] = within(main()).getAllByRole('alert')
      expect(alert?.textContent).toContain('The database is asleep.')
      // What did not come is no longer waited for.
      expect(isWaiting()).toBe(false)
      return within(main()).getAllByRole('button', { name: /^Try again/ })[0]!
    })
    weather = 'fair'
    await act(async () => retry.click())
    await shows(row.content)
  })

  test.runIf('text' in row.empty)('nothing there, said in words', async () => {
    await open(row, 'empty')
    if ('text' in row.empty) await shows(row.empty.text)
    await waitFor(() => expect(isWaiting()).toBe(false))
  })
})
