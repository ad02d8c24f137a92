// Charts and their groups: a name is created once, a version is changed once, and each is deleted once.

import { expect } from 'vitest'
import { createChartGroupMemberships, listChartGroupMemberships } from '#contract/chart-groups.ts'
import { listChartParameters } from '#contract/chart-parameters.ts'
import { listCollections } from '#contract/collections.ts'
import { listProjects } from '#contract/projects.ts'
import {
  AT_ONCE,
  byTurns,
  callOf,
  fresh,
  times,
  type Arena,
  type Scenario,
  type WritingName
} from './race.ts'
import { chartOf, pairsOfTwoProjects } from './two-projects.ts'

const PERIOD = '2025'

async function chartData({ server, charting, grouping }: Arena) {
  const { chart_id } = await charting.chart(fresh('Chart'))
  await charting.parameter({
    chart_id,
    parameter_role: 'value',
    ...(await charting.cell('Establishment WTE').catch(() => charting.cell('Vacant WTE')))
  })
  const { project_id, time_period_id } = await grouping.selection('ward-staffing', PERIOD)
  const input = {
    params: { a: chart_id, b: 0 },
    query: { peerGroupId: 'null' },
    body: { project_id, organisation_id: 0, time_period_id }
  }
  return callOf('getChartData', input, await server.tokenOf('viewer'))
}

async function favourites({ server, charting, grouping }: Arena) {
  const id = await charting.project()
  const token = await charting.viewer()
  const { time_period_id } = await grouping.selection()
  return {
    calls: byTurns(
      callOf('addFavourite', { params: { id } }, token),
      callOf('removeFavourite', { params: { id } }, token)
    ),
    winners: AT_ONCE,
    async after() {
      const { projects } = (
        await server.call(listProjects, { query: { programme_id: 1, time_period_id } }, token)
      ).body
      expect(projects.filter(project => project.project_id === id)).toHaveLength(1)
    }
  }
}

export const chartRaces = {
  getChartData: async arena => {
    const call = await chartData(arena)
    return { calls: times(AT_ONCE, () => call), winners: AT_ONCE }
  },
  previewChart: async ({ charting, grouping }) => {
    const { project_id, collection_id } = await charting.chart(fresh('Chart'))
    const body = charting.draft({
      project_id,
      collection_id,
      time_period_id: (await grouping.selection()).time_period_id,
      chart_parameters: [
        { parameter_name: 'Beds', parameter_role: 'value', ...(await charting.cell('Vacant WTE')) }
      ]
    })
    const token = await charting.admin()
    return { calls: times(AT_ONCE, () => callOf('previewChart', { body }, token)), winners: AT_ONCE }
  },
  searchGlobal: async ({ server }) => {
    const token = await server.tokenOf('viewer')
    return {
      calls: times(AT_ONCE, () => callOf('searchGlobal', { body: { query: 'ward' } }, token)),
      winners: AT_ONCE
    }
  },
  addFavourite: favourites,
  removeFavourite: favourites,
  createCollection: async ({ server, charting }) => {
    const project_id = await charting.project()
    const collection_name = fresh('Collection')
    const token = await charting.admin()
    const body = { project_id, collection_name, explorer_type: 'results' }
    return {
      calls: times(AT_ONCE, () => callOf('createCollection', { body }, token)),
      winners: 1,
      async after() {
        const { collections } = (await server.call(listCollections, { query: { project_id } }, token)).body
        expect(collections.filter(one => one.collection_name === collection_name)).toHaveLength(1)
        const slugs = (await charting.tree()).flatMap(one => one.chart_groups.map(group => group.group_slug))
        expect(new Set(slugs).size).toBe(slugs.length)
      }
    }
  },
  createChart: async ({ charting }) => {
    const { project_id, collection_id } = await charting.chart(fresh('Chart'))
    const token = await charting.admin()
    const body = { project_id, collection_id, chart_name: fresh('Chart') }
    return {
      calls: times(AT_ONCE, () => callOf('createChart', { body }, token)),
      winners: AT_ONCE,
      after: async replies => expect(new Set(replies.map(reply => reply.body['chart_id'])).size).toBe(AT_ONCE)
    }
  },
  updateChart: async ({ charting }) => {
    const { chart_id, version } = await charting.chart(fresh('Chart'))
    const token = await charting.admin()
    const rename = (chart_name: string) =>
      callOf('updateChart', { params: { id: chart_id }, body: { version, chart_name } }, token)
    return { calls: times(AT_ONCE, () => rename(fresh('Chart'))), winners: 1 }
  },
  deleteChart: async ({ charting }) => {
    const { chart_id } = await charting.chart(fresh('Chart'))
    const token = await charting.admin()
    return {
      calls: times(AT_ONCE, () => callOf('deleteChart', { params: { id: chart_id } }, token)),
      winners: 1
    }
  },
  createChartParameter: async ({ server, charting }) => {
    const { chart_id } = await charting.chart(fresh('Chart'))
    const body = {
      chart_id,
      parameter_name: 'Beds',
      parameter_role: 'value' as const,
      ...(await charting.cell('Vacant WTE'))
    }
    const token = await charting.admin()
    return {
      calls: times(AT_ONCE, () => callOf('createChartParameter', { body }, token)),
      winners: 1,
      async after() {
        const { chart_parameters } = (await server.call(listChartParameters, { query: { chart_id } }, token))
          .body
        expect(chart_parameters).toHaveLength(1)
      }
    }
  },
  deleteChartParameters: async ({ server, charting }) => {
    const token = await charting.admin()
    const { calls, pairs } = await pairsOfTwoProjects(
      server,
      async stage => (await chartOf(stage)).chart_parameter_id,
      chart_parameter_ids => callOf('deleteChartParameters', { body: { chart_parameter_ids } }, token)
    )
    return { calls, winners: pairs.length }
  },
  createChartGroupMemberships: async ({ server, charting }) => {
    const token = await charting.admin()
    const { calls, pairs } = await pairsOfTwoProjects(
      server,
      async stage => {
        const { chart_id, chart_group_id } = await chartOf(stage)
        return { chart_id, chart_group_id }
      },
      memberships => callOf('createChartGroupMemberships', { body: { memberships } }, token)
    )
    return {
      calls,
      winners: calls.length,
      async after() {
        for (const { chart_group_id } of pairs.flat()) {
          const query = { chart_group_id }
          const { memberships } = (await server.call(listChartGroupMemberships, { query }, token)).body
          expect(memberships).toHaveLength(1)
        }
      }
    }
  },
  updateChartGroupMembership: async ({ server, charting }) => {
    const { chart_id, chart_group_id } = await charting.chart(fresh('Chart'))
    const token = await charting.admin()
    const made = await server.call(
      createChartGroupMemberships,
      { body: { memberships: [{ chart_group_id, chart_id }] } },
      token
    )
    const params = { id: made.body.memberships[0]!.membership_id }
    const move = (display_order: number) =>
      callOf('updateChartGroupMembership', { params, body: { display_order } }, token)
    return { calls: times(AT_ONCE, index => move(index)), winners: AT_ONCE }
  },
  deleteChartGroupMemberships: async ({ server, charting }) => {
    const token = await charting.admin()
    const { calls, pairs } = await pairsOfTwoProjects(
      server,
      async stage => {
        const { chart_id, chart_group_id } = await chartOf(stage)
        const body = { memberships: [{ chart_id, chart_group_id }] }
        const made = await server.call(createChartGroupMemberships, { body }, token)
        return made.body.memberships[0]!.membership_id
      },
      memberships => callOf('deleteChartGroupMemberships', { body: { memberships } }, token)
    )
    return { calls, winners: pairs.length }
  }
} satisfies Partial<Record<WritingName, Scenario>>
