import { useStore } from '@nanostores/react'
import { ArrowDown, ArrowUp, Minus, RotateCw } from 'lucide-react'
import { useCallback } from 'react'
import { Link } from 'wouter'
import { countOf } from '#lib/format.ts'
import { paths } from '#navigation/paths.ts'
import { $timePeriods } from '#stores/time-periods.ts'
import { Strip } from '#charts/strip.tsx'
import { isBestQuarter } from '#charts/measure.ts'
import { plainSentence } from '#charts/sentence.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Pill } from '#ui/pill.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Comparing } from './comparison.ts'
import { $overview, loadRow } from './overview.ts'
import { previousPeriodName, sortCharts, type OverviewRow } from './overview-row.ts'
import { useSeen } from './use-seen.ts'
import type { ChartGroup, GroupChart } from './groups.ts'

interface OverviewProps {
  projectCode: string
  explorerType: string
  query: string
  group: ChartGroup
  comparing: Comparing
}

interface OverviewTableProps extends OverviewProps {
  sort: string | null
  onSort: (sort: string | null) => void
}

export function OverviewTable({ sort, onSort, ...props }: OverviewTableProps) {
  const { group, comparing } = props
  const rows = useStore($overview)
  const periods = useStore($timePeriods)
  const own = comparing.submission?.name ?? 'Own value'
  const since = periods.state === 'ready' ? previousPeriodName(periods.value, comparing.timePeriodId) : null
  const charts = sortCharts(group.charts, sort, rows)
  const head = (key: string, name: string, className = '') => (
    <SortHead
      key={key}
      name={name}
      isSorted={sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'}
      className={className}
      onClick={() => onSort(nextSort(sort, key))}
    />
  )
  return (
    <>
      <div className="card overflow-x-auto">
        <table>
          <caption className="sr-only">
            {group.group_name}: {own} beside the median of its peers
          </caption>
          <thead>
            <tr>
              {head('measure', 'Measure')}
              <th scope="col" className="table-head num max-w-40 cut" title={own}>
                {own}
              </th>
              <th scope="col" className="table-head num">
                Median
              </th>
              <th scope="col" className="table-head w-full min-w-56">
                Where it stands among its peers
              </th>
              {head('quarter', 'Quarter')}
              {head('trend', since === null ? 'Trend' : `Since ${since}`)}
              <th scope="col" className="table-head num">
                n
              </th>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>*]:border-b-0">
            {charts.map(chart => (
              <Row key={chart.chart_id} chart={chart} {...props} />
            ))}
          </tbody>
        </table>
      </div>
      <Legend own={own} />
    </>
  )
}

/** Up, down, and then as the group has it. */
const nextSort = (sort: string | null, key: string): string | null =>
  sort === key ? `-${key}` : sort === `-${key}` ? null : key

interface SortHeadProps {
  name: string
  isSorted: 'ascending' | 'descending' | 'none'
  className: string
  onClick: () => void
}

function SortHead({ name, isSorted, className, onClick }: SortHeadProps) {
  return (
    <th scope="col" aria-sort={isSorted} className={`table-head ${className}`}>
      <button
        type="button"
        className="inline-flex items-center gap-1 text-tiny font-medium hover:text-ink"
        onClick={onClick}
      >
        {name}
        {isSorted !== 'none' && <Icon of={isSorted === 'ascending' ? ArrowUp : ArrowDown} size={12} />}
      </button>
    </th>
  )
}

const cell = 'px-3 h-[37px] border-0 border-b border-solid border-line'

function Row({
  chart,
  group,
  comparing,
  projectCode,
  explorerType,
  query
}: OverviewProps & { chart: GroupChart }) {
  const figures = useStore($overview, { keys: [chart.chart_id] })[chart.chart_id]
  const load = useCallback(() => void loadRow(chart.chart_id, comparing), [chart.chart_id, comparing])
  const row = useSeen<HTMLTableRowElement>(load)
  const href = paths.explorerDetail(projectCode, explorerType, group.group_slug, chart.chart_id) + query
  return (
    <tr ref={row} className="relative hover:bg-surface-hover">
      <th scope="row" className={`${cell} font-normal whitespace-nowrap`}>
        <Link href={href} className="font-medium text-ink">
          {chart.chart_name}
        </Link>
        {chart.unit !== '' && <span className="ml-1.5 text-small text-ink-3">{chart.unit}</span>}
      </th>
      {figures?.state === 'ready' ? (
        <FigureCells row={figures.value} />
      ) : figures?.state === 'failed' ? (
        <td colSpan={6} className={`${cell} text-small text-ink-2`}>
          {figures.error}{' '}
          <Button kind="quiet" size="s" icon={RotateCw} onClick={load}>
            Try again
          </Button>
        </td>
      ) : (
        <SkeletonCells />
      )}
    </tr>
  )
}

const trendTones: Record<OverviewRow['trend'], string> = {
  better: 'text-ok',
  worse: 'text-bad',
  same: 'text-ink-3',
  unknown: 'text-ink-2'
}
const arrows = { up: ArrowUp, down: ArrowDown, flat: Minus }

function FigureCells({ row }: { row: OverviewRow }) {
  const { reading } = row
  return (
    <>
      <td className={`${cell} num whitespace-nowrap ${row.own === null ? 'text-ink-3' : 'font-semibold'}`}>
        {row.own ?? row.absence}
      </td>
      <td className={`${cell} num text-ink-2`}>
        {row.median ?? <span className="whitespace-nowrap text-ink-3">too few</span>}
      </td>
      <td className={cell}>
        {(row.peers.length > 0 || row.median !== null) && (
          <div className="min-w-52 max-w-160">
            <Strip
              peers={row.peers}
              own={reading.standing?.value ?? null}
              averages={reading.comparison.averages}
              label={plainSentence(reading)}
            />
          </div>
        )}
      </td>
      <td className={cell}>
        {row.quarter !== '' && (
          <Pill
            tone={row.quartile !== null && isBestQuarter(row.quartile, reading.measure) ? 'brand' : 'neutral'}
          >
            {row.quarter}
          </Pill>
        )}
      </td>
      <td className={`${cell} text-small`}>
        {row.change !== null && (
          <span className={`inline-flex items-center gap-1 whitespace-nowrap ${trendTones[row.trend]}`}>
            <Icon of={arrows[row.change]} />
            {row.trendWord}
          </span>
        )}
      </td>
      <td className={`${cell} num text-ink-3`}>{row.n ?? ''}</td>
    </>
  )
}

function SkeletonCells() {
  return (
    <>
      {['w-10 ml-auto', 'w-10 ml-auto', 'w-full', 'w-20', 'w-16', 'w-6 ml-auto'].map((width, index) => (
        <td key={index} className={cell}>
          <Skeleton className={`h-4 ${width}`} />
        </td>
      ))}
    </>
  )
}

function Legend({ own }: { own: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 mt-3 text-tiny text-ink-3">
      <span className="flex items-center gap-1.5">
        <svg width="12" height="12" aria-hidden="true">
          <circle cx="6" cy="6" r="5" fill="var(--brand)" />
        </svg>
        {own}
      </span>
      <span className="flex items-center gap-1.5">
        <svg width="12" height="12" aria-hidden="true">
          <circle cx="6" cy="6" r="3" fill="var(--brand-line)" />
        </svg>
        a peer
      </span>
      <span className="flex items-center gap-1.5">
        <svg width="22" height="12" aria-hidden="true">
          <rect
            x=".5"
            y=".5"
            width="21"
            height="11"
            rx="3"
            fill="var(--sunken)"
            stroke="var(--line-strong)"
          />
          <path d="M11 0v12" stroke="var(--ink-2)" strokeWidth="1.8" />
        </svg>
        middle half and median
      </span>
      <span>{own} is not counted among its own peers.</span>
    </p>
  )
}

/** The overview on its way, in its own shape. */
export function OverviewSkeleton({ rows }: { rows: number }) {
  return (
    <div className="card" role="status" aria-label={`Loading ${countOf(rows, 'chart')}`}>
      <table aria-hidden="true">
        <tbody>
          {Array.from({ length: rows + 1 }, (_, index) => (
            <tr key={index}>
              <td className={cell}>
                <Skeleton className="h-4 w-40" />
              </td>
              <SkeletonCells />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
