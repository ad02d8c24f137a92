// How many submissions have all, some or none of the figures of each group. For admins, whose replies list every submission.

import { isTruncated, type ChartEntry } from '#browser/charts/view/chart-view.ts'
import type { ChartGroup } from '#browser/features/explorer/groups.ts'
import { VALUE_NOTES } from '#contract/chart-values.ts'
import { compareNames } from '#lib/compare.ts'
import { distinctCharts } from './group-standing.ts'
import type { OverviewRowsById } from './overview-row.ts'

export interface FigureCounts {
  all: number
  some: number
  none: number
  /** Submissions that none of the measures applies to. They miss nothing. */
  notApplicable: number
}

export interface GroupCompleteness extends FigureCounts {
  group: ChartGroup
}

/** A submission without all of its figures. */
export interface IncompleteSubmission {
  id: number
  name: string
  organisation: string | null
  held: number
  applicable: number
  missing: readonly { groupName: string; count: number }[]
}

export interface Completeness {
  groups: readonly GroupCompleteness[]
  /** Of all groups together. */
  whole: FigureCounts
  /** Those that miss most come first. */
  incomplete: readonly IncompleteSubmission[]
}

interface HeldFigures {
  held: number
  applicable: number
}

/** Null while figures are loading, or if a reply does not list every submission. */
export function completenessOf(groups: readonly ChartGroup[], rows: OverviewRowsById): Completeness | null {
  const everyone = new Map<number, ChartEntry>()
  const byChart = new Map<number, ReadonlyMap<number, ChartEntry>>()
  for (const { charts } of groups)
    for (const { chart_id } of charts) {
      const row = rows[chart_id]
      if (row?.state !== 'ready' || isTruncated(row.value.chartView.listed)) return null
      const { entries, heldBack, missing } = row.value.chartView
      const listed = byId([...entries, ...heldBack, ...missing])
      byChart.set(chart_id, listed)
      for (const [id, entry] of listed) everyone.set(id, entry)
    }
  const heldIn = (id: number, charts: ChartGroup['charts']): HeldFigures => {
    const entries = charts.map(({ chart_id }) => byChart.get(chart_id)?.get(id))
    return {
      held: entries.filter(entry => entry !== undefined && entry.value !== null).length,
      applicable: entries.filter(entry => entry?.note !== VALUE_NOTES.notApplicable).length
    }
  }
  const ids = [...everyone.keys()]
  const all = distinctCharts(groups)
  return {
    groups: groups.map(group => ({ group, ...countHeld(ids.map(id => heldIn(id, group.charts))) })),
    whole: countHeld(ids.map(id => heldIn(id, all))),
    incomplete: [...everyone]
      .map(([id, { name, organisation }]) => ({
        id,
        name,
        organisation,
        ...heldIn(id, all),
        missing: groups
          .map(({ group_name, charts }) => ({ groupName: group_name, ...heldIn(id, charts) }))
          .flatMap(({ groupName, held, applicable }) =>
            held < applicable ? [{ groupName, count: applicable - held }] : []
          )
      }))
      .filter(({ held, applicable }) => held < applicable)
      .toSorted(
        (one, other) =>
          other.applicable - other.held - (one.applicable - one.held) || compareNames(one.name, other.name)
      )
  }
}

const byId = (entries: readonly ChartEntry[]): ReadonlyMap<number, ChartEntry> =>
  new Map(
    entries.flatMap(entry => (entry.submissionId === null ? [] : [[entry.submissionId, entry] as const]))
  )

function countHeld(held: readonly HeldFigures[]): FigureCounts {
  const concerned = held.filter(({ applicable }) => applicable > 0)
  const all = concerned.filter(one => one.held === one.applicable).length
  const none = concerned.filter(one => one.held === 0).length
  return { all, some: concerned.length - all - none, none, notApplicable: held.length - concerned.length }
}
