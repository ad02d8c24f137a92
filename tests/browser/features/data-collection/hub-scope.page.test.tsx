// The hub of another project, opened from a hub.

import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { configureTransport } from '#browser/api/transport.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { useIsland } from '#tests/support/island.tsx'
import { pageConfig } from '#tests/support/page-config.ts'
import { eventually } from '#tests/support/patience.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

test('asks for nothing of the submission before', async () => {
  const period = await periodNamed(server, '2025')
  await start(`/projects/ward-staffing/data-collection?tp=${period}`, 'lead')
  await screen.findByRole('heading', { name: 'Data collection' })
  await eventually(() => expect($selectedSubmissionId.get()).not.toBe(0))
  const former = $selectedSubmissionId.get()
  const asked: string[] = []
  configureTransport({
    apiBase: pageConfig.apiBase,
    fetch: (input, init) => {
      asked.push((input as Request).url)
      return server.fetch(input, init)
    }
  })
  await act(async () => navigate(`/projects/ward-quality/data-collection?tp=${period}`))
  await screen.findByRole('heading', { name: 'Data collection' })
  await eventually(() => expect([0, former]).not.toContain($selectedSubmissionId.get()))
  const ofSubmissions = await eventually(() => {
    const found = asked.filter(url => url.includes('submission_id='))
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  expect(ofSubmissions.filter(url => url.includes(`submission_id=${former}`))).toEqual([])
})
