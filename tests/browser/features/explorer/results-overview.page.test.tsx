// The overview of an explorer: how the own submission does, how complete everyone's figures are, and a period without figures.

import { act, screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { configureTransport, transportSettings } from '#browser/api/transport.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { eventually } from '#tests/support/patience.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

const heading = () => screen.findByRole('heading', { level: 1, name: / on \d+ measures?/ })
const rows = () =>
  within(screen.getByRole('region', { name: 'Groups' })).getAllByRole('list', { name: 'Each measure' })

const cellTexts = (row: HTMLElement): string[] =>
  within(row)
    .getAllByRole('cell')
    .map(cell => cell.textContent)
    .filter(text => text !== '')

const removeAnswersOf = (period: number) =>
  server.database
    .deleteFrom('answers')
    .where('submission_id', 'in', of =>
      of.selectFrom('submissions').select('submission_id').where('time_period_id', '=', period)
    )
    .execute()

test('it starts with one verdict, which counts the marks of the groups, and says what chance explains', async () => {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, 'lead')
  const title = (await heading()).textContent
  const names = rows().flatMap(row =>
    within(row)
      .getAllByRole('link')
      .map(link => link.getAttribute('aria-label') ?? '')
  )
  const count = (word: string): number => names.filter(name => name.endsWith(`: ${word}`)).length
  const said = (word: RegExp): number => Number(word.exec(title)?.[1] ?? 0)
  expect(said(/similar to peers on (\d+)/i)).toBe(count('similar'))
  expect(said(/better (?:than peers )?on (\d+)/i)).toBe(count('better'))
  expect(said(/worse (?:than peers )?on (\d+)/i)).toBe(count('worse'))
  expect(count('better') + count('worse') + count('similar')).toBeGreaterThan(0)
  expect(title).not.toMatch(/quarter|quartile/)
  expect(screen.getByText(/^By chance alone, up to about \d+ of \d+ measures would differ/)).toBeTruthy()
  expect(screen.getByText(/^Since 2024: \d+ better, \d+ worse, \d+ unchanged\./)).toBeTruthy()
  const worst = screen.queryByRole('link', { name: /^Start with: / })
  expect(worst !== null).toBe(count('worse') > 0)
})

test('the other wards of the organisation are rows in the same columns, each a link to its own overview', async () => {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, 'lead')
  const own = (await heading()).textContent
  const card = await screen.findByRole('region', { name: /^Your other / })
  const links = await within(card).findAllByRole('link', { name: /\d+ better, \d+ similar, \d+ worse/ })
  expect(links.length).toBeGreaterThan(0)
  const [first] = links
  const name = first?.firstElementChild?.textContent ?? ''
  const counts = ['better', 'similar', 'worse'].map(mark =>
    Number(new RegExp(`(\\d+) ${mark},`).exec(first?.textContent ?? '')?.[1])
  )
  expect(counts.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
  await act(async () => first?.click())
  await eventually(() => expect(screen.queryByRole('heading', { name: own })).toBeNull())
  const title = (await heading()).textContent
  // One ward has taken the other's place among its peers, so a border case may change.
  const said = ['better', 'similar', 'worse'].map(mark =>
    Number(new RegExp(`${mark}\\b[^,]*? on (\\d+)`, 'i').exec(title)?.[1] ?? 0)
  )
  said.forEach((count, at) => expect(Math.abs(count - (counts[at] ?? 0))).toBeLessThanOrEqual(1))
  const back = within(screen.getByRole('region', { name: /^Your other / }))
  expect(back.queryByRole('link', { name: new RegExp(`^${name}`) })).toBeNull()
})

test('an admin without a submission sees how complete the figures of each group are', async () => {
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, 'admin')
  const title = await screen.findByRole('heading', { level: 1, name: /have all their figures$/ })
  const whole = Number(/of (\d+)/.exec(title.textContent)?.[1])
  const bodies = screen.getAllByRole('row').slice(1)
  expect(bodies.length).toBeGreaterThan(1)
  for (const row of bodies) {
    const [, ...counts] = cellTexts(row)
    expect(counts).toHaveLength(4)
    expect(counts.map(Number).reduce((sum, one) => sum + one, 0)).toBe(whole)
  }
  const complete = Number(/^(\d+)/.exec(title.textContent)?.[1])
  const others = screen.getByRole('button', { name: new RegExp(`^See the other ${whole - complete} `) })
  await act(async () => others.click())
  const dialog = within(await screen.findByRole('dialog', { name: /without all their figures$/ }))
  const listed = dialog.getAllByRole('row').slice(1)
  expect(listed).toHaveLength(whole - complete)
  for (const row of listed) {
    const [figures = '', missing = ''] = cellTexts(row)
    const [held = 0, of = 0] = figures.split(' of ').map(Number)
    const counts = [...missing.matchAll(/ (\d+)(?:,|$)/g)].map(([, count]) => Number(count))
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(of - held)
  }
  const [first] = dialog.getAllByRole('link')
  await act(async () => first?.click())
  expect(await heading()).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a group that does not apply to a submission is not missing there', async () => {
  const period = await periodNamed(server, '2026')
  const ofGroup = sql`select p.question_id from chart_parameters p
    join chart_group_memberships m on m.programme_id = 1 and m.chart_id = p.chart_id
    join chart_groups g on g.programme_id = 1 and g.chart_group_id = m.chart_group_id and g.group_name = 'Absence'
    where p.programme_id = 1`
  const { rows: found } = await sql<{
    submission_id: number
  }>`select c.submission_id from section_submissions c
    join submissions s on s.programme_id = 1 and s.submission_id = c.submission_id and s.time_period_id = ${period}
    join sections n on n.programme_id = 1 and n.section_id = c.section_id and n.section_name = 'Absence and turnover'
    where c.programme_id = 1 and c.status in ('complete', 'signed_off') order by 1 limit 1`.execute(
    server.database
  )
  expect(found).toHaveLength(1)
  await sql`update answers set value = null, number_value = null, is_not_applicable = true
    where programme_id = 1 and submission_id = ${found[0]!.submission_id} and question_id in (${ofGroup})`.execute(
    server.database
  )
  await start(`/projects/ward-staffing/results?tp=${period}`, 'admin')
  await screen.findByRole('heading', { level: 1, name: /have all their figures$/ })
  const row = screen.getByRole('row', { name: /^Absence/ })
  expect(cellTexts(row).at(-1)).toBe('1')
  expect(cellTexts(screen.getByRole('row', { name: /^Skill mix/ })).at(-1)).toBe('0')
})

test('a period without figures says when there will be some, and leads to the last one that has them', async () => {
  const period = await periodNamed(server, '2026')
  await removeAnswersOf(period)
  await start(`/projects/ward-staffing/results?tp=${period}`, 'viewer')
  expect(await screen.findByRole('heading', { level: 1, name: 'No figures for 2026 yet' })).toBeTruthy()
  expect(screen.queryByText(/too few|clear the filters/)).toBeNull()
  const link = await screen.findByRole('link', { name: 'See 2025 results' })
  await act(async () => link.click())
  await eventually(() => expect(location.search).toContain(`tp=${period - 1}`))
  expect(await heading()).toBeTruthy()
})

test('the last period with figures is read with the same submission and marks, also of another organisation', async () => {
  const [empty, filled] = [await periodNamed(server, '2026'), await periodNamed(server, '2025')]
  await removeAnswersOf(empty)
  const listed = await server.database
    .selectFrom('submissions')
    .innerJoin('projects', join =>
      join
        .onRef('projects.programme_id', '=', 'submissions.programme_id')
        .onRef('projects.project_id', '=', 'submissions.project_id')
    )
    .select(['submission_id', 'organisation_id', 'submission_name', 'time_period_id'])
    .where('submissions.programme_id', '=', 1)
    .where('project_code', '=', 'ward-staffing')
    .where('organisation_id', '!=', 1)
    .orderBy('submission_id')
    .execute()
  const there = listed.filter(one => one.time_period_id === filled)
  const namesake = (id: number) => {
    const { organisation_id, submission_name } = listed.find(one => one.submission_id === id)!
    return there.find(
      one => one.organisation_id === organisation_id && one.submission_name === submission_name
    )?.submission_id
  }
  const here = listed.filter(one => one.time_period_id === empty && namesake(one.submission_id) !== undefined)
  const [chosen, marked] = [here[0]!.submission_id, here.at(-1)!.submission_id]
  await start(`/projects/ward-staffing/results?tp=${empty}&s=${chosen}&o=${marked}`, 'admin')
  await clickFound(screen.findByRole('link', { name: 'See 2025 results' }))
  await eventually(() => expect(location.search).toContain(`o=${namesake(marked)}`))
  await heading()
  expect($selectedSubmissionId.get()).toBe(namesake(chosen))
})

test('before data collection it says when that starts and leads to the last results', async () => {
  await start('/projects/ward-quality/results', 'lead')
  expect(await screen.findByRole('heading', { level: 1, name: /^Data collection starts on / })).toBeTruthy()
  expect(await screen.findByRole('combobox', { name: /^Period/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Peers|Filters)/ })).toBeNull()
  const link = await screen.findByRole('link', { name: /^See \d+ results$/ })
  expect(screen.queryByText(/too few|clear the filters/)).toBeNull()
  expect(screen.getByText(/^\d+ measures in \d+ groups, as in 2025\.$/)).toBeTruthy()
  await act(async () => link.click())
  expect(await screen.findByRole('region', { name: 'Groups' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /^Data collection starts on / })).toBeNull()
})

test('printed before its figures have come, it says so in words', async () => {
  const note = () => document.querySelector('.printable footer')?.textContent
  const held = Promise.withResolvers<void>()
  configureTransport({
    ...transportSettings(),
    fetch: async (input, init) => {
      if ((input as Request).url.includes('/data/getChartData/')) await held.promise
      return server.fetch(input, init)
    }
  })
  await start(`/projects/ward-staffing/results?tp=${await periodNamed(server, '2025')}`, 'lead')
  await eventually(() =>
    expect(note()).toMatch(/^Figures were still loading when this was printed\. .+ Period 2025\./)
  )
  await act(async () => held.resolve())
  await heading()
  await eventually(() => expect(note()).toMatch(/^Period 2025\./))
})

test('a period whose date of publication has passed without any figures does not promise any', async () => {
  const period = await periodNamed(server, '2026')
  await removeAnswersOf(period)
  const ago = (days: number) => new Date(server.clock.now.getTime() - days * 86_400_000)
  await server.database
    .updateTable('project_periods')
    .set({ collection_closes_at: ago(2), published_at: ago(1) })
    .where('programme_id', '=', 1)
    .where('time_period_id', '=', period)
    .execute()
  await start(`/projects/ward-staffing/results?tp=${period}`, 'viewer')
  expect(await screen.findByText('There are no 2026 results yet')).toBeTruthy()
  expect(screen.queryByText(/being published|planned/)).toBeNull()
})
