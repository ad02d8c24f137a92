import { useCallback } from 'react'
import { Link } from 'wouter'
import { VerdictLabel } from '#browser/charts/marks/verdict-mark.tsx'
import { Strip } from '#browser/charts/small/strip.tsx'
import { absenceWord } from '#browser/charts/words/disclosure-text.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import type { ComparisonRequest } from '#browser/features/explorer/selection/comparison.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ArrowDown, ArrowUp, Minus } from '#browser/ui/icons/chart-icon-paths.ts'
import { RotateCw } from '#browser/ui/icons/icon-paths.ts'
import { Pill } from '#browser/ui/pill.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { quarterSide } from '#domain/figures/claims.ts'
import { countOf } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import type { OverviewRow } from './overview-row.ts'
import { loadRow } from './overview.ts'
import { useOnceVisible } from './use-once-visible.ts'
import { useRow } from './use-sorted-charts.ts'

export interface OverviewProps {
  projectCode: string
  explorerType: string
  query: string
  group: ChartGroup
  comparing: ComparisonRequest
}

interface ChartRowProps extends OverviewProps {
  chart: GroupChart
  /** Whether there is an own value to show. */
  hasOwn: boolean
  /** Whether any chart of the group has intervals. */
  hasIntervals: boolean
}

const OVERVIEW_CELL = 'px-3 h-[37px] border-0 border-b border-solid border-line'

/** One chart of the overview. Its figures load when the row becomes visible. */
export function OverviewChartRow({
  chart,
  group,
  comparing,
  projectCode,
  explorerType,
  query,
  hasOwn,
  hasIntervals
}: ChartRowProps) {
  const figures = useRow(chart.chart_id)
  const load = useCallback(() => void loadRow(chart.chart_id, comparing), [chart.chart_id, comparing])
  const row = useOnceVisible<HTMLTableRowElement>(load)
  const href = paths.explorerDetail(projectCode, explorerType, group.group_slug, chart.chart_id) + query
  return (
    <tr
      ref={row}
      aria-busy={figures?.state === 'loading' || undefined}
      className="relative hover:bg-surface-hover"
    >
      <th scope="row" className={`${OVERVIEW_CELL} font-normal`}>
        <span className="lg:block lg:w-max lg:max-w-72">
          <Link href={href} className="font-medium text-ink">
            {chart.chart_name}
          </Link>
          {chart.unit !== '' && <span className="ml-1.5 text-small text-ink-3">{chart.unit}</span>}
        </span>
      </th>
      {figures?.state === 'ready' ? (
        <FigureCells row={figures.value} hasOwn={hasOwn} hasIntervals={hasIntervals} />
      ) : figures?.state === 'failed' ? (
        <td
          colSpan={hasOwn ? (hasIntervals ? 7 : 6) : 3}
          className={`${OVERVIEW_CELL} text-small text-ink-2`}
        >
          {figures.error}{' '}
          <Button kind="quiet" size="s" icon={RotateCw} onClick={load}>
            Try again
          </Button>
        </td>
      ) : (
        <SkeletonCells hasOwn={hasOwn} hasIntervals={hasIntervals} />
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
const TREND_ARROWS = { up: ArrowUp, down: ArrowDown, flat: Minus }

type OverviewColumns = Pick<ChartRowProps, 'hasOwn' | 'hasIntervals'>

function FigureCells({ row, hasOwn, hasIntervals }: OverviewColumns & { row: OverviewRow }) {
  const { chartView } = row
  return (
    <>
      {hasOwn && (
        <td
          className={`${OVERVIEW_CELL} num whitespace-nowrap ${row.own === null ? 'text-ink-3' : 'font-semibold'}`}
        >
          {row.own ?? row.absence}
        </td>
      )}
      <td className={`${OVERVIEW_CELL} num text-ink-2`}>
        {row.median ?? (
          <span className="whitespace-nowrap text-ink-3">
            {absenceWord(chartView.comparison.absence ?? 'none')}
          </span>
        )}
      </td>
      <td className={OVERVIEW_CELL}>
        {(row.peers.length > 0 || row.median !== null) && (
          <div className={`max-w-160 ${hasIntervals ? 'min-w-36' : 'min-w-48'}`}>
            <Strip
              peers={row.peers}
              own={chartView.standing?.value ?? null}
              averages={chartView.comparison.averages}
              label={plainSentence(chartView)}
            />
          </div>
        )}
      </td>
      {hasOwn && <StandingCell row={row} hasIntervals={hasIntervals} />}
      <td className={`${OVERVIEW_CELL} num text-ink-3`}>{row.n ?? ''}</td>
    </>
  )
}

/** The own value's quarter, verdict and trend. */
function StandingCell({ row, hasIntervals }: { row: OverviewRow; hasIntervals: boolean }) {
  const { chartView } = row
  return (
    <>
      <td className={OVERVIEW_CELL}>
        {row.quarter !== null && (
          <Pill
            tone={quarterSide(row.quarter, chartView.measure.direction) === 'better' ? 'brand' : 'neutral'}
          >
            {row.quarterText}
          </Pill>
        )}
      </td>
      {hasIntervals && (
        <td className={`${OVERVIEW_CELL} text-small whitespace-nowrap`}>
          {row.verdict ? <VerdictLabel given={row.verdict} /> : row.interval}
        </td>
      )}
      <td className={`${OVERVIEW_CELL} text-small`}>
        {row.change !== null && (
          <span className={`inline-flex items-center gap-1 whitespace-nowrap ${trendTones[row.trend]}`}>
            <Icon of={TREND_ARROWS[row.change]} />
            {row.trendWord}
          </span>
        )}
      </td>
    </>
  )
}

function SkeletonCells({ hasOwn, hasIntervals }: OverviewColumns) {
  return (
    <>
      {[
        ...(hasOwn ? ['w-10 ml-auto'] : []),
        'w-10 ml-auto',
        'w-full',
        ...(hasOwn ? ['w-20'] : []),
        ...(hasIntervals ? ['w-24'] : []),
        ...(hasOwn ? ['w-16'] : []),
        'w-6 ml-auto'
      ].map((width, index) => (
        <td key={index} className={OVERVIEW_CELL}>
          <Skeleton className={`h-4 ${width}`} />
        </td>
      ))}
    </>
  )
}

export function OverviewSkeleton({ rows }: { rows: number }) {
  return (
    <div className="card overflow-clip" role="status" aria-label={`Loading ${countOf(rows, 'chart')}`}>
      <table aria-hidden="true">
        <tbody>
          {Array.from({ length: rows + 1 }, (_, index) => (
            <tr key={index}>
              <td className={OVERVIEW_CELL}>
                <Skeleton className="h-4 w-40" />
              </td>
              <SkeletonCells hasOwn hasIntervals={false} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
