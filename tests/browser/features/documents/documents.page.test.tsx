import { act, fireEvent, screen, within } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readToken, storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { checkSession } from '#browser/stores/session.ts'
import { logout } from '#contract/auth.ts'
import { useIsland } from '#tests/support/island.tsx'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const API = 'http://api.example'
const DOWNLOAD = /\/documents\/\d+\/download/

const press = (name: string | RegExp) =>
  act(async () => screen.getByRole('button', { name, hidden: true }).click())
const choose = (name: string | RegExp) =>
  act(async () => screen.getAllByRole('checkbox', { name })[0]!.click())

/** Answers downloads in the server's place. What else the screen asks for meanwhile is still the server's to answer. */
const answerDownloads = (answer: (...request: Parameters<typeof fetch>) => Promise<Response>): void =>
  configureTransport({
    apiBase: API,
    fetch: (input, init) =>
      DOWNLOAD.test((input as Request).url) ? answer(input, init) : server.fetch(input, init)
  })

/** What the page hands to the browser to be saved. */
const saved: { name: string; content: Blob }[] = []

beforeEach(() => {
  saved.length = 0
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(content => {
    blobs.set(`blob:${blobs.size}`, content as Blob)
    return `blob:${blobs.size - 1}`
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((tag: string) => {
    const element = create(tag)
    if (tag === 'a')
      element.click = () => {
        const link = element as HTMLAnchorElement
        const content = blobs.get(link.getAttribute('href') ?? link.href)
        if (content) saved.push({ name: link.download, content })
      }
    return element
  })
})
afterEach(() => vi.restoreAllMocks())

describe('documents (product 19)', () => {
  test('a member sees those of the projects, of the organisation and of the programme, in groups', async () => {
    await island.start('/documents', 'lead')
    expect(await screen.findByRole('heading', { name: 'Documents' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Ward staffing 2 documents/ })).toBeTruthy()
    expect(screen.getByText('Terms of taking part')).toBeTruthy()
    expect(screen.getByText(/^\d+ documents\.$/)).toBeTruthy()
    await act(
      async () =>
        void fireEvent.change(screen.getByRole('combobox', { name: /^Period/ }), { target: { value: '0' } })
    )
    expect(await screen.findByText(/: results 2025$/)).toBeTruthy()
    expect(screen.getByText('Your organisation')).toBeTruthy()
    expect(location.search).toBe('?tp=0')
  })

  test('has the day of the programme’s time zone, from which it is listed', async () => {
    await server.database
      .updateTable('documents')
      .set({ published_at: new Date('2026-07-09T23:00Z') })
      .where(eb => eb.and({ programme_id: 1, document_name: 'Terms of taking part' }))
      .execute()
    await island.start('/documents', 'lead')
    const row = await screen.findByRole('row', { name: /Terms of taking part/ })
    expect(within(row).getByRole('cell', { name: '10 Jul' })).toBeTruthy()
  })

  test('where the session has ended elsewhere, the page asks to log in again', async () => {
    await island.start('/documents', 'lead')
    const period = await screen.findByRole('combobox', { name: /^Period/ })
    await server.call(logout, {}, readToken() ?? '')
    await act(async () => void fireEvent.change(period, { target: { value: '0' } }))
    expect(await screen.findByRole('dialog', { name: 'Log in again' })).toBeTruthy()
  })

  test('signed out one sees the public ones, and how to see more', async () => {
    await island.start('/documents')
    expect(await screen.findByText(/You can see \d+ public documents/)).toBeTruthy()
    const login = screen.getAllByRole('link', { name: 'Log in' }).map(link => link.getAttribute('href'))
    expect(login).toContain('/login?next=%2Fdocuments')
    expect(screen.queryByText(/: results 2025/)).toBeNull()
  })

  test('once someone has logged in, what was listed for everyone is no longer shown', async () => {
    await island.start('/documents')
    await screen.findByText('Terms of taking part')
    const held = Promise.withResolvers<void>()
    configureTransport({
      apiBase: API,
      fetch: async (input, init) => {
        if ((input as Request).url.includes('/time_periods')) await held.promise
        return server.fetch(input, init)
      }
    })
    storeToken(await server.tokenOf('viewer'))
    await act(async () => checkSession())
    expect(screen.queryByText('Terms of taking part')).toBeNull()
    expect(screen.getByRole('status', { name: 'Loading the documents' })).toBeTruthy()
    held.resolve()
    expect(await screen.findByText('Terms of taking part')).toBeTruthy()
  })

  test('a search that finds nothing says where it looked, and a failed load can be tried again', async () => {
    await island.start('/documents?q=harm%20scale', 'viewer')
    expect(await screen.findByText('No documents match “harm scale”')).toBeTruthy()
    await screen.findByRole('button', { name: 'Clear search' })
    await press('Clear search')
    expect(await screen.findByText('Terms of taking part')).toBeTruthy()
    // The periods come by themselves, perhaps after the documents.
    const period = await screen.findByRole('combobox', { name: /^Period/ })
    configureTransport({ apiBase: API, fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    await act(async () => void fireEvent.change(period, { target: { value: '0' } }))
    expect(await screen.findByText('The documents could not be loaded')).toBeTruthy()
    configureTransport({ apiBase: API, fetch: server.fetch })
    await press('Try again')
    expect(await screen.findByText('Terms of taking part')).toBeTruthy()
  })

  test('a download is saved under its own name; one that fails can be tried again; one that is gone says so', async () => {
    await island.start('/documents', 'contributor')
    const row = () => screen.findByRole('row', { name: /Terms of taking part/ })
    const moveToRow = async (name: RegExp) =>
      act(async () =>
        within(await row())
          .getByRole('button', { name })
          .click()
      )
    await row()
    answerDownloads(() =>
      Promise.resolve(
        new Response('{"detail":"The disk is full."}', {
          status: 507,
          headers: { 'content-type': 'application/json' }
        })
      )
    )
    await row()
    await moveToRow(/^Download/)
    expect(await within(await row()).findByText('The disk is full.')).toBeTruthy()
    configureTransport({ apiBase: API, fetch: server.fetch })
    await moveToRow(/^Try again/)
    expect(await within(await row()).findByText('Saved to your downloads')).toBeTruthy()
    expect(saved.map(({ name }) => name)).toEqual(['wards-terms.txt'])
    expect(await saved[0]!.content.text()).toContain('What members agree')
    answerDownloads(() => Promise.resolve(new Response('{"detail":"Document not found."}', { status: 404 })))
    await moveToRow(/again/)
    expect(await within(await row()).findByText('No longer there')).toBeTruthy()
  })

  test('a download tells how much has come, and stops', async () => {
    await island.start('/documents', 'contributor')
    const row = await screen.findByRole('row', { name: /Terms of taking part/ })
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: controller => void (send = controller) })
    answerDownloads(() => Promise.resolve(new Response(body)))
    await act(async () =>
      within(row)
        .getByRole('button', { name: /^Download/ })
        .click()
    )
    await act(async () => send?.enqueue(new Uint8Array(20)))
    expect((await within(row).findAllByText(/^20 B of \d+ B/)).length).toBeGreaterThan(0)
    await act(async () => within(row).getByRole('button', { name: /^Stop/ }).click())
    await act(async () => send?.enqueue(new Uint8Array(20)))
    expect(await within(row).findByText('Stopped at 20 B')).toBeTruthy()
    expect(saved).toEqual([])
  })

  test('several are one zip; where one fails it is named, and the rest can be saved', async () => {
    await island.start('/documents?tp=0', 'lead')
    await screen.findByText('Terms of taking part')
    await choose('Select Terms of taking part')
    await choose(/: results 2025$/)
    expect(screen.getByText('2 selected')).toBeTruthy()
    let asked = 0
    answerDownloads((input, init) => {
      asked += 1
      return asked === 1 ? Promise.resolve(new Response('{}', { status: 418 })) : server.fetch(input, init)
    })
    await press('Download 2 as a zip')
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not be downloaded$/)
    await press('Download without it')
    expect(await screen.findByText('1 document saved to your downloads')).toBeTruthy()
    expect(Object.keys(unzipSync(new Uint8Array(await saved[0]!.content.arrayBuffer())))).toHaveLength(1)
    await press('Clear selection')
    await choose('Select Terms of taking part')
    await choose(/: results 2025$/)
    await press('Download 2 as a zip')
    expect(await screen.findByText('2 documents saved to your downloads')).toBeTruthy()
    const files = unzipSync(new Uint8Array(await saved[1]!.content.arrayBuffer()))
    expect(Object.keys(files).toSorted()).toEqual(['wards-report-2025.txt', 'wards-terms.txt'])
    expect(new TextDecoder().decode(files['wards-terms.txt'])).toContain('What members agree')
  })

  test('what is new since the last visit is counted the same in the sentence, the filter and the group', async () => {
    // A moment before the newest documents of the demo came, which is 90 days ago.
    localStorage.setItem(
      `documents-visit:wards:public`,
      JSON.stringify({ since: null, seenAt: new Date(NOON.getTime() - 91 * 86_400_000).toISOString() })
    )
    await island.start('/documents')
    const sentence = await screen.findByText(/^\d+ of \d+ are new since you were last here on/)
    const count = Number(/^\d+/.exec(sentence.textContent ?? '')?.[0])
    expect(screen.getByRole('button', { name: new RegExp(`^New since .* ?${count}$`) })).toBeTruthy()
    const inGroups = screen
      .getAllByRole('button', { name: /, \d+ new$/ })
      .map(group => Number(/(\d+) new$/.exec(group.textContent ?? '')?.[1]))
    expect(inGroups.reduce((sum, one) => sum + one, 0)).toBe(count)
    expect(screen.getAllByText('new')).toHaveLength(count)
  })
})
