import { useCallback } from 'react'
import { Link } from 'wouter'
import { TileFigures, TileMark } from '#browser/features/explorer/dashboard/dashboard-tile.tsx'
import type { GroupChart } from '#browser/features/explorer/groups.ts'
import { Button } from '#browser/ui/button.tsx'
import { RotateCw } from '#browser/ui/icons/icon-paths.ts'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { paths } from '#programme/paths.ts'
import type { OverviewProps } from './overview-chart-row.tsx'
import { loadRow } from './overview.ts'
import { useOnceVisible } from './use-once-visible.ts'
import { useRow } from './use-sorted-charts.ts'

/** The overview on a phone, where the columns of its table do not fit: a card for each measure, with the same figures in the same places. */
export function OverviewCards({ charts, ...props }: OverviewProps & { charts: readonly GroupChart[] }) {
  return (
    <ul aria-label={`Measures of ${props.group.group_name}`} className="m-0 p-0 list-none grid gap-2.5">
      {charts.map(chart => (
        <OverviewCard key={chart.chart_id} chart={chart} {...props} />
      ))}
    </ul>
  )
}

function OverviewCard({
  chart,
  group,
  comparing,
  projectCode,
  explorerType,
  query
}: OverviewProps & { chart: GroupChart }) {
  const row = useRow(chart.chart_id)
  const load = useCallback(() => void loadRow(chart.chart_id, comparing), [chart.chart_id, comparing])
  const card = useOnceVisible<HTMLLIElement>(load)
  return (
    <li
      ref={card}
      aria-busy={row?.state === 'loading' || undefined}
      className="card min-w-0 grid gap-1 px-3.5 py-3 min-h-32"
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="flex-1 basis-36 min-w-0 text-body font-medium">
          <Link
            href={paths.explorerDetail(projectCode, explorerType, group.group_slug, chart.chart_id) + query}
            className="text-ink"
          >
            {chart.chart_name}
          </Link>
        </h2>
        {row?.state === 'ready' && <TileMark row={row.value} />}
      </div>
      {row?.state === 'ready' ? (
        <TileFigures row={row.value} unit={chart.unit} entryPath={null} />
      ) : row?.state === 'failed' ? (
        <div role="alert" className="grid content-start justify-items-start gap-1.5 text-small text-ink-2">
          This chart could not be loaded. {row.error}
          <Button size="s" icon={RotateCw} onClick={load}>
            Try again
          </Button>
        </div>
      ) : (
        <>
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </>
      )}
    </li>
  )
}
