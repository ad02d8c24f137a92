// Every screen on an API with the specification's operations alone, whose replies have only what it names: for half of the roles, which the commit
// chooses, and for all of them in `npm run test:long -- screens`.

import '#tests/support/indexed-db.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { settle } from '#tests/support/arrival.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { partInTurn } from '#tests/support/rotation.ts'
import { screens, type RoutePattern } from '#tests/support/screens.ts'
import { useServer, type Role } from '#tests/support/server.ts'
import {
  refusals,
  withoutAddedKeys,
  withoutAdditions,
  type Refusal
} from '#tests/support/without-additions.ts'

const server = useServer()
let refusal: Refusal = '404'
const { start } = useIsland(server, {
  fetch: (input, init) => withoutAdditions(withoutAddedKeys(server.fetch), refusals[refusal])(input, init)
})
const find = findScreens(
  async (endpoint, input, role = 'lead') =>
    (await server.call(endpoint, input, await server.tokenOf(role as Role))).body
)

// The site's configuration says which views the projects have.
const explorer_types = ['results', 'trends'].map(explorer_type => ({ explorer_type, label: explorer_type }))
beforeEach(() => $siteConfig.set({ ...defaultSiteConfig, explorer_types }))
afterEach(() => vi.useRealTimers())

const main = () => document.querySelector('main')!
const roles = ['viewer', 'contributor', 'lead', 'admin', 'super'] as const

/** Screens without an account are the same for everyone. */
const visits = Object.entries(screens).flatMap(([pattern, place]) => {
  const people = place.role === 'admin' ? (['admin', 'super'] as const) : roles
  const inTurn = place.role === undefined ? [undefined] : partInTurn(people, people.length, pattern)
  return inTurn.map(role => ({ pattern: pattern as RoutePattern, place, role }))
})

const kinds = Object.keys(refusals) as Refusal[]

describe('an API of the specification', () => {
  // Each role meets each way in which an addition is refused, on one screen or another; the call module takes them alike.
  test.each(
    visits.map((visit, index) => ({
      ...visit,
      kind: kinds[(index + Math.floor(index / kinds.length)) % kinds.length]!
    }))
  )('$pattern for $role, with $kind', async ({ place, role, kind }) => {
    refusal = kind
    // The island's clock is frozen, while a survey's save queue uses real time.
    if (role === undefined) vi.useRealTimers()
    await start(await place.address(find), role)
    if (place.content !== null && role === place.role)
      await waitFor(() => expect(main().textContent).toMatch(place.content))
    await settle()
    expect(main().textContent).not.toMatch(/undefined|NaN/)
    expect(screen.queryByText(/could not be (loaded|calculated|counted)|An error occurred/)).toBeNull()
    expect($toasts.get().filter(({ status }) => status === 'error')).toEqual([])
  })
})
