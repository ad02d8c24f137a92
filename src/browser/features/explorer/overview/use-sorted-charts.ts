import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useMemo } from 'react'
import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import { rememberOrder } from './overview-order.ts'
import { sortCharts, type OverviewRowsById } from './overview-row.ts'
import { $overview } from './overview.ts'

const $noRows = atom<OverviewRowsById>({})

export const useRow = (chartId: number): OverviewRowsById[number] | undefined =>
  useStore($overview, { keys: [chartId], deps: [chartId] })[chartId]

/** The rows to sort by. The group's own order needs none, so that a reply rerenders one chart and not the page. */
export const useRows = (sort: string | null): OverviewRowsById =>
  useStore(sort === null ? $noRows : $overview)

/** A group's charts in the order of its overview, which is remembered for stepping from chart to chart. */
export function useSortedCharts(
  group: ChartGroup | undefined,
  sort: string | null
): readonly GroupChart[] | undefined {
  const rows = useRows(sort)
  const charts = useMemo(() => group && sortCharts(group.charts, sort, rows), [group, sort, rows])
  useEffect(() => {
    // While a chart opens, the address has no sort order any more. That must not replace the remembered one.
    if (group && charts && isOpen(group)) rememberOrder(group, sort === null ? null : charts)
  }, [group, charts, sort])
  return charts
}

const isOpen = ({ group_slug }: ChartGroup): boolean =>
  location.pathname.endsWith(`/${encodeURIComponent(group_slug)}`)
