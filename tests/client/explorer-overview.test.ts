// @vitest-environment node
// The groups of an explorer and the figures of their rows, on the real server.
import '../support/page.ts'
import { expect, test } from 'vitest'
import { useServer } from '../support/server.ts'
import { compareAt, openExplorer } from '../support/explorer-stores.ts'
import { invariant } from '#lib/invariant.ts'
import { $collections, groupNamed, loadGroups, neighboursOf } from '#features/explorer/groups.ts'
import { $overview, loadRow } from '#features/explorer/overview/overview.ts'

const server = useServer({ organisations: 24 })

test('rows are loaded four at once, and not again for the same choices', async () => {
  const traffic = await openExplorer(server)
  const { comparing, stop } = await compareAt('')
  await loadGroups(comparing, 'results')
  const collections = $collections.get()
  invariant(collections.state === 'ready', 'The groups are loaded')
  const group = groupNamed(collections.value, 'establishment')
  invariant(group, 'There is such a group')
  const ids = group.charts.map(chart => chart.chart_id)
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
  expect(neighboursOf(group, ids[0]!)).toEqual({ previous: undefined, next: group.charts[1] })
  expect(groupNamed(collections.value, 'nowhere')).toBeUndefined()
  stop()
})
