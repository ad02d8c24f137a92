// Where charts stand: collections, their groups, and the order in a group.

import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { updateChart } from '#contract/chart-builder.ts'
import {
  createChartGroupMemberships,
  deleteChartGroupMemberships,
  listChartGroupMemberships,
  updateChartGroupMembership
} from '#contract/chart-groups.ts'
import { GroupSlug } from '#contract/codes.ts'
import { listCollections } from '#contract/collections.ts'
import { groupSlug } from '#server/builders/charts/group-slug.ts'
import { transaction } from '#server/database/transaction.ts'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const { admin, viewer, project, collect, tree, chart } = chartBuilding(server)

test('collections begin with a group; the same name adds another one, with an address of its own', async () => {
  const made = await collect({
    collection_name: 'Überblick & Search',
    group_name: 'Search',
    is_dashboard: true
  })
  expect(made.body).toMatchObject({
    collection_name: 'Überblick & Search',
    is_dashboard: true,
    explorer_type: 'results'
  })
  const more = await collect({ collection_name: 'Überblick & Search', group_name: 'Staff, temporary' })
  expect(more.body.collection_id).toBe(made.body.collection_id)
  await collect({ collection_name: 'Another', group_name: 'Staff temporary' })
  const groups = (await tree()).find(one => one.collection_id === made.body.collection_id)!.chart_groups
  expect(groups.map(group => [group.group_name, group.group_slug, group.display_order])).toEqual([
    ['Search', 'search-2', 1],
    ['Staff, temporary', 'staff-temporary', 2]
  ])
  const other = (await tree()).find(one => one.collection_name === 'Another')!
  expect(other.chart_groups.map(group => group.group_slug)).toEqual(['staff-temporary-2'])
  expect((await collect({ collection_name: 'Another', group_name: 'Staff temporary' })).body.detail).toMatch(
    /^group_name: /
  )
  expect((await collect({ explorer_type: 'nothing' })).body.detail).toBe(
    'explorer_type: is not an explorer type of this project'
  )
  const dashboards = await server.call(
    listCollections,
    { query: { project_id: await project(), is_dashboard: true } },
    await viewer()
  )
  expect(dashboards.body.collections.every(collection => collection.is_dashboard)).toBe(true)
  expect(dashboards.body.collections.map(collection => collection.collection_id)).toContain(
    made.body.collection_id
  )
})

test('charts are ordered in their group, taken out, and put back', async () => {
  const [one, two] = [await chart('One'), await chart('Two')]
  const chart_group_id = one.chart_group_id
  const token = await admin()
  const memberships = [one, two].map(({ chart_id }, display_order) => ({
    chart_group_id,
    chart_id,
    display_order
  }))
  const placed = (await server.call(createChartGroupMemberships, { body: { memberships } }, token)).body
    .memberships
  const names = async () =>
    (await tree())
      .flatMap(collection => collection.chart_groups)
      .find(group => group.chart_group_id === chart_group_id)!
      .charts.map(listed => listed.chart_name)
  expect(await names()).toEqual(['One', 'Two'])
  await server.call(
    updateChartGroupMembership,
    { params: { id: placed[0]!.membership_id }, body: { display_order: 7 } },
    token
  )
  expect(await names()).toEqual(['Two', 'One'])
  await server.call(
    createChartGroupMemberships,
    { body: { memberships: [{ chart_group_id, chart_id: one.chart_id, display_order: -1 }] } },
    token
  )
  expect(await names()).toEqual(['One', 'Two'])
  const listed = await server.call(listChartGroupMemberships, { query: { chart_group_id } }, await viewer())
  expect(listed.body.memberships.map(membership => membership.chart_id)).toEqual([one.chart_id, two.chart_id])
  const remove = (ids: number[]) =>
    server.call(deleteChartGroupMemberships, { body: { memberships: ids } }, token)
  expect((await remove([placed[0]!.membership_id, 999_999])).status).toBe(404)
  expect(await names()).toEqual(['One', 'Two'])
  expect((await remove([placed[0]!.membership_id])).status).toBe(200)
  expect(await names()).toEqual(['Two'])
})

test('a retired chart keeps its place: it moves with its group, and can be put into another', async () => {
  const [shown, retired] = [await chart('Shown'), await chart('Retired')]
  const token = await admin()
  const { chart_group_id } = shown
  const place = (ids: number[]) =>
    server.call(
      createChartGroupMemberships,
      {
        body: {
          memberships: ids.map((chart_id, display_order) => ({ chart_group_id, chart_id, display_order }))
        }
      },
      token
    )
  const { chart_id, version } = retired
  await server.call(updateChart, { params: { id: chart_id }, body: { version, is_active: false } }, token)
  expect((await place([shown.chart_id, chart_id])).status).toBe(200)
  const moved = await place([chart_id, shown.chart_id])
  expect(moved.body.memberships).toMatchObject([
    { chart_id, display_order: 0 },
    { chart_id: shown.chart_id, display_order: 1 }
  ])
})

test('an order must be a whole number', async () => {
  const order = await server.send('PUT', 'chartGroupsMemberships/1', {
    body: { display_order: 1.5 },
    token: await admin()
  })
  expect([order.status, order.body.detail]).toEqual([422, 'display_order: must be a whole number'])
})

test('the address that a name gives is one that files may have', async () => {
  const project_id = await project()
  const addressOf = (name: string) =>
    transaction(server.database, tx => groupSlug(tx, wards.programmeId, project_id, name))
  // At the cut after 60 characters there is a hyphen.
  const name = `${'a'.repeat(59)} b`
  expect(await addressOf(name)).toBe('a'.repeat(59))
  await collect({ collection_name: 'Cut', group_name: name })
  expect(await addressOf(name)).toBe(`${'a'.repeat(59)}-2`)
  const names = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('a', 'Z', '0', ' ', '-', 'é', '&'), minLength: 50, maxLength: 80 })
  )
  await fc.assert(
    fc.asyncProperty(names, async any => {
      const slug = await addressOf(any)
      expect([slug, v.is(GroupSlug, slug)]).toEqual([slug, true])
    }),
    { numRuns: 200 }
  )
})
