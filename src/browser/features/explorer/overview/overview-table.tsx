import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { MiddleHalfSign, OwnSign } from '#browser/charts/small/strip-legend.tsx'
import { $showsOwnValues } from '#browser/features/explorer/selection/comparison.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { HeadCell, SortHead } from '#browser/ui/sort-head.tsx'
import { useSmallWindow } from '#browser/ui/use-small-window.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { OverviewCards } from './overview-cards.tsx'
import { OverviewChartRow, type OverviewProps } from './overview-chart-row.tsx'
import { previousPeriodName, sortCharts } from './overview-row.ts'
import { leaveOverview } from './overview.ts'
import { useRows } from './use-sorted-charts.ts'

interface OverviewTableProps extends OverviewProps {
  sort: string | null
  onSort: (sort: string | null) => void
}

/** The charts of a group, one a row; cards on a phone. */
export function OverviewTable({ sort, onSort, ...props }: OverviewTableProps) {
  const { group, comparing } = props
  const rows = useRows(sort)
  useEffect(() => leaveOverview, [])
  const periods = useStore($timePeriods)
  const own = comparing.submission?.name ?? 'Own value'
  const since = periods.state === 'ready' ? previousPeriodName(periods.value, comparing.timePeriodId) : null
  const hasOwn = useStore($showsOwnValues)
  const hasIntervals = hasOwn && group.charts.some(chart => chart.statistic !== 'none')
  const charts = sortCharts(group.charts, sort, rows)
  const isSmall = useSmallWindow()
  const head = (key: string, name: string) => (
    <SortHead
      key={key}
      direction={sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null}
      onSort={() => onSort(nextSort(sort, key))}
    >
      {name}
    </SortHead>
  )
  if (isSmall)
    return (
      <>
        <OverviewCards charts={charts} {...props} />
        <OverviewLegend own={hasOwn ? own : null} />
      </>
    )
  return (
    <>
      <div className="card table-scroll">
        <table className="[&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:pl-3">
          <caption className="sr-only">
            {group.group_name}:{' '}
            {hasOwn ? `${own} beside the median of its peers` : 'the median of each measure'}
          </caption>
          <thead>
            <tr>
              {head('measure', 'Measure')}
              {hasOwn && (
                <HeadCell className="num max-w-40 cut" title={own}>
                  {own}
                </HeadCell>
              )}
              <HeadCell className="num">Median</HeadCell>
              <HeadCell className={`w-full ${hasIntervals ? 'min-w-40' : 'min-w-52'}`}>
                {hasOwn ? 'Among peers' : 'Spread'}
              </HeadCell>
              {hasOwn && head('quarter', 'Position')}
              {hasIntervals && head('verdict', 'Verdict')}
              {hasOwn && head('trend', since === null ? 'Trend' : `Since ${since}`)}
              <HeadCell className="num">n</HeadCell>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>*]:border-b-0">
            {charts.map(chart => (
              <OverviewChartRow
                key={chart.chart_id}
                chart={chart}
                hasOwn={hasOwn}
                hasIntervals={hasIntervals}
                {...props}
              />
            ))}
          </tbody>
        </table>
      </div>
      <OverviewLegend own={hasOwn ? own : null} />
    </>
  )
}

/** Ascending, descending, then the group's order. */
const nextSort = (sort: string | null, key: string): string | null =>
  sort === key ? `-${key}` : sort === `-${key}` ? null : key

function OverviewLegend({ own }: { own: string | null }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 mt-3 text-tiny text-ink-3">
      {own !== null && <OwnSign>{own}</OwnSign>}
      <span className="flex items-center gap-1.5">
        <svg width="12" height="12" aria-hidden="true">
          <circle cx="6" cy="6" r="3" fill="var(--brand-line)" stroke="var(--line-field)" />
        </svg>
        {own === null ? withTerms('{a submission}') : 'a peer'}
      </span>
      <MiddleHalfSign>middle half and median</MiddleHalfSign>
      {own !== null && <span>{own} is not counted among its peers.</span>}
    </p>
  )
}
