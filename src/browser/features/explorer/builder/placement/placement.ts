// The placement of a chart: its groups in every explorer of the project, and its position among their charts.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { reloadAfterWrite } from '#browser/api/reload-after-write.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { deleteChart, updateChart } from '#contract/chart-builder.ts'
import {
  createChartGroupMemberships,
  deleteChartGroupMemberships,
  listChartGroupMemberships,
  updateChartGroupMembership
} from '#contract/chart-groups.ts'
import { getCollectionHierarchy, listCharts, type Chart } from '#contract/charts.ts'
import { createCollection, listCollections, type Collection } from '#contract/collections.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { ExplorerType } from '#contract/projects.ts'
import { mapResult, ok, type Result } from '#lib/result.ts'

export interface PlacedGroup {
  chart_group_id: number
  group_name: string
  group_slug: string
  collection_id: number
  collection_name: string
  explorer: ExplorerType
}

export type ChartMembership = ReplyOf<typeof listChartGroupMemberships>['memberships'][number]

export interface Placements {
  groups: readonly PlacedGroup[]
  collections: readonly Collection[]
  /** In the order of each group. */
  memberships: readonly ChartMembership[]
  /** Every chart of the project, including retired ones. */
  charts: readonly Chart[]
}

export interface PlacementScope extends ProjectPeriod {
  explorers: readonly ExplorerType[]
}

export const $placements = loadableStore<Placements>()

let latestScope: PlacementScope | null = null

export async function loadPlacements(scope: PlacementScope): Promise<void> {
  latestScope = scope
  await $placements.load(String(scope.projectId), () => readPlacements(scope))
}

async function readPlacements(scope: PlacementScope): Promise<Result<Placements>> {
  const query = { project_id: scope.projectId }
  const [collections, memberships, charts, groups] = await Promise.all([
    call(listCollections, { query }),
    call(listChartGroupMemberships, { query }),
    call(listCharts, { query: { ...query, include_retired: true } }),
    Promise.all(scope.explorers.map(explorer => readGroups(scope, explorer)))
  ])
  if (!collections.ok) return collections
  if (!memberships.ok) return memberships
  if (!charts.ok) return charts
  const placed: PlacedGroup[] = []
  for (const one of groups) {
    if (!one.ok) return one
    placed.push(...one.value)
  }
  return ok({
    collections: collections.value.collections,
    memberships: memberships.value.memberships,
    charts: charts.value.charts,
    groups: placed
  })
}

async function readGroups(
  { projectId, timePeriodId }: PlacementScope,
  explorer: ExplorerType
): Promise<Result<PlacedGroup[]>> {
  const tree = await call(getCollectionHierarchy, {
    query: {
      project_id: projectId,
      time_period_id: timePeriodId,
      explorer_type: explorer.explorer_type
    }
  })
  return mapResult(tree, ({ collections }) =>
    collections.flatMap(({ collection_id, collection_name, chart_groups }) =>
      chart_groups.map(({ chart_group_id, group_name, group_slug }) => ({
        chart_group_id,
        group_name,
        group_slug,
        collection_id,
        collection_name,
        explorer
      }))
    )
  )
}

/** Reloads, so that the screen matches the server. */
export async function reloadPlacements(): Promise<void> {
  if (latestScope) await loadPlacements(latestScope)
}

/** After a change of a chart or of its places. */
const reloadPlacementsAfter = <T>(writing: Promise<Result<T>>): Promise<Result<T>> =>
  reloadAfterWrite(writing, reloadPlacements)

export const addToGroup = (chartId: number, chartGroupId: number, displayOrder: number) =>
  reloadPlacementsAfter(
    call(createChartGroupMemberships, {
      body: {
        memberships: [{ chart_group_id: chartGroupId, chart_id: chartId, display_order: displayOrder }]
      }
    })
  )

export const takeOutOfGroup = (membershipId: number) =>
  reloadPlacementsAfter(call(deleteChartGroupMemberships, { body: { memberships: [membershipId] } }))

/** Why members do not see a chart; null if they do, or its groups are not known. */
export function whyHidden({ chart_id, is_active }: Chart): string | null {
  const placements = $placements.get()
  if (!is_active) return 'It is retired, so members do not see it.'
  if (placements.state !== 'ready' || placements.value.memberships.some(one => one.chart_id === chart_id))
    return null
  return 'It is in no group, so members cannot find it.'
}

export function restoredText(chart: Chart): string {
  const why = whyHidden({ ...chart, is_active: true })
  const { chart_name } = chart
  return why === null ? `Members see ${chart_name} again.` : `${chart_name} is restored. ${why}`
}

/** The charts of a group in their order. */
export const groupCharts = ({ memberships }: Placements, chartGroupId: number): ChartMembership[] =>
  memberships
    .filter(membership => membership.chart_group_id === chartGroupId)
    .toSorted((a, b) => a.display_order - b.display_order || a.membership_id - b.membership_id)

/** The next free place of a group. */
export const nextDisplayOrder = (placements: Placements, chartGroupId: number): number =>
  Math.max(0, ...groupCharts(placements, chartGroupId).map(member => member.display_order)) + 1

/**
 * Moves a chart within its group. Moving it to the end changes only its own display order; otherwise all are renumbered in
 * one call, because there may be no gap between two orders.
 */
export function moveInGroup(
  placements: Placements,
  membership: ChartMembership,
  to: number
): Promise<Result<unknown>> {
  const members = groupCharts(placements, membership.chart_group_id)
  const from = members.findIndex(member => member.membership_id === membership.membership_id)
  if (from < 0 || to === from || to < 0 || to >= members.length) return Promise.resolve(ok(null))
  if (to === members.length - 1) {
    return reloadPlacementsAfter(
      call(updateChartGroupMembership, {
        params: { id: membership.membership_id },
        body: { display_order: nextDisplayOrder(placements, membership.chart_group_id) }
      })
    )
  }
  const others = members.filter(member => member !== members[from])
  const ordered = others.toSpliced(to, 0, members[from]!)
  const memberships = ordered.map(({ chart_group_id, chart_id }, index) => ({
    chart_group_id,
    chart_id,
    display_order: index + 1
  }))
  return reloadPlacementsAfter(call(createChartGroupMemberships, { body: { memberships } }))
}

export interface NewGroup {
  projectId: number
  explorerType: string
  collectionName: string
  groupName: string
}

/** A group in a new collection, or in the existing one of that name. */
export const createChartGroup = ({ projectId, explorerType, collectionName, groupName }: NewGroup) =>
  reloadPlacementsAfter(
    call(createCollection, {
      body: {
        project_id: projectId,
        collection_name: collectionName,
        explorer_type: explorerType,
        group_name: groupName
      }
    })
  )

export const restoreChart = ({ chart_id, version }: Chart): Promise<Result<Chart>> =>
  reloadPlacementsAfter(call(updateChart, { params: { id: chart_id }, body: { version, is_active: true } }))

export const deleteChartForGood = ({ chart_id }: Chart): Promise<Result<unknown>> =>
  reloadPlacementsAfter(call(deleteChart, { params: { id: chart_id } }))
