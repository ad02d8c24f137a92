// Who comes next on the page of the documents, after a logout or a login.

import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearToken, storeToken, tokenOwner } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { saveZip } from '#browser/features/documents/zip.ts'
import { $downloads } from '#browser/stores/downloads.ts'
import { checkSession } from '#browser/stores/session.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { useIsland } from '#tests/support/island.tsx'
import { pageConfig } from '#tests/support/page-config.ts'
import { hearFromOtherTab } from '#tests/support/page.ts'
import { eventually } from '#tests/support/patience.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
const choose = (name: string | RegExp) =>
  act(async () => screen.getAllByRole('checkbox', { name })[0]!.click())

/** Answers downloads in the server's place. */
const answerDownloads = (answer: typeof fetch): void =>
  configureTransport({
    apiBase: pageConfig.apiBase,
    fetch: (input, init) =>
      (input as Request).url.includes('/download') ? answer(input, init) : server.fetch(input, init)
  })

describe('what a user was downloading is not saved for who comes next', () => {
  const save = vi.spyOn(URL, 'createObjectURL')
  beforeEach(() => void save.mockClear())

  const logOutElsewhere = async () => {
    clearToken()
    await act(async () => hearFromOtherTab('logged-out', '1'))
    await screen.findByText('You are not logged in.')
  }

  test('a document that is on its way', async () => {
    const held = Promise.withResolvers<void>()
    await island.start('/documents?tp=0', 'lead')
    answerDownloads(async (input, init) => {
      await held.promise
      return server.fetch(input, { ...init, signal: null })
    })
    const row = await screen.findByRole('row', { name: /: results 2025/ })
    await act(async () =>
      within(row)
        .getByRole('button', { name: /^Download/ })
        .click()
    )
    await logOutElsewhere()
    await act(async () => held.resolve())
    await eventually(() => expect($downloads.get()).toEqual({}))
    expect(save).not.toHaveBeenCalled()
  })

  test('an archive that lacks a file', async () => {
    await island.start('/documents?tp=0', 'lead')
    let asked = 0
    answerDownloads((input, init) =>
      ++asked === 1 ? Promise.resolve(new Response('{}', { status: 418 })) : server.fetch(input, init)
    )
    await screen.findByText('Terms of taking part')
    await choose(/: results 2025$/)
    await choose('Select Terms of taking part')
    await press('Download 2 as a zip')
    await screen.findByRole('button', { name: 'Download without it' })
    await logOutElsewhere()
    expect(screen.queryByRole('button', { name: 'Download without it' })).toBeNull()
    await act(async () => saveZip([]))
    expect(save).not.toHaveBeenCalled()
  })
})

test('what is new is since the visit of the one who has logged in, not of who was here before', async () => {
  await island.start('/documents')
  await screen.findByText('Terms of taking part')
  storeToken(await server.tokenOf('lead'))
  const seenAt = new Date(NOON.getTime() - 91 * DAY_MS).toISOString()
  localStorage.setItem(`documents-visit:wards:${tokenOwner()}`, JSON.stringify({ since: null, seenAt }))
  await act(async () => checkSession())
  expect(await screen.findByText(/new since you were last here/)).toBeTruthy()
})
