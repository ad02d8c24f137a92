import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { listOrganisationProgress } from '#contract/organisation-progress.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { withoutAdditions, refusals } from '#tests/support/without-additions.ts'

const server = useServer()
/** Changes the replies of the table's call, or refuses additions. */
let change: ((reply: ReplyOf<typeof listOrganisationProgress>) => unknown) | null = null
let hasAdditions = true
const island = useIsland(server, {
  fetch: async (input, init) => {
    if (!hasAdditions) return withoutAdditions(server.fetch, refusals['404'])(input, init)
    const response = await server.fetch(input, init)
    if (change === null || !(input as Request).url.includes('organisationProgress/')) return response
    return Response.json(change((await response.json()) as never))
  }
})
beforeEach(() => {
  change = null
  hasAdditions = true
})

const PAGE = '/projects/ward-staffing/data-collection'
const table = () => screen.findByRole('region', { name: 'Progress by section' })
const names = (region: HTMLElement) =>
  within(region)
    .getAllByRole('rowheader')
    .map(head => head.textContent)
const press = (button: HTMLElement) => act(async () => button.click())
const search = (text: string) =>
  act(
    async () =>
      void fireEvent.change(screen.getByRole('searchbox', { name: 'Organisation' }), {
        target: { value: text }
      })
  )

describe('for admins', () => {
  test('data collection is the table of all organisations; a name and a cell each lead to a section', async () => {
    await island.start(PAGE, 'admin')
    const region = await table()
    expect(names(region)).toHaveLength(14)
    const name = within(region).getByRole('link', { name: 'Northfield General' })
    expect(name.getAttribute('href')).toMatch(
      /^\/projects\/ward-staffing\/data-collection\/questionnaire\/\d+-\d+-\d+\?go=left$/
    )
    const cells = within(region).getAllByRole('link', {
      name: /^Northfield General, .*: (In progress|Complete|Not started)/
    })
    expect(cells.length).toBeGreaterThan(3)
    expect(cells[0]?.getAttribute('href')).toMatch(/questionnaire\/\d+-\d+-\d+\?go=left$/)
    expect(screen.getByRole('heading', { name: /^Closes \w+ \d+ \w+, in \d+ days$/ })).toBeTruthy()
  })

  test('states, filter options and words narrow the rows, and a column sorts them', async () => {
    await island.start(PAGE, 'admin')
    const region = await table()
    const percents = within(region)
      .getAllByText('% answered')
      .map(one => Number.parseInt(one.parentElement?.textContent ?? '', 10))
    expect(percents).toEqual(percents.toSorted((one, other) => one - other))
    await press(within(region).getByRole('button', { name: 'Organisation' }))
    const sorted = names(region)
    expect(sorted).toEqual(
      sorted.toSorted((one, other) => (one ?? '').localeCompare(other ?? '', 'en', { numeric: true }))
    )
    const group = screen.getByRole('group', { name: 'State' })
    const started = within(group).getByRole('button', { name: /^In progress/ })
    const count = Number(started.textContent?.match(/\d+/)?.[0])
    await press(started)
    expect(names(region)).toHaveLength(count)
    await press(within(group).getByRole('button', { name: /^All/ }))
    await search('general')
    expect(names(region).every(name => /general/i.test(name ?? ''))).toBe(true)
    await search('')
    const pick = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Filter/ })
    const option = pick.options[1]!
    await act(async () => void fireEvent.change(pick, { target: { value: option.value } }))
    expect(names(await table()).length).toBeLessThan(14)
    await press(screen.getByRole('button', { name: new RegExp(`${option.text}.*Remove filter`) }))
    expect(names(await table())).toHaveLength(14)
  })

  test('a reminder is seen before it is sent, and the table then says when', async () => {
    await island.start(PAGE, 'admin')
    const region = await table()
    await press(within(region).getByRole('checkbox', { name: 'Select Northfield General' }))
    await press(screen.getByRole('button', { name: 'Send reminder to 1…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reminder to 1 organisation' })
    expect(await within(dialog).findByText(/Northfield General has not finished its data/)).toBeTruthy()
    expect(island.calls.filter(path => path === 'reminders/')).toEqual([])
    await press(within(dialog).getByRole('button', { name: /^Send \d+ email/ }))
    await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
    await eventually(() => {
      const row = within(region).getByRole('link', { name: 'Northfield General' }).closest('tr')!
      expect(row.textContent).toContain('20 Nov')
    })
    await press(within(region).getByRole('checkbox', { name: 'Select Northfield General' }))
    await press(screen.getByRole('button', { name: 'Send reminder to 1…' }))
    const again = await screen.findByRole('dialog', { name: 'Reminder to 1 organisation' })
    expect(await within(again).findByText('No one would get an email now')).toBeTruthy()
    expect(within(again).getByText(/reminded today/)).toBeTruthy()
    expect(within(again).getByRole<HTMLButtonElement>('button', { name: 'Send 0 emails' }).disabled).toBe(
      true
    )
  })

  test('no reminder is offered in a period whose data collection has closed', async () => {
    await island.start(`${PAGE}?tp=${await periodNamed(server, '2025')}`, 'admin')
    const region = await table()
    expect(screen.getByRole('heading', { name: /^Closed / })).toBeTruthy()
    await press(within(region).getAllByRole('checkbox', { name: /^Select / })[1]!)
    expect(screen.getByText('1 selected')).toBeTruthy()
    expect(screen.queryAllByRole('button', { name: /reminder/ })).toEqual([])
  })

  test('500 organisations in 8 sections: only visible rows are drawn, and a key redraws none of those that stay', async () => {
    change = reply => {
      const like = reply.organisations[0]!
      const section_list = Array.from({ length: 8 }, (_, index) => ({
        section_id: index + 1,
        section_name: `Section ${index + 1}`,
        questionnaire_id: 1
      }))
      const organisations = Array.from({ length: 500 }, (_, index) => ({
        ...like,
        organisation_id: index + 1,
        organisation_name: `Hospital ${index + 1}`,
        section_progress: section_list.map(({ section_id }) => ({ ...like.section_progress[0]!, section_id }))
      }))
      return { ...reply, section_list, organisations, total: 500 }
    }
    await island.start(PAGE, 'admin')
    const region = await table()
    // Behind what is known from before.
    await eventually(() => expect(region.querySelector('table')?.getAttribute('aria-rowcount')).toBe('501'))
    const drawn = names(region).length
    expect(drawn).toBeLessThan(60)
    const rows = within(region)
      .getAllByRole('rowheader')
      .map(head => head.parentElement)
    const seen: MutationRecord[] = []
    const watcher = new MutationObserver(records => seen.push(...records))
    watcher.observe(region.querySelector('tbody')!, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true
    })
    // Every name matches: the same rows stay.
    await search('h')
    await search('ho')
    expect([...seen, ...watcher.takeRecords()]).toEqual([])
    expect(
      within(region)
        .getAllByRole('rowheader')
        .map(head => head.parentElement)
    ).toEqual(rows)
    await search('hospital 25')
    const changed = [...seen, ...watcher.takeRecords()].flatMap(record => [...record.addedNodes])
    // 25, 125 … 425, and 250 to 259.
    expect(names(region)).toHaveLength(15)
    expect(changed.length).toBeLessThan(2 * drawn)
    watcher.disconnect()
  })

  test('the rows that are shown are saved as a CSV file', async () => {
    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:1'),
        revokeObjectURL: () => {}
      })
    )
    await island.start(PAGE, 'admin')
    await table()
    await search('northfield')
    await press(screen.getByRole('button', { name: /^Export/ }))
    await eventually(() => expect(saved).toHaveLength(1))
    const [heads, ...rows] = (await saved[0]!.text()).trim().split('\r\n')
    expect(heads).toContain('Organisation')
    expect(heads).toContain('Establishment: answers to check')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatch(/^Northfield General,/)
  })

  test('an API without the table has the choice of an organisation instead', async () => {
    hasAdditions = false
    await island.start(PAGE, 'admin')
    expect(await screen.findByRole('heading', { name: 'Choose an organisation' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Progress' })?.getAttribute('aria-pressed')).toBe('true')
  })
})

test('a lead has the same table of the own submissions, without reminders', async () => {
  await island.start(PAGE, 'lead')
  await press(await screen.findByRole('button', { name: 'Progress' }))
  const region = await table()
  expect(names(region)).toHaveLength(3)
  expect(within(region).queryByRole('checkbox')).toBeNull()
  expect(within(region).getAllByRole('link', { name: /^Ward .*, Establishment: / }).length).toBe(3)
  await press(screen.getByRole('button', { name: 'Enter data' }))
  expect(await screen.findByRole('heading', { name: 'Data collection' })).toBeTruthy()
})
