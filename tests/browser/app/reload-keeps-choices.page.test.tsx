// Period, submission and organisation stay over a reload on every page of a project, and whoever opens a copied address sees the same: the address names
// them. The commit chooses half of the pages; `npm run test:long -- screens` goes through all of them.

import { act, cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { $filterOptions } from '#browser/stores/filters.ts'
import { $projects } from '#browser/stores/projects.ts'
import { $selectedSubmissionId, preferSubmission } from '#browser/stores/selection.ts'
import {
  $selectedTimePeriod,
  $timePeriods,
  preferTimePeriod,
  selectTimePeriod
} from '#browser/stores/time-periods.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { partInTurn } from '#tests/support/rotation.ts'
import { screens, type RoutePattern } from '#tests/support/screens.ts'
import { ownSubmission, periodNamed } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const island = useIsland(server)
const find = findScreens(
  async (endpoint, input, role = 'lead') =>
    (await server.call(endpoint, input, await server.tokenOf(role as Role))).body
)

/** A section's address names its submission, and with it the period: nothing else is chosen there. */
const SECTION: RoutePattern = '/projects/:projectcode/data-collection/questionnaire/:ids'
const pages = (Object.keys(screens) as RoutePattern[]).filter(
  pattern => pattern.startsWith('/projects/:projectcode') && pattern !== SECTION
)

/** What a reload of the page takes away, and what another tab does not have. */
async function reload(): Promise<void> {
  await act(async () => {
    for (const stop of island.stops.splice(0)) stop()
    cleanup()
    for (const store of [$timePeriods, $filterOptions, $projects]) store.reset()
    $selectedTimePeriod.set(null)
    $selectedSubmissionId.set(0)
    preferTimePeriod(null)
    preferSubmission(null)
    sessionStorage.clear()
  })
}

test('the test covers some pages', () => {
  expect(pages.length).toBeGreaterThanOrEqual(9)
})

test.each(partInTurn(pages, 2, 'pages with choices'))('%s', async pattern => {
  const address = await screens[pattern].address(find)
  const period = await periodNamed(server, '2025')
  const submission = await ownSubmission(server, 'ward-staffing', '2025', 1)
  await island.start(address, 'lead')
  await expect.poll(() => $timePeriods.get().state).toBe('ready')
  await act(async () => {
    selectTimePeriod(period)
    $selectedSubmissionId.set(submission)
  })
  // A link to another page of the project, opened in another tab, shows the same as well.
  for (const link of screen.queryAllByRole<HTMLAnchorElement>('link', { name: 'About' }))
    expect(new URL(link.href).searchParams.get('tp')).toBe(String(period))
  const copied = location.pathname + location.search
  await reload()
  await island.start(copied, 'lead')
  await expect.poll(() => $selectedTimePeriod.get()?.id).toBe(period)
  // Pages without a submission of their own do not load them; where they are, the chosen one is among them.
  if ($filterOptions.get().state !== 'ready') return
  await expect.poll(() => $selectedSubmissionId.get()).toBe(submission)
})
