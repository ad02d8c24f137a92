import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { Pick, type PickOption } from '#browser/ui/pick.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import type { CollectionTree } from '#contract/charts.ts'
import { paths } from '#programme/paths.ts'
import type { ChartGroup } from './groups.ts'

interface SideLinkProps {
  href: string
  isCurrent?: boolean
  count?: number
  children: ReactNode
}

function SideLink({ href, isCurrent = false, count, children }: SideLinkProps) {
  return (
    <li>
      <Link href={href} aria-current={isCurrent ? 'page' : undefined} className="side-link">
        <span className="flex-1 min-w-0 leading-4.5 [overflow-wrap:anywhere]">{children}</span>
        {count !== undefined && <span className="text-tiny tabular-nums text-ink-3">{count}</span>}
      </Link>
    </li>
  )
}

interface ExplorerListProps {
  projectCode: string
  explorerType: string
  /** The query of all links, so that the selection is kept. */
  query: string
}

export function GroupList({
  projectCode,
  explorerType,
  query,
  collections,
  current
}: ExplorerListProps & { collections: readonly CollectionTree[]; current?: string }) {
  return (
    <>
      <h2 className="side-head">Overview</h2>
      <ul>
        <SideLink href={paths.explorer(projectCode, explorerType) + query} isCurrent={current === undefined}>
          All groups
        </SideLink>
      </ul>
      {collections.map(collection => (
        <div key={collection.collection_id}>
          <h2 className="side-head">{collection.collection_name}</h2>
          <ul>
            {collection.chart_groups.map(group => (
              <SideLink
                key={group.chart_group_id}
                href={paths.explorerGroup(projectCode, explorerType, group.group_slug) + query}
                isCurrent={group.group_slug === current}
                count={group.charts.length}
              >
                {group.group_name}
              </SideLink>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

export function ChartList({
  projectCode,
  explorerType,
  query,
  group,
  current
}: ExplorerListProps & { group: ChartGroup; current: number | undefined }) {
  return (
    <>
      <h2 className="side-head">
        <Link
          href={paths.explorerGroup(projectCode, explorerType, group.group_slug) + query}
          className="text-ink-3"
        >
          {group.group_name}
        </Link>
      </h2>
      <ul>
        {group.charts.map(chart => (
          <SideLink
            key={chart.chart_id}
            href={paths.explorerDetail(projectCode, explorerType, group.group_slug, chart.chart_id) + query}
            isCurrent={chart.chart_id === current}
          >
            {chart.chart_name}
          </SideLink>
        ))}
      </ul>
    </>
  )
}

/** The links of the list as options, for narrow windows. The id of an option is its URL. */
export const groupOptions = (
  { projectCode, explorerType, query }: ExplorerListProps,
  collections: readonly CollectionTree[]
): PickOption<string>[] => [
  { id: paths.explorer(projectCode, explorerType) + query, name: 'All groups' },
  ...collections.flatMap(({ collection_name, chart_groups }) =>
    chart_groups.map(({ group_name, group_slug }) => ({
      id: paths.explorerGroup(projectCode, explorerType, group_slug) + query,
      name: group_name,
      group: collection_name
    }))
  )
]

export const chartOptions = (
  { projectCode, explorerType, query }: ExplorerListProps,
  { group_name, group_slug, charts }: ChartGroup
): PickOption<string>[] => [
  { id: paths.explorerGroup(projectCode, explorerType, group_slug) + query, name: `All of ${group_name}` },
  ...charts.map(({ chart_id, chart_name }) => ({
    id: paths.explorerDetail(projectCode, explorerType, group_slug, chart_id) + query,
    name: chart_name
  }))
]

/** The side list as a select (product 25). */
export function SidePick({ label, options }: { label: string; options: readonly PickOption<string>[] }) {
  const [path, navigate] = useLocation()
  const current = options.find(({ id }) => id.split('?')[0] === path)
  return (
    <Pick
      label={label}
      options={options}
      selected={current?.id ?? null}
      onSelect={navigate}
      className="pick-wide"
    />
  )
}

export function SideSkeleton() {
  return (
    <div className="grid gap-4 px-5 pt-5" role="status" aria-label="Loading the list of charts">
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className={`h-4 ${['w-1/3', 'w-3/4', 'w-2/3', 'w-5/6'][index % 4]}`} />
      ))}
    </div>
  )
}
