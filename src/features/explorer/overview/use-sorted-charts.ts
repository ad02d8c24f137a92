import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import type { ChartGroup, GroupChart } from '../groups.ts'
import { rememberOrder } from './overview-order.ts'
import { sortCharts } from './overview-row.ts'
import { $overview } from './overview.ts'

/** A group's charts as its overview sorts them; the steps from chart to chart follow the same order. */
export function useSortedCharts(
  group: ChartGroup | undefined,
  sort: string | null
): readonly GroupChart[] | undefined {
  const rows = useStore($overview)
  const charts = useMemo(() => group && sortCharts(group.charts, sort, rows), [group, sort, rows])
  useEffect(() => {
    // On the way to a chart the address has no sort order any more, but the overview had one.
    if (group && charts && isOpen(group)) rememberOrder(group, sort === null ? null : charts)
  }, [group, charts, sort])
  return charts
}

const isOpen = ({ group_slug }: ChartGroup): boolean =>
  location.pathname.endsWith(`/${encodeURIComponent(group_slug)}`)
