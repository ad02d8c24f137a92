// Marked submissions: in the chart, its legend, its table and its files, in the address, and in another period.

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exportFile } from '#browser/charts/export/export-file.ts'
import { $chartView } from '#browser/features/explorer/chart/chart-page.ts'
import { invariant } from '#lib/invariant.ts'
import { useIsland } from '#tests/support/island.tsx'
import { chartNamed, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { start } = useIsland(server)

async function openChart(project: string, group: string, name: string, more = ''): Promise<void> {
  const id = await chartNamed(server, name)
  const period = await periodNamed(server, '2025')
  await start(`/projects/${project}/results/${group}/detail/${id}?tp=${period}${more}`, 'lead')
  await screen.findByRole('button', { name: /^Marked: / })
  await screen.findByText(/^Calculated /)
}
const openVacancies = (more = '') => openChart('ward-staffing', 'establishment', 'Vacancy rate', more)

const shown = () => {
  const figures = $chartView.get()
  invariant(figures.state === 'ready' && figures.stale !== true, 'The figures are loaded')
  return figures.value
}
const marked = () => shown().entries.filter(entry => entry.role === 'other')
/** Waits for the figures of the choice. */
const untilMarked = (count: number) =>
  waitFor(() => {
    expect(($chartView.get() as { stale?: boolean }).stale).not.toBe(true)
    expect(marked().length).toBe(count)
  })

/** A submission of another organisation with a value. */
async function foreign() {
  const entry = shown().entries.find(one => one.role === 'rest' && one.submissionId !== null)
  invariant(entry?.organisation, 'Others are named')
  return entry
}

async function mark(name: string, organisation: string): Promise<void> {
  await act(async () => screen.getByRole('button', { name: /^Marked: / }).click())
  await act(
    async () =>
      void fireEvent.change(screen.getByRole('searchbox', { name: 'Find a submission' }), {
        target: { value: `${name} ${organisation}` }
      })
  )
  const group = screen.getByRole('group', { name: organisation })
  await act(async () => within(group).getByRole('checkbox', { name }).click())
}

test('any named submission can be marked: in chart, legend, table and files; the comparison stays', async () => {
  await openVacancies()
  const before = { ...shown().standing }
  const other = await foreign()
  await mark(other.name, other.organisation!)
  await untilMarked(1)
  expect(new URLSearchParams(location.search).getAll('o')).toEqual([String(other.submissionId)])
  expect(shown().standing).toEqual(before)
  const fullName = `${other.name}, ${other.organisation}`
  expect(within(screen.getByRole('list', { name: 'Legend' })).getByText(`marked: ${fullName}`)).toBeTruthy()
  const { facts, columns, rows } = exportFile(shown())
  expect(facts).toContainEqual(['Marked', fullName])
  expect(
    rows.find(row => row[1] === other.name && row[2] === other.organisation)?.[
      columns.findIndex(({ name }) => name === 'Mark')
    ]
  ).toBe('marked')
  expect(screen.getByRole('button', { name: `Marked: 1, ${other.name}` })).toBeTruthy()
})

test('marks survive a reload, and one button clears them', async () => {
  await openVacancies()
  const other = await foreign()
  cleanup()
  await openVacancies(`&o=${other.submissionId}`)
  await untilMarked(1)
  await act(async () => screen.getByRole('button', { name: /^Marked: 1/ }).click())
  await act(async () => screen.getByRole('button', { name: 'Clear marks' }).click())
  await untilMarked(0)
  expect(location.search).not.toContain('o=')
})

test('one that the filters exclude is drawn, but neither counted nor ranked', async () => {
  await openVacancies()
  const all = shown()
  const filter = await server.database
    .selectFrom('submission_filter_options as s')
    .innerJoin('filter_options as o', join =>
      join
        .onRef('o.programme_id', '=', 's.programme_id')
        .onRef('o.filter_option_id', '=', 's.filter_option_id')
    )
    .innerJoin('filters as f', join =>
      join.onRef('f.programme_id', '=', 'o.programme_id').onRef('f.filter_id', '=', 'o.filter_id')
    )
    .select(['f.filter_id', 'o.option_name', 's.submission_id'])
    .where('s.programme_id', '=', 1)
    .where('o.programme_id', '=', 1)
    .where('f.programme_id', '=', 1)
    .where('f.filter_name', '=', 'Region')
    .execute()
  const regionOf = (id: number | null) => filter.find(row => row.submission_id === id)
  const own = regionOf(all.own?.submissionId ?? null)
  const outside = all.entries.find(
    entry => entry.role === 'rest' && regionOf(entry.submissionId)?.option_name !== own?.option_name
  )
  invariant(outside, 'There is one of another region')
  const left = regionOf(outside.submissionId)?.option_name
  // Every region but that one.
  const region = [...new Set(filter.map(row => row.option_name))]
    .filter(name => name !== left)
    .map(name => `&f=${own?.filter_id}:${encodeURIComponent(name)}`)
    .join('')
  cleanup()
  await openVacancies(region)
  const without = shown()
  cleanup()
  await openVacancies(`${region}&o=${outside.submissionId}`)
  await untilMarked(1)
  expect(marked()[0]).toMatchObject({ rank: null, percentile: null, value: outside.value })
  expect(shown().standing).toEqual(without.standing)
  expect(shown().others).toEqual(without.others)
  expect(shown().entries).toHaveLength(without.entries.length + 1)
})

test('another period marks the same ward of that year', async () => {
  await openVacancies()
  const other = await foreign()
  await mark(other.name, other.organisation!)
  await untilMarked(1)
  const period = await periodNamed(server, '2024')
  await act(
    async () =>
      void fireEvent.change(screen.getByRole('combobox', { name: /Period/ }), {
        target: { value: String(period) }
      })
  )
  await waitFor(() => expect(new URLSearchParams(location.search).get('o')).not.toBeNull())
  await untilMarked(1)
  expect(shown().period.time_period_name).toBe('2024')
  expect(marked()[0]).toMatchObject({ name: other.name, organisation: other.organisation })
  expect(marked()[0]?.submissionId).not.toBe(other.submissionId)
})

test('a link that marks what the reader may not see says so', async () => {
  await openVacancies('&o=999999&o=999998')
  expect(screen.getByText(/This link marks 2 submissions that you cannot see/)).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Clear marks' }).click())
  expect(location.search).not.toContain('o=')
})

test('in a strict project only own ones are offered and marked', async () => {
  await openChart('ward-quality', 'falls-and-ulcers', 'Falls per 1,000 bed days')
  const second = shown().entries.find(entry => entry.role === 'sameOrganisation')?.submissionId
  await act(async () => screen.getByRole('button', { name: 'Marked: none' }).click())
  const own = new Set(
    (
      await server.database
        .selectFrom('submissions')
        .select('submission_name')
        .where('programme_id', '=', 1)
        .where('organisation_id', '=', 1)
        .execute()
    ).map(row => row.submission_name)
  )
  const panel = screen.getByRole('dialog', { name: 'Marked: none' })
  const offered = within(panel)
    .getAllByRole('checkbox')
    .map(box => box.parentElement?.textContent ?? '')
  expect(offered.length).toBeGreaterThan(0)
  expect(offered.filter(name => !own.has(name))).toEqual([])
  const before = shown().comparison
  cleanup()
  await openChart('ward-quality', 'falls-and-ulcers', 'Falls per 1,000 bed days', `&o=${second}`)
  await untilMarked(1)
  expect(shown().comparison).toEqual(before)
})
