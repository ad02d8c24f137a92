import { memo, useCallback, useEffect } from 'react'
import { Link } from 'wouter'
import { VerdictLabel } from '#browser/charts/marks/verdict-mark.tsx'
import { RankedPicture } from '#browser/charts/small/ranked-picture.tsx'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import type { ComparisonRequest } from '#browser/features/explorer/selection/comparison.ts'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import type { AverageName } from '#contract/chart-data.ts'
import { paths } from '#programme/paths.ts'
import { leaveOverview, loadRow } from './overview.ts'
import { useOnceVisible } from './use-once-visible.ts'
import { useRow } from './use-sorted-charts.ts'

interface OverviewChartsProps {
  projectCode: string
  explorerType: string
  query: string
  group: ChartGroup
  comparing: ComparisonRequest
  averages: readonly AverageName[]
}

/** Every chart of the group, drawn when it becomes visible. */
export function OverviewCharts(props: OverviewChartsProps) {
  useEffect(() => leaveOverview, [])
  return (
    <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(440px,100%),1fr))]">
      {props.group.charts.map(chart => (
        <ChartTile key={chart.chart_id} chart={chart} {...props} />
      ))}
    </div>
  )
}

const PICTURE_HEIGHT = 224
const onlyMedian: readonly AverageName[] = ['Median']

const ChartTile = memo(function Tile({
  chart,
  group,
  comparing,
  averages,
  projectCode,
  explorerType,
  query
}: OverviewChartsProps & { chart: GroupChart }) {
  const figures = useRow(chart.chart_id)
  const load = useCallback(() => void loadRow(chart.chart_id, comparing), [chart.chart_id, comparing])
  const tile = useOnceVisible<HTMLElement>(load)
  const href = paths.explorerDetail(projectCode, explorerType, group.group_slug, chart.chart_id) + query
  const chartView = figures?.state === 'ready' ? figures.value.chartView : null
  return (
    <section
      ref={tile}
      className="card p-4 [content-visibility:auto] [contain-intrinsic-size:auto_300px] print:[content-visibility:visible]"
    >
      <h2 className="text-body mb-2">
        <Link href={href} className="text-ink">
          {chart.chart_name}
        </Link>
        {chart.unit !== '' && <span className="ml-1.5 text-small font-normal text-ink-3">{chart.unit}</span>}
      </h2>
      {figures?.state === 'ready' && figures.value.verdict && (
        <p className="-mt-1 mb-2 text-small">
          <VerdictLabel given={figures.value.verdict} />
        </p>
      )}
      {figures?.state === 'failed' ? (
        <FailureNotice title="This chart could not be loaded" error={figures.error} onRetry={load} />
      ) : chartView ? (
        <RankedPicture
          chartView={chartView}
          averages={averages.length === 4 ? onlyMedian : averages}
          label={`${chart.chart_name}. ${plainSentence(chartView)}`}
          height={PICTURE_HEIGHT}
        />
      ) : (
        <Skeleton className="h-56 w-full" />
      )}
    </section>
  )
})
