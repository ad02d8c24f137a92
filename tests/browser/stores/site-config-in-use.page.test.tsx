// What the site's configuration says where the replies of an API do not.

import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { settle } from '#tests/support/arrival.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { findScreens } from '#tests/support/find-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer, type Role } from '#tests/support/server.ts'

const SILENT = new Set(['otp_required', 'explorer_types', 'minimum_count', 'quartile_method'])

const server = useServer()
const { start } = useIsland(server, {
  fetch: async (input, init) => {
    const response = await server.fetch(input, init)
    if (!response.headers.get('Content-Type')?.includes('json')) return response
    const body: unknown = JSON.parse(await response.text(), (key, value: unknown) =>
      SILENT.has(key) ? undefined : value
    )
    return Response.json(body, { status: response.status })
  }
})
const find = findScreens(
  async (endpoint, input, role = 'lead') =>
    (await server.call(endpoint, input, await server.tokenOf(role as Role))).body
)

beforeEach(() =>
  $siteConfig.set({
    ...defaultSiteConfig,
    explorer_types: [{ explorer_type: 'results', label: 'Findings' }],
    minimum_peer_count: 9
  })
)

test('explorer_types are the views of every project', async () => {
  await start('/projects/ward-staffing', 'lead')
  const link = await screen.findByRole('link', { name: 'Findings' })
  expect(link.getAttribute('href')).toMatch(/^\/projects\/ward-staffing\/results/)
})

test('minimum_peer_count and quartile_method are part of a chart’s definition', async () => {
  await start(await find.chart(), 'lead')
  await settle()
  await clickFound(screen.findByRole('button', { name: 'Method' }))
  expect(screen.getByText('Quartiles: linear interpolation.')).toBeTruthy()
  expect(screen.getByText(/^Averages are of at least 9 other organisations\./)).toBeTruthy()
})

test('otp_required demands two-factor authentication', async () => {
  $siteConfig.set({ ...$siteConfig.get(), otp_required: true })
  await start('/projects', 'viewer')
  expect(await screen.findByText('Set up two-factor authentication')).toBeTruthy()
})
