import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { $project } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { HeadingSkeleton } from '#browser/ui/skeleton.tsx'
import { useSmallWindow } from '#browser/ui/use-small-window.ts'
import { paths } from '#programme/paths.ts'
import { CopyLink } from './chart/copy-link.tsx'
import { ProvisionalLine } from './chart/provisional-line.tsx'
import { ExplorerFrame, GroupsFailure, useCollections } from './explorer-frame.tsx'
import { PrintedNote } from './export/printed-note.tsx'
import { SetExportMenu } from './export/set-export-menu.tsx'
import { groupNamed, type ChartGroup } from './groups.ts'
import { OverviewSkeleton } from './overview/overview-chart-row.tsx'
import { OverviewCharts } from './overview/overview-charts.tsx'
import { OverviewTable } from './overview/overview-table.tsx'
import { $overview, loadRow } from './overview/overview.ts'
import { useSortedCharts } from './overview/use-sorted-charts.ts'
import { ChoicesLine } from './selection/choices-line.tsx'
import { $comparisonRequest, type ComparisonRequest } from './selection/comparison.ts'
import { carryOver, writeSelection, type ExplorerSelection } from './selection/explorer-selection.ts'
import { FilterLine } from './selection/filter-line.tsx'
import { Toolbar } from './selection/toolbar.tsx'
import { useSelection, type ChangeSelection } from './selection/use-selection.ts'
import { groupLinks, SidePick } from './side-list.tsx'

interface GroupScreenProps {
  projectCode: string
  explorerType: string
  groupName: string
}

/** All charts of a group, with the own value's position in each. */
export default function GroupScreen({ projectCode, explorerType, groupName }: GroupScreenProps) {
  const [selection, change] = useSelection()
  const collections = useCollections()
  const query = writeSelection(carryOver(selection))
  const place = { projectCode, explorerType, query }
  const group = collections.state === 'ready' ? groupNamed(collections.value, groupName) : undefined
  usePageTitle(group?.group_name, useStore($project)?.project_name)
  const comparing = useStore($comparisonRequest)
  const charts = useSortedCharts(group, selection.sort)
  const request =
    group && charts && comparing.state === 'ready'
      ? {
          subject: `${group.group_name} ${comparing.value.timePeriodName}`,
          comparing: comparing.value,
          charts: charts.map(chart => ({
            chart,
            path: paths.explorerDetail(projectCode, explorerType, groupName, chart.chart_id)
          }))
        }
      : null
  const side = collections.state === 'ready' ? groupLinks(place, collections.value) : null
  const toolbar = (
    <Toolbar selection={selection} change={change}>
      <SetExportMenu request={request} />
      <CopyLink kind="quiet" />
      <NewChartLink href={paths.explorerDetail(projectCode, explorerType, groupName)} />
    </Toolbar>
  )
  const isSmall = useSmallWindow('md')
  const [areChoicesOpen, setChoicesOpen] = useState(false)
  return (
    <ExplorerFrame
      explorerType={explorerType}
      change={change}
      sideLabel="Group"
      side={side}
      toolbar={isSmall ? null : toolbar}
    >
      <div className="printable px-6 max-sm:px-4 pt-5 pb-10 max-w-[1400px]">
        <header className="flex flex-wrap items-start gap-x-4 gap-y-2 mb-4">
          <div className="flex-1 min-w-0">
            <h1>
              {group?.group_name ??
                (collections.state === 'loading' ? <HeadingSkeleton className="h-7 w-48" /> : 'Charts')}
            </h1>
            <ProvisionalLine />
            <FilterLine />
          </div>
          <Segmented
            label="Shown as"
            options={[
              { id: 'table', label: 'Table' },
              { id: 'charts', label: 'Charts' }
            ]}
            pressed={selection.focus}
            onPress={focus => change({ focus: focus === 'charts' ? 'charts' : 'table' })}
          />
          {isSmall && (
            <div className="basis-full">
              <ChoicesLine isOpen={areChoicesOpen} onOpen={setChoicesOpen}>
                {side && <SidePick label="Group" sections={side} />}
                {toolbar}
                <Link href={paths.explorerSearch(projectCode, explorerType) + query}>
                  Search charts and questions
                </Link>
              </ChoicesLine>
            </div>
          )}
        </header>
        <GroupContent {...place} groupName={groupName} selection={selection} change={change} />
        <PrintedNote />
      </div>
    </ExplorerFrame>
  )
}

/** For admins. */
function NewChartLink({ href }: { href: string }) {
  const { user } = useStore($session)
  if (!user?.isAdmin) return null
  return (
    <Link href={href} className={buttonClass({ size: 's' })}>
      <Icon of={Plus} />
      New chart
    </Link>
  )
}

interface ContentProps extends GroupScreenProps {
  query: string
  selection: ExplorerSelection
  change: ChangeSelection
}

function GroupContent({ groupName, selection, change, ...place }: ContentProps) {
  const collections = useCollections()
  const comparing = useStore($comparisonRequest)
  if (collections.state === 'failed')
    return <GroupsFailure explorerType={place.explorerType} error={collections.error} />
  if (collections.state === 'loading') return <OverviewSkeleton rows={6} />
  const group = groupNamed(collections.value, groupName)
  if (!group) {
    return (
      <EmptyNotice
        title="Group not found"
        text="It may have been renamed, or it does not exist in this period. Choose another group, or another period above."
      />
    )
  }
  if (group.charts.length === 0)
    return (
      <EmptyNotice title="No charts in this group" text="Choose another group, or another period above." />
    )
  if (comparing.state !== 'ready') return <OverviewSkeleton rows={group.charts.length} />
  const overview = { ...place, group, comparing: comparing.value }
  return (
    <>
      {selection.focus === 'table' ? (
        <OverviewTable {...overview} sort={selection.sort} onSort={sort => change({ sort })} />
      ) : (
        <OverviewCharts {...overview} averages={selection.averages} />
      )}
      <UnprintedCharts charts={group.charts} comparing={comparing.value} />
    </>
  )
}

interface UnprintedChartsProps extends Pick<ChartGroup, 'charts'> {
  comparing: ComparisonRequest
}

/** On paper only: which charts are not loaded. The browser's own print command does not wait, so they load for the next time. */
function UnprintedCharts({ charts, comparing }: UnprintedChartsProps) {
  const rows = useStore($overview)
  useEffect(() => {
    const load = (): void => {
      for (const { chart_id } of charts) void loadRow(chart_id, comparing)
    }
    addEventListener('beforeprint', load)
    return () => removeEventListener('beforeprint', load)
  }, [charts, comparing])
  const missing = charts.filter(({ chart_id }) => (rows[chart_id]?.state ?? 'loading') === 'loading')
  if (missing.length === 0) return null
  const names = missing.map(({ chart_name }) => chart_name).join(', ')
  return (
    <p className="hidden print:block mt-4 text-small">
      Not loaded when this was printed: {names}. Print again to include them.
    </p>
  )
}
