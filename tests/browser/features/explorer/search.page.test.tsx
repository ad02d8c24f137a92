import { act, fireEvent, screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { resultAddress, splitByQuery } from '#browser/features/explorer/search/search.ts'
import { $search } from '#browser/stores/explore.ts'
import { logOut } from '#browser/stores/session.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const SEARCH = '/projects/ward-quality/results/search'

const box = () => screen.findByRole<HTMLInputElement>('searchbox', { name: /^Search charts/ })
const type = async (value: string) => {
  const input = await box()
  await act(async () => void fireEvent.change(input, { target: { value } }))
}
const press = (name: string | RegExp) => act(async () => screen.getByRole('button', { name }).click())
const results = async (): Promise<HTMLAnchorElement[]> =>
  within(await screen.findByRole('list', { name: 'Results' })).getAllByRole<HTMLAnchorElement>('link')

describe('search (product 18)', () => {
  test('typed text is searched for, kept in the address, and marked in the results', async () => {
    await island.start(SEARCH, 'lead')
    expect(await screen.findByText('Search for a word')).toBeTruthy()
    expect(await screen.findByText(/There are .* charts, .* questions/)).toBeTruthy()
    await type('falls')
    expect(await screen.findByText(/^\d+ results for “falls”\.$/)).toBeTruthy()
    expect(location.search).toBe('?q=falls')
    const [first] = await results()
    expect(first?.querySelector('mark')?.textContent?.toLowerCase()).toBe('falls')
    expect($search.get().results.length).toBeGreaterThan(0)
    logOut()
    expect($search.get()).toEqual({ query: '', results: [] })
  })

  test('the first search waits for a pause in typing, as later ones do', async () => {
    await island.start(SEARCH, 'lead')
    await screen.findByText('Search for a word')
    const input = await box()
    const searches = (): number => island.calls.filter(path => path === 'search/global').length
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      for (const value of ['f', 'fa', 'falls']) {
        act(() => void fireEvent.change(input, { target: { value } }))
        vi.advanceTimersByTime(249)
        expect([value, searches()]).toEqual([value, 0])
      }
      vi.advanceTimersByTime(1)
      await expect.poll(searches).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('kinds are counted, narrow the results, and are in the address', async () => {
    await island.start(`${SEARCH}?q=falls&in=all`, 'lead')
    const kinds = await screen.findByRole('group', { name: 'Kind' })
    const counts = within(kinds)
      .getAllByRole('button')
      .map(button => Number(button.textContent?.replace(/\D/g, '')))
    expect(counts[0]).toBe(counts.slice(1).reduce((sum, count) => sum + count, 0))
    await act(async () =>
      within(kinds)
        .getByRole('button', { name: /^Questions/ })
        .click()
    )
    await eventually(async () => {
      for (const link of await results()) expect(link.closest('li')?.textContent).toContain('Question')
    })
    expect(new URLSearchParams(location.search).get('kind')).toBe('question')
  })

  test('a misspelt word is corrected, and the page says so; without results it keeps the text and offers more', async () => {
    await island.start(`${SEARCH}?q=fals`, 'viewer')
    expect(await screen.findByText(/^No results for “fals”\. \d+ results for “falls”\.$/)).toBeTruthy()
    await type('xylophone')
    expect(await screen.findByText('No results for “xylophone”')).toBeTruthy()
    expect((await box()).value).toBe('xylophone')
    await press('Search all projects')
    expect(new URLSearchParams(location.search).get('in')).toBe('all')
    expect((await box()).value).toBe('xylophone')
  })

  test('arrow keys lead from the box through the results and back', async () => {
    await island.start(`${SEARCH}?q=falls`, 'lead')
    const all = await results()
    const [first, second] = all
    const input = await box()
    const arrow = (key: string) => act(async () => void fireEvent.keyDown(document.activeElement!, { key }))
    input.focus()
    await arrow('ArrowDown')
    expect(document.activeElement).toBe(first)
    await arrow('ArrowDown')
    expect(document.activeElement).toBe(second)
    await arrow('End')
    await arrow('ArrowDown')
    expect(document.activeElement).toBe(all.at(-1))
    await arrow('Home')
    expect(document.activeElement).toBe(first)
    await arrow('ArrowUp')
    expect(document.activeElement).toBe(input)
  })

  test('the box of the explorer opens the search, and a chart keeps what was selected', async () => {
    await island.start('/projects/ward-quality/results?avg=Median', 'lead')
    const opening = await screen.findByRole('search', { name: 'Charts and questions' })
    await act(
      async () =>
        void fireEvent.change(within(opening).getByRole('searchbox'), { target: { value: 'falls per' } })
    )
    await act(async () => void fireEvent.submit(opening))
    const [first] = await results()
    expect(location.pathname).toBe(SEARCH)
    expect(first?.getAttribute('href')).toMatch(/^\/projects\/ward-quality\/results\/.*\?avg=Median$/)
  })

  test('capped counts say so, and the last page says how to find the others', async () => {
    await sql`insert into project_guidances (programme_id, project_id, title, body_html, display_order)
      select 1, min(project_id), 'Notes', '<p>A plethora</p>', 0 from projects, generate_series(1, 1001) where programme_id = 1
      group by generate_series`.execute(server.database)
    await island.start(`${SEARCH}?q=plethora&in=all&page=50`, 'lead')
    expect(await screen.findByText('1,000 or more results for “plethora”.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Guidance 1,000 or more' })).toBeTruthy()
    expect(screen.getByText(/^981–1,000 of 1,000 or more\. Add a word to find the others\.$/)).toBeTruthy()
    await sql`delete from project_guidances where programme_id = 1 and body_html = '<p>A plethora</p>'`.execute(
      server.database
    )
  })

  test('a failure is shown and can be retried', async () => {
    await island.start(`${SEARCH}?q=falls`, 'lead')
    await results()
    const working = { apiBase: 'http://api.example', onUnauthorised: () => {}, fetch: server.fetch }
    configureTransport({
      ...working,
      fetch: async () => Response.json({ detail: 'Out of order' }, { status: 400 })
    })
    await type('pressure')
    expect(await screen.findByText('Out of order')).toBeTruthy()
    configureTransport(working)
    await press('Try again')
    expect(await screen.findByText(/results? for “pressure”/)).toBeTruthy()
  })
})

test('an address below the explorer of no project is not found', async () => {
  await island.start('/projects/ward-quality/nothing/search', 'lead')
  expect(await screen.findByText(/^Page not found: /)).toBeTruthy()
})

const result = { id: 1, title: 'A & B', snippet: '', project_name: null, time_period_id: 3 }

test.each([
  ['document', '/documents', '/documents?tp=3&q=A+%26+B'],
  ['chart', '/projects/a/results/g/detail/1', '/projects/a/results/g/detail/1?s=4'],
  ['chart', '/projects/b/results/g/detail/1', '/projects/b/results/g/detail/1?tp=3'],
  ['question', '/projects/a/data-collection', '/projects/a/data-collection']
] as const)('a %s at %s is opened at %s', (result_type, path, address) => {
  expect(resultAddress({ ...result, result_type, path }, '/projects/a/results', '?s=4')).toBe(address)
})

test('words are marked as text, whatever characters they contain', () => {
  expect(splitByQuery('Falls (all falls)', 'fall (')).toEqual([
    { text: 'Fall', isFound: true },
    { text: 's (all ', isFound: false },
    { text: 'fall', isFound: true },
    { text: 's)', isFound: false }
  ])
  expect(splitByQuery('100 %', '%')).toEqual([{ text: '100 %', isFound: false }])
})
