// How many submissions have all, some or none of the figures of each group. For admins, whose replies list every submission.

import { isTruncated } from '#browser/charts/view/chart-view.ts'
import type { ChartGroup } from '#browser/features/explorer/groups.ts'
import type { OverviewRowsById } from './overview-row.ts'

export interface Completeness {
  group: ChartGroup | null
  all: number
  some: number
  none: number
}

export interface CompletenessOfGroups {
  groups: readonly Completeness[]
  /** Of all groups together. */
  whole: Completeness
}

/** Null while figures are loading, or if a reply does not list every submission. */
export function completenessOf(
  groups: readonly ChartGroup[],
  rows: OverviewRowsById
): CompletenessOfGroups | null {
  const withValue = new Map<number, ReadonlySet<number>>()
  const everyone = new Set<number>()
  for (const { charts } of groups)
    for (const { chart_id } of charts) {
      const row = rows[chart_id]
      if (row?.state !== 'ready' || isTruncated(row.value.chartView.listed)) return null
      const { entries, heldBack, missing } = row.value.chartView
      withValue.set(chart_id, idsOf(entries))
      for (const id of idsOf([...entries, ...heldBack, ...missing])) everyone.add(id)
    }
  const count = (group: ChartGroup | null): Completeness => {
    const charts = (group ? [group] : groups).flatMap(one => one.charts)
    const counts = [...everyone].map(
      id => charts.filter(({ chart_id }) => withValue.get(chart_id)?.has(id)).length
    )
    const all = counts.filter(held => held === charts.length).length
    const none = counts.filter(held => held === 0).length
    return { group, all, some: everyone.size - all - none, none }
  }
  return { groups: groups.map(count), whole: count(null) }
}

const idsOf = (entries: readonly { submissionId: number | null }[]): ReadonlySet<number> =>
  new Set(entries.flatMap(({ submissionId }) => (submissionId === null ? [] : [submissionId])))
