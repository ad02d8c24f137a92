// Where members meet a chart: its groups, in every explorer of the project, and its place among their charts.
import { atom } from 'nanostores'
import { call } from '#api/call.ts'
import {
  createChartGroupMemberships,
  deleteChartGroupMemberships,
  listChartGroupMemberships,
  updateChartGroupMembership
} from '#contract/chart-groups.ts'
import { createCollection, listCollections, type Collection } from '#contract/collections.ts'
import { getCollectionHierarchy, listCharts, type Chart } from '#contract/charts.ts'
import type { ExplorerType } from '#contract/projects.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { ok, type Result } from '#lib/result.ts'
import { reloading, type Loadable } from '#lib/loadable.ts'

export interface PlacedGroup {
  chart_group_id: number
  group_name: string
  group_slug: string
  collection_id: number
  collection_name: string
  explorer: ExplorerType
}

export type Membership = ReplyOf<typeof listChartGroupMemberships>['memberships'][number]

export interface Placements {
  groups: readonly PlacedGroup[]
  collections: readonly Collection[]
  /** In the order of each group. */
  memberships: readonly Membership[]
  /** Every chart of the project, the retired ones as well. */
  charts: readonly Chart[]
}

export interface PlacementScope {
  projectId: number
  timePeriodId: number
  explorers: readonly ExplorerType[]
}

export const $placements = atom<Loadable<Placements>>({ state: 'loading' })

let latest: PlacementScope | null = null
let newest = 0

export async function loadPlacements(scope: PlacementScope): Promise<void> {
  const attempt = (newest += 1)
  $placements.set(
    latest?.projectId === scope.projectId ? reloading($placements.get()) : { state: 'loading' }
  )
  latest = scope
  const { projectId: project_id, timePeriodId: time_period_id } = scope
  const [collections, memberships, charts, ...trees] = await Promise.all([
    call(listCollections, { query: { project_id } }),
    call(listChartGroupMemberships, { query: { project_id } }),
    call(listCharts, { query: { project_id, include_retired: true } }),
    ...scope.explorers.map(async explorer => ({
      explorer,
      result: await call(getCollectionHierarchy, {
        query: { project_id, time_period_id, explorer_type: explorer.explorer_type }
      })
    }))
  ])
  if (attempt !== newest) return
  const failed = [collections, memberships, charts, ...trees.map(tree => tree.result)].find(one => !one.ok)
  if (failed && !failed.ok) {
    $placements.set({ state: 'failed', error: failed.error, status: failed.status })
    return
  }
  $placements.set({
    state: 'ready',
    value: {
      collections: valueOf(collections).collections,
      memberships: valueOf(memberships).memberships,
      charts: valueOf(charts).charts,
      groups: trees.flatMap(({ explorer, result }) =>
        valueOf(result).collections.flatMap(({ collection_id, collection_name, chart_groups }) =>
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
  })
}

/** Of a result that has been found good. */
function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error)
  return result.value
}

/** Loads once more, so that what is shown is what the server has. */
export async function reloadPlacements(): Promise<void> {
  if (latest) await loadPlacements(latest)
}

async function andReload<T>(calling: Promise<Result<T>>): Promise<Result<T>> {
  const result = await calling
  await reloadPlacements()
  return result
}

export const addToGroup = (chartId: number, chartGroupId: number, displayOrder: number) =>
  andReload(
    call(createChartGroupMemberships, {
      body: {
        memberships: [{ chart_group_id: chartGroupId, chart_id: chartId, display_order: displayOrder }]
      }
    })
  )

export const takeOutOfGroup = (membershipId: number) =>
  andReload(call(deleteChartGroupMemberships, { body: { memberships: [membershipId] } }))

/** The charts of a group in their order. */
export const membersOf = ({ memberships }: Placements, chartGroupId: number): Membership[] =>
  memberships
    .filter(membership => membership.chart_group_id === chartGroupId)
    .toSorted((a, b) => a.display_order - b.display_order || a.membership_id - b.membership_id)

/** The next free place of a group. */
export const nextPlace = (placements: Placements, chartGroupId: number): number =>
  Math.max(0, ...membersOf(placements, chartGroupId).map(member => member.display_order)) + 1

/**
 * Moves a chart to another place of its group. To the end is one change of its own place; between others all of them are numbered anew, in
 * one call, because places need not be far enough apart.
 */
export function moveInGroup(
  placements: Placements,
  membership: Membership,
  to: number
): Promise<Result<unknown>> {
  const members = membersOf(placements, membership.chart_group_id)
  const from = members.findIndex(member => member.membership_id === membership.membership_id)
  if (from < 0 || to === from || to < 0 || to >= members.length) return Promise.resolve(ok(null))
  if (to === members.length - 1) {
    return andReload(
      call(updateChartGroupMembership, {
        params: { id: membership.membership_id },
        body: { display_order: nextPlace(placements, membership.chart_group_id) }
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
  return andReload(call(createChartGroupMemberships, { body: { memberships } }))
}

export interface NewGroup {
  projectId: number
  explorerType: string
  collectionName: string
  groupName: string
  isDashboard: boolean
}

/** A group in a new collection, or in the one of that name. */
export const createGroup = ({ projectId, explorerType, collectionName, groupName, isDashboard }: NewGroup) =>
  andReload(
    call(createCollection, {
      body: {
        project_id: projectId,
        collection_name: collectionName,
        explorer_type: explorerType,
        group_name: groupName,
        is_dashboard: isDashboard
      }
    })
  )
