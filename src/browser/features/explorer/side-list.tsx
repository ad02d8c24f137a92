import { Link, useLocation } from 'wouter'
import { Pick } from '#browser/ui/pick.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import type { CollectionTree } from '#contract/charts.ts'
import { paths } from '#programme/paths.ts'
import type { ChartGroup } from './groups.ts'

/** Links under a title, which may be a link itself. */
export interface SideSection {
  title: string
  href?: string
  links: { href: string; name: string; count?: number }[]
}

export interface SideLinkContext {
  projectCode: string
  explorerType: string
  /** The query of all links, so that the selection is kept. */
  query: string
}

export const groupLinks = (
  { projectCode, explorerType, query }: SideLinkContext,
  collections: readonly CollectionTree[]
): SideSection[] => [
  {
    title: 'Overview',
    links: [{ href: paths.explorer(projectCode, explorerType) + query, name: 'All groups' }]
  },
  ...collections.map(({ collection_name, chart_groups }) => ({
    title: collection_name,
    links: chart_groups.map(({ group_name, group_slug, charts }) => ({
      href: paths.explorerGroup(projectCode, explorerType, group_slug) + query,
      name: group_name,
      count: charts.length
    }))
  }))
]

export const chartLinks = (
  { projectCode, explorerType, query }: SideLinkContext,
  { group_name, group_slug, charts }: ChartGroup
): SideSection[] => [
  {
    title: group_name,
    href: paths.explorerGroup(projectCode, explorerType, group_slug) + query,
    links: charts.map(({ chart_id, chart_name }) => ({
      href: paths.explorerDetail(projectCode, explorerType, group_slug, chart_id) + query,
      name: chart_name
    }))
  }
]

const leadsTo = (href: string, path: string): boolean => href.split('?')[0] === path

export function ExplorerSideList({ sections }: { sections: readonly SideSection[] }) {
  const [path] = useLocation()
  return sections.map(({ title, href, links }, index) => (
    <div key={index}>
      <h2 className="side-head">
        {href === undefined ? (
          title
        ) : (
          <Link href={href} className="text-ink-3">
            {title}
          </Link>
        )}
      </h2>
      <ul>
        {links.map(link => (
          <li key={link.href}>
            <Link
              href={link.href}
              aria-current={leadsTo(link.href, path) ? 'page' : undefined}
              className="side-link"
            >
              <span className="flex-1 min-w-0 leading-4.5 [overflow-wrap:anywhere]">{link.name}</span>
              {link.count !== undefined && (
                <span className="text-tiny tabular-nums text-ink-3">{link.count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** The side list as a select (product 25). The id of an option is its address. */
export function SidePick({ label, sections }: { label: string; sections: readonly SideSection[] }) {
  const [path, navigate] = useLocation()
  const options = sections.flatMap(({ title, href, links }, index) => [
    ...(href === undefined ? [] : [{ id: href, name: `All of ${title}` }]),
    ...links.map(link => ({ id: link.href, name: link.name, ...(index > 0 && { group: title }) }))
  ])
  return (
    <Pick
      label={label}
      options={options}
      selected={options.find(({ id }) => leadsTo(id, path))?.id ?? null}
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
