// The groups of an explorer and the figures of their rows, on the real server.

import { expect, test } from 'vitest'
import { noteWrite } from '#browser/api/cache/shared-reads.ts'
import {
  $chartView,
  figuresOfOverview,
  loadChart,
  loadFigures
} from '#browser/features/explorer/chart/chart-page.ts'
import {
  $collections,
  groupNamed,
  loadGroups,
  neighbouringCharts
} from '#browser/features/explorer/groups.ts'
import {
  $overview,
  leaveOverview,
  loadRow,
  overviewFigures
} from '#browser/features/explorer/overview/overview.ts'
import { $session, logOut } from '#browser/stores/session.ts'
import { invariant } from '#lib/invariant.ts'
import { compareAt, figures, openExplorer } from '#tests/support/explorer-stores.ts'
import { periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })

async function openGroup() {
  const traffic = await openExplorer(server)
  const { comparing, stop } = await compareAt('')
  await loadGroups(comparing, 'results')
  const collections = $collections.get()
  invariant(collections.state === 'ready', 'The groups are loaded')
  const group = groupNamed(collections.value, 'establishment')
  invariant(group, 'There is such a group')
  return { traffic, comparing, stop, collections, group, ids: group.charts.map(chart => chart.chart_id) }
}

test('rows load four at a time, and not again for the same comparison', async () => {
  const { traffic, comparing, stop, collections, group, ids } = await openGroup()
  await Promise.all(ids.map(id => loadRow(id, comparing)))
  expect(traffic.most).toBe(4)
  expect(traffic.bodies).toHaveLength(ids.length)
  await Promise.all(ids.map(id => loadRow(id, comparing)))
  expect(traffic.bodies).toHaveLength(ids.length)
  for (const id of ids) {
    const loaded = $overview.get()[id]
    invariant(loaded?.state === 'ready', 'The row is loaded')
    expect(loaded.value.peers).toHaveLength(loaded.value.n!)
  }
  expect(neighbouringCharts(group, ids[0]!)).toEqual({ previous: undefined, next: group.charts[1] })
  expect(groupNamed(collections.value, 'nowhere')).toBeUndefined()
  stop()
})

test('rows and groups are read again after a write of this page, and stay until then', async () => {
  const { traffic, comparing, stop, ids } = await openGroup()
  const [id = 0] = ids
  await loadRow(id, comparing)
  const row = $overview.get()[id]
  invariant(row?.state === 'ready', 'The row is loaded')
  const sent = traffic.bodies.length
  await server.database
    .updateTable('charts')
    .set({ chart_name: 'Renamed' })
    .where('programme_id', '=', 1)
    .where('chart_id', '=', id)
    .execute()
  await loadGroups(comparing, 'results')
  expect(JSON.stringify($collections.get())).not.toContain('Renamed')
  noteWrite()
  expect(overviewFigures(id, comparing)).toBeNull()
  traffic.hold()
  const load = loadRow(id, comparing)
  expect($overview.get()[id]).toEqual({ ...row, stale: true })
  traffic.release()
  await load
  expect(traffic.bodies).toHaveLength(sent + 1)
  await loadGroups(comparing, 'results')
  expect(JSON.stringify($collections.get())).toContain('Renamed')
  stop()
})

test('waiting rows are cancelled when the reader leaves, and load when they become visible again', async () => {
  const { traffic, comparing, stop, ids } = await openGroup()
  const other = { ...comparing, timePeriodId: comparing.timePeriodId - 1 }
  traffic.hold()
  const loads = ids.map(id => loadRow(id, other))
  leaveOverview()
  traffic.release()
  await Promise.all(loads)
  expect(traffic.bodies).toHaveLength(4)
  await Promise.all(ids.map(id => loadRow(id, other)))
  expect(traffic.bodies).toHaveLength(ids.length)
  stop()
})

test('figures of the choices before are none of the present ones, loaded or not', async () => {
  const { traffic, comparing, stop, ids } = await openGroup()
  await Promise.all(ids.map(id => loadRow(id, comparing)))
  stop()
  const next = await compareAt(`?tp=${await periodNamed(server, '2024')}`)
  expect($overview.get()).toEqual({})
  // Only the first is on the screen.
  const [id = 0] = ids
  traffic.hold()
  const load = loadRow(id, next.comparing)
  expect(Object.entries($overview.get())).toEqual([[String(id), { state: 'loading' }]])
  expect(overviewFigures(id, next.comparing)).toBeNull()
  traffic.release()
  await load
  expect(overviewFigures(id, next.comparing)?.period.time_period_name).toBe('2024')
  next.stop()
})

test('whoever logs in after a logout, the same person or another, gets figures anew', async () => {
  const { comparing, stop, ids } = await openGroup()
  const [id = 0] = ids
  $session.set({ isAuthenticated: true, user: null, userEmail: '' })
  await loadRow(id, comparing)
  logOut()
  expect($overview.get()).toEqual({})
  await openExplorer(server)
  await loadRow(id, comparing)
  expect($overview.get()[id]?.state).toBe('ready')
  stop()
})

test('a chart opened from the overview has its figures before any reply, and the same ones after it', async () => {
  const { traffic, comparing, stop, ids } = await openGroup()
  const [id = 0] = ids
  await loadRow(id, comparing)
  traffic.hold()
  const opening = loadChart(id, 'results')
  const known = figures()
  expect(known.data.chart.chart_id).toBe(id)
  expect($chartView.get()).toMatchObject({ stale: true })
  await opening
  const loading = loadFigures(id, comparing, known.data.output_type)
  expect(figures()).toBe(known)
  traffic.release()
  await loading
  expect($chartView.get()).not.toHaveProperty('stale')
  expect(figures()).not.toBe(known)
  expect(figures().data.digest).toBe(known.data.digest)
  expect(figures().entries).toEqual(known.entries)
  // The address has other choices, which are not applied yet.
  history.replaceState(null, '', `?tp=${comparing.timePeriodId - 1}`)
  expect(figuresOfOverview(id, 'results')).toBeNull()
  history.replaceState(null, '', location.pathname)
  expect(figuresOfOverview(id, 'results')).not.toBeNull()
  // The overview's figures belong neither to the tab that trends open on nor to another period.
  await loadChart(id, 'trends')
  expect($chartView.get().state).toBe('loading')
  expect(overviewFigures(id, { ...comparing, timePeriodId: comparing.timePeriodId - 1 })).toBeNull()
  stop()
})
