import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { movementText, marksTitle } from '#browser/charts/words/many-claims.ts'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { $project } from '#browser/stores/projects.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { HeadingSkeleton, Skeleton } from '#browser/ui/skeleton.tsx'
import type { CollectionTree } from '#contract/charts.ts'
import type { NamedSubmission } from '#contract/filters.ts'
import { paths } from '#programme/paths.ts'
import { CopyLink } from './chart/copy-link.tsx'
import { ProvisionalLine } from './chart/provisional-line.tsx'
import { ExplorerFrame, GroupsFailure, useCollections } from './explorer-frame.tsx'
import { PrintedNote } from './export/printed-note.tsx'
import type { ChartGroup, GroupChart } from './groups.ts'
import { AllOverview } from './overview/all-overview.tsx'
import { hasNoFigures } from './overview/earlier-figures.ts'
import { distinctCharts, isAnyLoading, loadedViews, ownStanding } from './overview/group-standing.ts'
import { otherStandings, otherSubmissions } from './overview/other-standings.ts'
import { OtherSubmissions } from './overview/other-submissions.tsx'
import { previousPeriodName } from './overview/overview-row.ts'
import { $overview, leaveOverview, loadRow } from './overview/overview.ts'
import { StandingTable, type StandingLinks } from './overview/standing-table.tsx'
import { useComparedText } from './selection/compared-text.ts'
import {
  $comparisonRequest,
  $reachableEntries,
  $showsOwnValues,
  type ComparisonRequest
} from './selection/comparison.ts'
import { carryOver, writeSelection } from './selection/explorer-selection.ts'
import { FilterLine } from './selection/filter-line.tsx'
import { Toolbar } from './selection/toolbar.tsx'
import { useSelection } from './selection/use-selection.ts'

interface ExplorerScreenProps {
  projectCode: string
  explorerType: string
}

/** The start page of an explorer: how the own submission does, group by group. */
export default function ExplorerScreen({ projectCode, explorerType }: ExplorerScreenProps) {
  const [selection, change] = useSelection()
  const collections = useCollections()
  const comparing = useStore($comparisonRequest)
  const project = useStore($project)
  const query = writeSelection(carryOver(selection))
  const label = project?.explorer_types.find(type => type.explorer_type === explorerType)?.label
  usePageTitle(label, project?.project_name)
  const links: OverviewLinks = {
    submissionHref: id =>
      paths.explorer(projectCode, explorerType) +
      writeSelection({ ...carryOver(selection), submissionId: id }),
    groupHref: group => paths.explorerGroup(projectCode, explorerType, group.group_slug) + query,
    chartHref: (group, chart) =>
      paths.explorerDetail(projectCode, explorerType, group.group_slug, chart.chart_id) + query
  }
  return (
    <ExplorerFrame
      explorerType={explorerType}
      change={change}
      toolbar={
        <Toolbar
          selection={selection}
          change={change}
          isPeriodOnly={collections.state === 'ready' && hasNoFigures(collections.value)}
        >
          <CopyLink kind="quiet" />
        </Toolbar>
      }
    >
      <div className="printable px-6 max-sm:px-4 pt-5 pb-10 grid gap-4 max-w-[1400px]">
        {collections.state === 'failed' ? (
          <>
            <h1>{label}</h1>
            <GroupsFailure explorerType={explorerType} error={collections.error} />
          </>
        ) : collections.state === 'loading' || comparing.state !== 'ready' ? (
          <OverviewLoading />
        ) : (
          <GroupsOverview
            label={label ?? ''}
            collections={collections.value}
            comparing={comparing.value}
            links={links}
          />
        )}
        <OverviewNote />
      </div>
    </ExplorerFrame>
  )
}

function OverviewNote() {
  const collections = useCollections()
  const rows = useStore($overview)
  const isLoading =
    collections.state === 'loading' || Object.values(rows).some(row => row?.state === 'loading')
  return <PrintedNote isLoading={isLoading} />
}

interface OverviewLinks extends StandingLinks {
  submissionHref: (submissionId: number) => string
}

interface GroupsOverviewProps {
  label: string
  collections: readonly CollectionTree[]
  comparing: ComparisonRequest
  links: OverviewLinks
}

function GroupsOverview({ label, collections, comparing, links }: GroupsOverviewProps) {
  const hasOwn = useStore($showsOwnValues)
  const others = otherSubmissions(useStore($reachableEntries), comparing.submission)
  const groups = collections.flatMap(collection => collection.chart_groups)
  const needed = groups.flatMap(({ charts }) =>
    charts
      .filter(chart => !hasOwn || chart.has_own_value || (others.length > 0 && chart.has_data))
      .map(chart => chart.chart_id)
  )
  const key = JSON.stringify(needed)
  // The verdict is of all measures, so none waits until it is visible.
  useEffect(() => {
    for (const id of JSON.parse(key) as number[]) void loadRow(id, comparing)
  }, [key, comparing])
  useEffect(() => leaveOverview, [])
  if (groups.every(({ charts }) => charts.length === 0))
    return (
      <>
        <h1>{label}</h1>
        <EmptyNotice
          title="No charts yet"
          text="The programme has not put any charts here for this period. Choose another period above."
        />
      </>
    )
  return (
    <>
      {hasOwn ? (
        <OwnOverview groups={groups} others={others} comparing={comparing} links={links} />
      ) : (
        <AllOverview label={label} groups={groups} {...links} />
      )}
      <Failures charts={distinctCharts(groups)} comparing={comparing} />
    </>
  )
}

interface OverviewOfGroups {
  groups: readonly ChartGroup[]
  comparing: ComparisonRequest
  links: OverviewLinks
}

function OwnOverview({
  groups,
  others,
  comparing,
  links
}: OverviewOfGroups & { others: readonly NamedSubmission[] }) {
  const rows = useStore($overview)
  const standing = ownStanding(groups, rows)
  const otherRows = otherStandings(others, loadedViews(groups, rows))
  const periods = useStore($timePeriods)
  const since = periods.state === 'ready' ? previousPeriodName(periods.value, comparing.timePeriodId) : null
  const changed = standing.isLoading ? null : movementText(standing.trends, since)
  const compared = useComparedText(comparing.submission?.name ?? null, comparing)
  const start = standing.isLoading ? null : standing.start
  const startGroup = start && groups.find(({ charts }) => charts.includes(start.chart))
  return (
    <>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="flex-1 min-w-60">
          <h1>
            {standing.isLoading ? <HeadingSkeleton className="h-7 w-96" /> : marksTitle(standing.counts)}
          </h1>
          <ProvisionalLine />
          <p className="text-small text-ink-2">{compared}</p>
          <FilterLine />
          {changed !== null && <p className="text-small text-ink-2">{changed}</p>}
        </div>
        {start && startGroup && (
          <Link href={links.chartHref(startGroup, start.chart)} className={buttonClass({ kind: 'main' })}>
            Start with: {start.chart.chart_name}
          </Link>
        )}
      </header>
      <StandingTable standing={standing} {...links} />
      <OtherSubmissions
        standings={otherRows}
        leftOut={others.length - otherRows.length}
        isLoading={isAnyLoading(groups, rows)}
        hrefOf={links.submissionHref}
      />
    </>
  )
}

/** Measures that could not be loaded, with one retry for all. */
function Failures({ charts, comparing }: { charts: readonly GroupChart[]; comparing: ComparisonRequest }) {
  const rows = useStore($overview)
  const failed = charts.flatMap(chart => {
    const row = rows[chart.chart_id]
    return row?.state === 'failed' ? [{ chart, error: row.error }] : []
  })
  const [first] = failed
  if (!first) return null
  return (
    <FailureNotice
      what={failed.length === 1 ? first.chart.chart_name : `${failed.length} measures`}
      failure={first}
      onRetry={() => {
        for (const { chart } of failed) void loadRow(chart.chart_id, comparing)
      }}
    />
  )
}

function OverviewLoading() {
  return (
    <div role="status" aria-label="Loading the chart groups" className="grid gap-4">
      <h1 className="min-w-0">
        <HeadingSkeleton className="h-7 w-96" />
      </h1>
      <FilterLine />
      <div className="card grid gap-4 p-4">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-10 w-full" />
        ))}
      </div>
    </div>
  )
}
