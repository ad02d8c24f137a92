import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useMemo } from 'react'
import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import { rememberOrder } from './overview-order.ts'
import { sortCharts, type OverviewRowsById } from './overview-row.ts'
import { $overview } from './overview.ts'

const $noRows = atom<OverviewRowsById>({})

/** One chart's row. */
export const useRow = (chartId: number): OverviewRowsById[number] | undefined =>
  useStore($overview, { keys: [chartId], deps: [chartId] })[chartId]

/** The rows to sort by. In the group's own order each chart follows its own row alone, so that a reply draws one chart and not the page. */
export const useRows = (sort: string | null): OverviewRowsById =>
  useStore(sort === null ? $noRows : $overview)

/** A group's charts as its overview sorts them; the steps from chart to chart follow the same order. */
export function useSortedCharts(
  group: ChartGroup | undefined,
  sort: string | null
): readonly GroupChart[] | undefined {
  const rows = useRows(sort)
  const charts = useMemo(() => group && sortCharts(group.charts, sort, rows), [group, sort, rows])
  useEffect(() => {
    // On the way to a chart the address has no sort order any more, but the overview had one.
    if (group && charts && isOpen(group)) rememberOrder(group, sort === null ? null : charts)
  }, [group, charts, sort])
  return charts
}

const isOpen = ({ group_slug }: ChartGroup): boolean =>
  location.pathname.endsWith(`/${encodeURIComponent(group_slug)}`)
