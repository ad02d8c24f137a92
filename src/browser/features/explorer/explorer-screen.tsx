import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { $project } from '#browser/stores/projects.ts'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Skeleton, HeadingSkeleton } from '#browser/ui/skeleton.tsx'
import { countOf } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { CopyLink } from './chart/copy-link.tsx'
import { ProvisionalLine } from './chart/provisional-line.tsx'
import { ExplorerFrame, GroupsFailure, useCollections } from './explorer-frame.tsx'
import { PrintedNote } from './export/printed-note.tsx'
import type { ChartGroup } from './groups.ts'
import { $showsOwnValues } from './selection/comparison.ts'
import { carryOver, writeSelection } from './selection/explorer-selection.ts'
import { FilterLine } from './selection/filter-line.tsx'
import { Toolbar } from './selection/toolbar.tsx'
import { useSelection } from './selection/use-selection.ts'
import { groupLinks } from './side-list.tsx'

interface ExplorerScreenProps {
  projectCode: string
  explorerType: string
}

/** The start page of an explorer: its groups. */
export default function ExplorerScreen({ projectCode, explorerType }: ExplorerScreenProps) {
  const [selection, change] = useSelection()
  const collections = useCollections()
  const project = useStore($project)
  const query = writeSelection(carryOver(selection))
  const label = project?.explorer_types.find(type => type.explorer_type === explorerType)?.label
  usePageTitle(label, project?.project_name)
  const place = { projectCode, explorerType, query }
  return (
    <ExplorerFrame
      explorerType={explorerType}
      change={change}
      sideLabel="Group"
      side={collections.state === 'ready' ? groupLinks(place, collections.value) : null}
      toolbar={
        <Toolbar selection={selection} change={change}>
          <CopyLink kind="quiet" />
        </Toolbar>
      }
    >
      <div className="printable px-6 max-sm:px-4 pt-5 pb-10 grid gap-6">
        <header>
          <h1>{label ?? <HeadingSkeleton className="h-7 w-40" />}</h1>
          <ProvisionalLine />
          <FilterLine />
        </header>
        {collections.state === 'loading' && <CardsSkeleton />}
        {collections.state === 'failed' && (
          <GroupsFailure explorerType={explorerType} error={collections.error} />
        )}
        {collections.state === 'ready' &&
          collections.value.every(collection => collection.chart_groups.length === 0) && (
            <EmptyNotice
              title="No charts yet"
              text="The programme has not put any charts here for this period. Choose another period above."
            />
          )}
        {collections.state === 'ready' &&
          collections.value
            .filter(collection => collection.chart_groups.length > 0)
            .map(collection => (
              <section
                key={collection.collection_id}
                aria-labelledby={`collection-${collection.collection_id}`}
                className="grid gap-3"
              >
                <h2 id={`collection-${collection.collection_id}`}>{collection.collection_name}</h2>
                <ul className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(264px,100%),1fr))]">
                  {collection.chart_groups.map(group => (
                    <GroupCard key={group.chart_group_id} group={group} {...place} />
                  ))}
                </ul>
              </section>
            ))}
        <PrintedNote />
      </div>
    </ExplorerFrame>
  )
}

function GroupCard({
  group,
  projectCode,
  explorerType,
  query
}: ExplorerScreenProps & { group: ChartGroup; query: string }) {
  const named = group.charts.slice(0, 4)
  return (
    <li className="card relative grid grid-cols-[minmax(0,1fr)] content-start gap-2 p-4 hover:border-line-strong focus-within:border-line-strong">
      <div className="flex items-baseline gap-3">
        <h3 className="flex-1 min-w-0 text-section">
          <Link
            href={paths.explorerGroup(projectCode, explorerType, group.group_slug) + query}
            className="text-ink after:content-empty after:absolute after:inset-0 after:rounded-lg"
          >
            {group.group_name}
          </Link>
        </h3>
        <span className="text-small text-ink-3 tabular-nums">{countOf(group.charts.length, 'chart')}</span>
      </div>
      <ul className="text-small text-ink-2">
        {named.map(chart => (
          <li key={chart.chart_id} className="py-px leading-5">
            {chart.chart_name}
          </li>
        ))}
        {group.charts.length > named.length && (
          <li className="py-px leading-5 text-ink-3">and {group.charts.length - named.length} more</li>
        )}
      </ul>
      <Coverage charts={group.charts} />
    </li>
  )
}

/** How many charts of a group have answers: own ones, or anyone's if there is no own organisation. A chart with answers may still have no value. */
function Coverage({ charts }: Pick<ChartGroup, 'charts'>) {
  const hasOwn = useStore($showsOwnValues)
  const withData = charts.filter(chart => chart.has_data).length
  const own = charts.filter(chart => chart.has_own_value).length
  return (
    <p className="flex items-center gap-2 text-tiny text-ink-3">
      <span aria-hidden="true" className="flex gap-[3px]">
        {charts.slice(0, 12).map(chart => (
          <span
            key={chart.chart_id}
            className={`w-2 h-2 rounded-full ${chart.has_own_value ? 'bg-brand-mark' : chart.has_data ? 'border-2 border-solid border-brand-mark' : 'border border-dotted border-line-field'}`}
          />
        ))}
      </span>
      {withData === 0 ? 'No data in this period' : hasOwn && `You have figures in ${own} of ${charts.length}`}
    </p>
  )
}

function CardsSkeleton() {
  return (
    <div role="status" aria-label="Loading the chart groups" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Skeleton className="h-6 w-32" />
      <div className="grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(264px,100%),1fr))]">
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className="card grid gap-3 p-4">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-5/6" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  )
}
