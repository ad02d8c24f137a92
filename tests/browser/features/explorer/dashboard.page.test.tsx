import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import {
  canSort,
  mapRow,
  sortOrganisations,
  type MapOrganisation,
  type MapSort
} from '#browser/features/explorer/dashboard/completion-map.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const DASHBOARD = '/projects/ward-staffing/dashboard'

const tiles = async () => {
  const list = await screen.findByRole('region', { name: 'Measures' })
  await eventually(() => expect(within(list).queryAllByRole('status')).toEqual([]))
  return within(list).getAllByRole('listitem')
}

/** A test's page has no height, so everything is visible. */
function seeEverything(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly observe: () => void
      constructor(onSeen: (entries: { isIntersecting: boolean }[]) => void) {
        this.observe = () => onSeen([{ isIntersecting: true }])
      }
      disconnect = () => {}
    }
  )
}

describe('dashboard (product 12)', () => {
  test('up to twelve measures, each with its figures, and a sentence on what stands out', async () => {
    await island.start(DASHBOARD, 'lead')
    const all = await tiles()
    expect(all.length).toBe(12)
    expect(await screen.findByText(/^\d+ submissions: \d+ started, \d+ complete$/)).toBeTruthy()
    const { textContent: title } = await screen.findByRole('heading', {
      level: 1,
      name: /^(Similar to|Better than|Worse than|Position among) peers on /
    })
    const first = screen.getByText('Look at first').closest('section')!
    const listed = within(first).queryAllByRole('listitem')
    const marks = all.map(tile => tile.querySelector('h3 + span')?.textContent ?? '')
    const count = (mark: RegExp): number => marks.filter(text => mark.test(text)).length
    expect(listed.length).toBe(count(/worse$|better$/))
    // The headline counts the verdicts of the tiles. A quarter alone is neither better nor worse, and so not counted.
    for (const mark of ['better', 'worse', 'similar'] as const)
      expect([mark, Number(new RegExp(`${mark}\\b[^,]*? on (\\d+)`, 'i').exec(title)?.[1] ?? 0)]).toEqual([
        mark,
        count(new RegExp(`${mark}$`))
      ])
    expect(count(/\((best|worst)\)$/)).toBeGreaterThan(0)
    expect(
      within(first)
        .getByRole('link', { name: /^All \d+ measures$/ })
        .getAttribute('href')
    ).toMatch(/\/results/)
    for (const item of listed) expect(item.textContent).toMatch(/ (median|mean) of \d+ peers.*\.$/)
    expect(screen.getByText(/^12 of \d+ measures\./)).toBeTruthy()
  })

  test('while the figures of another period load, none of the period before are stated', async () => {
    const working = server.fetch
    await island.start(`${DASHBOARD}?tp=${await periodNamed(server, '2025')}`, 'lead')
    await tiles()
    const verdict = / peers on /
    await screen.findByRole('heading', { level: 1, name: verdict })
    let release = (): void => {}
    const released = new Promise<void>(resolve => (release = resolve))
    let held = 0
    configureTransport({
      apiBase: 'http://api.example',
      onUnauthorised: () => {},
      fetch: async (input, init) => {
        if ((input as Request).url.includes('getChartData')) {
          held += 1
          await released
        }
        return working(input, init)
      }
    })
    const period = await periodNamed(server, '2024')
    const choice = screen.getByRole('combobox', { name: /Period/ })
    await act(async () => void fireEvent.change(choice, { target: { value: String(period) } }))
    await eventually(() => expect(held).toBe(4))
    expect(screen.queryByRole('heading', { level: 1, name: verdict })).toBeNull()
    expect(screen.queryByText(/^median /)).toBeNull()
    release()
    await tiles()
    expect(await screen.findByRole('heading', { level: 1, name: verdict })).toBeTruthy()
  })

  test('a measure that fails to load affects no other and can be retried', async () => {
    const working = server.fetch
    let broken: string | null = ''
    await island.start('/projects/ward-staffing', 'viewer')
    configureTransport({
      apiBase: 'http://api.example',
      onUnauthorised: () => {},
      fetch: (input, init) => {
        const path = new URL((input as Request).url).pathname
        if (broken === '' && path.includes('getChartData')) broken = path
        if (path === broken)
          return Promise.resolve(Response.json({ detail: 'Out of order' }, { status: 400 }))
        return working(input, init)
      }
    })
    await clickFound(screen.findByRole('link', { name: 'Dashboard' }))
    const all = await tiles()
    const failed = all.filter(tile => tile.textContent?.includes('Out of order'))
    expect(failed.length).toBe(1)
    broken = null
    await act(async () => within(failed[0]!).getByRole('button', { name: 'Try again' }).click())
    await eventually(() => expect(screen.queryByText(/Out of order/)).toBeNull())
  })

  test('members see no heat map; an admin sees every organisation, and a cell leads to its section', async () => {
    seeEverything()
    await island.start(DASHBOARD, 'admin')
    await tiles()
    const map = await screen.findByRole('region', { name: 'Answers by organisation and section' })
    const cell = await within(map).findAllByRole('link', { name: /^Northfield General, .*: \d+% answered, / })
    expect(cell[0]?.getAttribute('href')).toMatch(
      /^\/projects\/ward-staffing\/data-collection\/questionnaire\/\d+-\d+-\d+\?go=left$/
    )
    await act(
      async () =>
        void fireEvent.change(screen.getByRole('searchbox', { name: 'Organisation' }), {
          target: { value: 'northfield' }
        })
    )
    expect(
      within(map)
        .getAllByRole('rowheader')
        .map(head => head.textContent)
    ).toEqual(['Northfield General'])
    await act(
      async () =>
        void fireEvent.change(screen.getByRole('searchbox', { name: 'Organisation' }), {
          target: { value: 'general' }
        })
    )
    const names = () =>
      within(map)
        .getAllByRole('rowheader')
        .map(head => head.textContent)
    const before = names()
    const head = within(map).getByRole('button', { name: 'Organisation' })
    await act(async () => head.click())
    expect(names()).toEqual(before.toReversed())
    expect(head.closest('th')?.getAttribute('aria-sort')).toBe('descending')
    // Sorting by a section needs every row, so all load.
    await act(async () => within(map).getByRole('button', { name: 'Establishment' }).click())
    await eventually(() => expect(map.getAttribute('aria-busy')).toBe('false'))
    const shares = within(map)
      .getAllByRole('link', { name: /, Establishment: / })
      .map(link => Number.parseInt(link.textContent.match(/(\d+)% answered/)?.[1] ?? '', 10))
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.length).toBeGreaterThan(5)
  })

  test('a member’s page requests no other organisation’s answers', async () => {
    await island.start(DASHBOARD, 'contributor')
    await tiles()
    expect(screen.queryByText('Progress by organisation')).toBeNull()
    expect(island.calls.filter(path => path.startsWith('submissions') || path.includes('ompletion'))).toEqual(
      []
    )
  })

  test.each([
    ['contributor', true],
    ['viewer', false]
  ] as const)('a missing value leads a %s to its questions: %s', async (role, isOffered) => {
    await island.start(DASHBOARD, role)
    await tiles()
    expect(screen.getAllByText('no data').length).toBeGreaterThan(0)
    expect(screen.queryAllByRole('link', { name: 'Enter data' }).length > 0).toBe(isOffered)
  })
})

test('a cell counts all submissions of an organisation and leads to the one that is furthest behind', () => {
  const entry = (
    submissionId: number,
    answered_count: number,
    status: 'complete' | 'in_progress' | 'not_started'
  ) => ({
    submissionId,
    name: `Ward ${submissionId}`,
    section: { section_id: 7, applicable_count: 10, answered_count, warning_count: 1, status }
  })
  expect(mapRow([entry(1, 10, 'complete'), entry(2, 3, 'in_progress')]).get(7)).toEqual({
    percent: 65,
    status: 'in_progress',
    warningCount: 2,
    submissionId: 2,
    submissionName: 'Ward 2'
  })
  expect(mapRow([entry(1, 10, 'complete'), entry(2, 0, 'not_started')]).get(7)?.status).toBe('in_progress')
  expect(mapRow([entry(1, 0, 'not_started')]).get(7)?.status).toBe('not_started')
  expect(mapRow([]).get(7)).toBeUndefined()
})

test('the heat map sorts by name, by submissions and by a section; rows without it stay last', () => {
  const organisation = (id: number, organisation_name: string, count: number) =>
    ({
      id,
      organisation_name,
      submission_list: Array.from({ length: count }, (_, at) => ({ id: 100 * id + at }))
    }) as unknown as MapOrganisation
  const all = [
    organisation(1, 'B', 2),
    organisation(2, 'A', 2),
    organisation(3, 'C', 1),
    organisation(4, 'D', 9)
  ]
  const cell = (percent: number) =>
    new Map([
      [7, { percent, status: 'in_progress' as const, warningCount: 0, submissionId: 1, submissionName: 'W' }]
    ])
  const rows = {
    1: { state: 'ready' as const, value: cell(40) },
    2: { state: 'ready' as const, value: cell(90) },
    3: { state: 'ready' as const, value: new Map() },
    4: { state: 'failed' as const, error: 'Out of order', status: 500 }
  }
  const order = (sort: MapSort): string =>
    sortOrganisations(all, sort, rows)
      .map(one => one.organisation_name)
      .join('')
  expect(order({ by: 'name', isDescending: false })).toBe('ABCD')
  expect(order({ by: 'name', isDescending: true })).toBe('DCBA')
  expect(order({ by: 'submissions', isDescending: true })).toBe('DABC')
  expect(order({ by: 7, isDescending: false })).toBe('BACD')
  expect(order({ by: 7, isDescending: true })).toBe('ABCD')
  expect(canSort({ by: 7, isDescending: false }, all, rows)).toBe(true)
  expect(canSort({ by: 7, isDescending: false }, all, { ...rows, 2: { state: 'loading' } })).toBe(false)
})
