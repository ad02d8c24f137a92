import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listChartGroupMemberships } from '#contract/chart-groups.ts'
import { useIsland } from '#tests/support/island.tsx'
import { projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)

/** What the dashboard shows: the number in its link to all measures, the link's address, and the names of its tiles. */
async function dashboard() {
  await island.start('/projects/ward-staffing/dashboard', 'lead')
  const list = await screen.findByRole('region', { name: 'Measures' })
  const [link] = await screen.findAllByRole('link', { name: /^All \d+ measures$/ })
  return {
    total: Number.parseInt(link!.textContent.slice('All '.length), 10),
    address: link!.getAttribute('href'),
    names: within(list)
      .getAllByRole('heading', { level: 3 })
      .map(heading => heading.textContent)
  }
}

test('a chart in two groups has one tile, in its first place, and counts once', async () => {
  const query = { project_id: await projectCoded(server, 'ward-staffing') }
  const { memberships } = (
    await server.call(listChartGroupMemberships, { query }, await server.tokenOf('admin'))
  ).body
  const [first] = memberships
  const other = memberships.find(one => one.chart_group_id !== first!.chart_group_id)!
  await server.database
    .insertInto('chart_group_memberships')
    .values({
      programme_id: 1,
      chart_group_id: other.chart_group_id,
      chart_id: first!.chart_id,
      display_order: -1
    })
    .execute()
  const { total, names } = await dashboard()
  expect(total).toBe(new Set(memberships.map(({ chart_id }) => chart_id)).size)
  expect(names).toEqual([...new Set(names)])
})

test('all measures are in the view of the collections on the dashboard', async () => {
  const project_id = await projectCoded(server, 'ward-staffing')
  await server.database
    .updateTable('projects')
    .set({ explorer_types: JSON.stringify([{ explorer_type: 'figures', label: 'Figures' }]) })
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .execute()
  await server.database
    .updateTable('collections')
    .set({ explorer_type: 'figures' })
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .execute()
  expect((await dashboard()).address).toMatch(/^\/projects\/ward-staffing\/figures(\?|$)/)
})
