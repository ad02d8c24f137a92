// The rows of a chart's figures, as the table and the exports have them.

import { addRuns } from '#browser/charts/runs.ts'
import type { ChartEntry, ValueRole, ChartView } from '#browser/charts/view/chart-view.ts'
import type { GivenVerdict, ValueInterval } from '#browser/charts/words/claims.ts'
import type { Quarter } from '#domain/figures/claims.ts'
import { compareForSort } from '#lib/compare.ts'

export interface TableRow {
  submissionId: number | null
  name: string
  /** Null if organisations are not named. */
  organisation: string | null
  code: string
  rank: number | null
  percentile: number | null
  quarter: Quarter | null
  value: number | null
  /** Why there is no value. */
  absence: string
  numerator: number | null
  denominator: number | null
  interval95: ValueInterval | null
  interval998: ValueInterval | null
  verdict: GivenVerdict | null
  note: string | null
  mark: string
  isOwn: boolean
}

export type SortKey = 'rank' | 'name' | 'organisation' | 'value'
export interface TableSort {
  key: SortKey
  isDescending: boolean
}

export const DEFAULT_SORT: TableSort = { key: 'rank', isDescending: false }

const roleLabels: Record<ValueRole, string> = {
  own: 'own',
  sameOrganisation: 'own organisation',
  other: 'marked',
  peer: 'in a chosen group',
  rest: ''
}

export function tableRows(chartView: ChartView): TableRow[] {
  const { entries, heldBack, missing } = addRuns(chartView)
  return [...entries, ...heldBack, ...missing].map(tableRow)
}

const tableRow = (entry: ChartEntry): TableRow => ({
  submissionId: entry.submissionId,
  name: entry.name,
  organisation: entry.organisation,
  code: entry.code,
  rank: entry.rank,
  percentile: entry.percentile,
  quarter: entry.quarter,
  value: entry.value,
  absence: entry.isHeldBack ? `not shown: ${entry.reason ?? 'too few cases'}` : 'no data',
  numerator: entry.numerator,
  denominator: entry.denominator,
  interval95: entry.interval95,
  interval998: entry.interval998,
  verdict: entry.verdict,
  note: entry.note,
  mark: roleLabels[entry.role],
  isOwn: entry.role === 'own'
})

/** Sorts by a column. Rows without a value in it stay at the end in either direction. */
export function sortRows(rows: readonly TableRow[], { key, isDescending }: TableSort): TableRow[] {
  return rows.toSorted((a, b) => compareForSort(a[key], b[key], isDescending))
}

/** A sort order in a URL: the column, with a leading minus for descending. */
export const sortText = ({ key, isDescending }: TableSort): string => (isDescending ? `-${key}` : key)

/** Reads it back; the default if the text is not valid. */
export function tableSort(text: string): TableSort {
  const key = text.replace(/^-/, '')
  return key === 'rank' || key === 'name' || key === 'organisation' || key === 'value'
    ? { key, isDescending: text.startsWith('-') }
    : DEFAULT_SORT
}
