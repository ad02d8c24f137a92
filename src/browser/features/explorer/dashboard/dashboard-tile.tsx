import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import { Link } from 'wouter'
import { directionText } from '#browser/charts/labels/measure.ts'
import { markTones, MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import { VerdictMark } from '#browser/charts/marks/verdict-mark.tsx'
import { ownMark } from '#browser/charts/own-figures.ts'
import { SmallBars } from '#browser/charts/small/small-bars.tsx'
import { Strip } from '#browser/charts/small/strip.tsx'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { othersAbsenceText } from '#browser/charts/words/disclosure-text.ts'
import { markText } from '#browser/charts/words/many-claims.ts'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { OverviewRow } from '#browser/features/explorer/overview/overview-row.ts'
import { $overview, loadRow } from '#browser/features/explorer/overview/overview.ts'
import type { ComparisonRequest } from '#browser/features/explorer/selection/comparison.ts'
import { Button } from '#browser/ui/button.tsx'
import { RotateCw } from '#browser/ui/icons/icon-paths.ts'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import type { DashboardChart } from './dashboard.ts'

interface DashboardTileProps {
  item: DashboardChart
  href: string
  comparing: ComparisonRequest
  /** Where a missing value can be entered; null if nothing can be entered now. */
  entryPath: string | null
}

/** One measure, which loads independently of the others. */
export function DashboardTile({ item, href, comparing, entryPath }: DashboardTileProps) {
  const { chart, group } = item
  const row = useStore($overview, { keys: [chart.chart_id] })[chart.chart_id]
  const load = useCallback(() => void loadRow(chart.chart_id, comparing), [chart.chart_id, comparing])
  // The findings need all measures, so none waits until it is visible.
  useEffect(load, [load])
  return (
    <li className="grid grid-rows-subgrid row-span-4 gap-1 px-3.5 py-3 border-0 border-b border-r border-solid border-line">
      <div>
        <p className="text-tiny text-ink-3 cut">{group.group_name}</p>
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h3 className="flex-1 basis-36 min-w-0 text-body font-medium">
            <Link href={href} className="text-ink">
              {chart.chart_name}
            </Link>
          </h3>
          {row?.state === 'ready' && <TileMark row={row.value} />}
        </div>
      </div>
      {row?.state === 'ready' ? (
        <TileFigures row={row.value} unit={chart.unit} entryPath={entryPath} />
      ) : row?.state === 'failed' ? (
        <div
          role="alert"
          className="row-span-3 grid content-start justify-items-start gap-1.5 pt-1 text-small text-ink-2"
        >
          This chart could not be loaded. {row.error}
          <Button size="s" icon={RotateCw} onClick={load}>
            Try again
          </Button>
        </div>
      ) : (
        <div
          role="status"
          aria-label={`Loading ${chart.chart_name}`}
          className="row-span-3 grid content-start gap-2 pt-1"
        >
          <Skeleton className="h-5 w-20" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      )}
    </li>
  )
}

interface TileDrawingProps {
  chartView: ChartView
  peers: readonly number[]
  label: string
}

/** Amounts are bars from 0. Shares, which may lie close together far from 0, and sets without single values are a strip. */
function TileDrawing({ chartView, peers, label }: TileDrawingProps) {
  const { averages } = chartView.comparison
  const own = chartView.standing?.value ?? null
  return chartView.measure.unit === '%' || peers.length === 0 ? (
    <Strip peers={peers} own={own} averages={averages} label={label} height={44} />
  ) : (
    <SmallBars peers={peers} own={own} median={averages?.Median ?? null} label={label} />
  )
}

export function TileFigures({
  row,
  unit,
  entryPath
}: {
  row: OverviewRow
  unit: string
  entryPath: string | null
}) {
  const { chartView, own, absence: ownAbsence, median, n, peers } = row
  const sentence = plainSentence(chartView)
  const absence = othersAbsenceText(chartView)
  return (
    <>
      <p className="flex items-baseline gap-2 min-h-6">
        {own === null ? (
          chartView.own !== null && <span className="text-small text-ink-3">{ownAbsence}</span>
        ) : (
          <>
            <strong className="text-section font-semibold tabular-nums">{own}</strong>
            <span className="text-small text-ink-3">{unit}</span>
          </>
        )}
        {own === null && chartView.own !== null && entryPath !== null && (
          <Link href={entryPath} className="print:hidden ml-auto text-small">
            Enter data
          </Link>
        )}
      </p>
      {absence !== null ? (
        <p className="row-span-2 text-small text-ink-2">{absence}</p>
      ) : (
        <>
          <TileDrawing chartView={chartView} peers={peers} label={sentence} />
          <p className="flex justify-between gap-2 text-tiny text-ink-3 tabular-nums">
            <span>{directionText[chartView.measure.direction].replace('.', '').toLowerCase()}</span>
            <span>
              {median !== null && `median ${median}`}
              {n !== null && `${median === null ? '' : ', '}n ${n}`}
            </span>
          </p>
        </>
      )}
    </>
  )
}

/** The verdict on the own value, or else its quarter, which is neither better nor worse. */
export function TileMark({ row: { chartView, quarter } }: { row: OverviewRow }) {
  const verdict = chartView.own?.verdict ?? null
  const { mark } = ownMark(chartView)
  if (mark === 'none') return null
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-tiny font-medium whitespace-nowrap ${markTones[mark]}`}
    >
      {mark === 'position' && verdict ? (
        <VerdictMark given={verdict} />
      ) : (
        <MeasureShape mark={mark} quarter={quarter} />
      )}
      {markText(chartView)}
    </span>
  )
}
