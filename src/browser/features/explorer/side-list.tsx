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

/** Without the query, which changes with the selection: a list keyed by it would be drawn anew with each choice. */
const withoutQuery = (href: string): string => href.split('?')[0] ?? href

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
          <li key={withoutQuery(link.href)}>
            <Link
              href={link.href}
              aria-current={withoutQuery(link.href) === path ? 'page' : undefined}
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

/** The side list as a select (product 25). The id of an option is its address without the query. */
export function SidePick({ label, sections }: { label: string; sections: readonly SideSection[] }) {
  const [path, navigate] = useLocation()
  const places = sections.flatMap(({ title, href, links }, index) => [
    ...(href === undefined ? [] : [{ href, name: `All of ${title}` }]),
    ...links.map(link => ({ ...link, ...(index > 0 && { group: title }) }))
  ])
  const options = places.map(({ href, name, ...rest }) => ({ id: withoutQuery(href), name, ...rest }))
  return (
    <Pick
      label={label}
      options={options}
      selected={options.some(({ id }) => id === path) ? path : null}
      onSelect={id => {
        const chosen = places.find(({ href }) => withoutQuery(href) === id)
        if (chosen) navigate(chosen.href)
      }}
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
