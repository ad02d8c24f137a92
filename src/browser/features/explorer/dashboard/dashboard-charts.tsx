import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { MedianSign, MiddleHalfSign, OwnSign } from '#browser/charts/small/strip-legend.tsx'
import { emptyChartText, hasNothing } from '#browser/charts/words/disclosure-text.ts'
import { marksTitle } from '#browser/charts/words/many-claims.ts'
import { ProvisionalLine } from '#browser/features/explorer/chart/provisional-line.tsx'
import { openBriefing, type BriefingRequest } from '#browser/features/explorer/export/briefing-dialog.tsx'
import { $overview } from '#browser/features/explorer/overview/overview.ts'
import { useComparedText } from '#browser/features/explorer/selection/compared-text.ts'
import type { ComparisonRequest } from '#browser/features/explorer/selection/comparison.ts'
import { $project } from '#browser/stores/projects.ts'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { NotebookText } from '#browser/ui/icons/rare-icon-paths.ts'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Skeleton, HeadingSkeleton } from '#browser/ui/skeleton.tsx'
import { isAtLeast, ROLE } from '#domain/people/roles.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { DashboardTile } from './dashboard-tile.tsx'
import type { DashboardChart, DashboardCharts as Dashboard } from './dashboard.ts'
import { FindingsCard } from './findings-card.tsx'
import { collectFindings, type DashboardFindings } from './findings.ts'

interface DashboardChartsProps {
  projectCode: string
  /** The selection as the query of a URL. */
  query: string
  filterLine: ReactNode
  dashboard: Dashboard
  comparing: ComparisonRequest
}

/** What stands out, beside all measures. */
export function DashboardChartList({
  projectCode,
  query,
  filterLine,
  dashboard: { charts, total },
  comparing
}: DashboardChartsProps) {
  const rows = useStore($overview)
  const project = useStore($project)
  const findings = collectFindings(charts, rows)
  const own = comparing.submission?.name ?? null
  const hrefOf = ({ chart, explorerType, group }: DashboardChart): string =>
    paths.explorerDetail(projectCode, explorerType, group.group_slug, chart.chart_id) + query
  const { roleTypeId } = useStore($viewpoint)
  const mayEnter = project?.project_status === 'collection' && isAtLeast(roleTypeId, ROLE.contributor)
  const entryPath = mayEnter ? paths.dataCollection(projectCode) : null
  const request = {
    subject: `Dashboard ${comparing.timePeriodName}`,
    comparing,
    charts: charts.map(({ chart, explorerType, group }) => ({
      chart,
      path: paths.explorerDetail(projectCode, explorerType, group.group_slug, chart.chart_id)
    }))
  }
  const allMeasures = charts[0] && (
    <Link href={paths.explorer(projectCode, charts[0].explorerType) + query} className="text-small">
      All {countOf(total, 'measure')}
    </Link>
  )
  const views = charts.flatMap(({ chart }) => {
    const row = rows[chart.chart_id]
    return row?.state === 'ready' ? [row.value.chartView] : []
  })
  if (views.length === charts.length && views.every(hasNothing))
    return (
      <>
        <h1>Dashboard</h1>
        <div className="card">
          <EmptyNotice
            title={`No figures for ${views[0]?.period.time_period_name ?? 'this period'} yet`}
            text={views[0] ? emptyChartText(views[0]) : ''}
          />
        </div>
      </>
    )
  return (
    <>
      <DashboardHeader {...{ own, findings, comparing, filterLine, request, hrefOf }} />
      <div
        className={
          own === null
            ? ''
            : 'grid gap-5 lg:grid-cols-[320px_minmax(0,1fr)] print:grid-cols-[260px_minmax(0,1fr)]'
        }
      >
        {own !== null && (
          <FindingsCard findings={findings} own={own} hrefOf={hrefOf} allMeasures={allMeasures} />
        )}
        <section aria-labelledby="dashboard-charts" className="min-w-0">
          <h2 id="dashboard-charts" className="sr-only">
            Measures
          </h2>
          <Tiles charts={charts} comparing={comparing} entryPath={entryPath} hrefOf={hrefOf} />
          {total > charts.length && (
            <p className="mt-2 text-tiny text-ink-3">
              {charts.length} of {formatCount(total)} measures. {own === null && allMeasures}
            </p>
          )}
          <DashboardLegend own={own} ruleText={views[0]?.data.suppression.rule_text ?? ''} />
        </section>
      </div>
    </>
  )
}

interface TilesProps {
  charts: readonly DashboardChart[]
  comparing: ComparisonRequest
  entryPath: string | null
  hrefOf: (item: DashboardChart) => string
}

/** Each tile spans the same four lines of the grid, so that the values of a row stand on one line. */
const Tiles = ({ charts, comparing, entryPath, hrefOf }: TilesProps) => (
  <ul className="card overflow-hidden grid grid-cols-[repeat(auto-fill,minmax(min(270px,100%),1fr))] print:grid-cols-4 [&>li]:-mb-px [&>li]:-mr-px">
    {charts.map(item => (
      <DashboardTile
        key={item.chart.chart_id}
        item={item}
        href={hrefOf(item)}
        comparing={comparing}
        entryPath={entryPath}
      />
    ))}
  </ul>
)

interface HeaderProps {
  own: string | null
  findings: DashboardFindings
  comparing: ComparisonRequest
  filterLine: ReactNode
  request: BriefingRequest
  hrefOf: (item: DashboardChart) => string
}

function DashboardHeader({ own, findings, comparing, filterLine, request, hrefOf }: HeaderProps) {
  const comparedText = useComparedText(own, comparing)
  const [start] = findings.worse
  return (
    <header className="flex flex-wrap items-start gap-4">
      <div className="flex-1 min-w-60">
        <Headline own={own} findings={findings} />
        <ProvisionalLine />
        <p className="text-small text-ink-2">{comparedText}</p>
        {filterLine}
      </div>
      <Button icon={NotebookText} onClick={() => openBriefing(request)}>
        Briefing pack
      </Button>
      {start && !findings.isLoading && (
        <Link href={hrefOf(start.item)} className={buttonClass({ kind: 'main' })}>
          Start with: {start.item.chart.chart_name}
        </Link>
      )}
    </header>
  )
}

function Headline({ own, findings }: { own: string | null; findings: DashboardFindings }) {
  if (findings.isLoading)
    return (
      <h1>
        <HeadingSkeleton className="h-7 w-96" />
      </h1>
    )
  return <h1>{own === null ? 'Dashboard' : marksTitle(findings.counts)}</h1>
}

function DashboardLegend({ own, ruleText }: { own: string | null; ruleText: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 mt-3 text-tiny text-ink-3">
      {own !== null && <OwnSign>{own}, not counted among its peers</OwnSign>}
      <MiddleHalfSign>middle half and median of peers</MiddleHalfSign>
      <MedianSign>median</MedianSign>
      <span>{ruleText}</span>
    </p>
  )
}

export function ChartsSkeleton() {
  return (
    <div role="status" aria-label="Loading the dashboard" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h1>
        <HeadingSkeleton className="h-7 w-96" />
      </h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[320px_minmax(0,1fr)]">
        <Skeleton className="h-96 w-full" />
        <div className="card grid grid-cols-[repeat(auto-fill,minmax(min(270px,100%),1fr))] gap-4 p-4">
          {Array.from({ length: 9 }, (_, index) => (
            <Skeleton key={index} className="h-28 w-full" />
          ))}
        </div>
      </div>
    </div>
  )
}
