import { Link } from 'wouter'
import type { ChartGroup } from '#browser/features/explorer/groups.ts'
import { HeadCell } from '#browser/ui/sort-head.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatCount } from '#lib/format.ts'
import type { FigureCounts, GroupCompleteness } from './completeness.ts'

/** Counts are null while they are not known. */
type CompletenessRow = GroupCompleteness | ({ group: ChartGroup } & Record<keyof FigureCounts, null>)

export const UNKNOWN_COUNTS = { all: null, some: null, none: null, notApplicable: null } as const

const shares = [
  { key: 'all', name: 'All', colour: 'var(--brand)' },
  { key: 'some', name: 'Some', colour: 'var(--brand-line)' },
  { key: 'none', name: 'None', colour: 'var(--warn)' },
  { key: 'notApplicable', name: 'Not applicable', colour: 'var(--sunken)' }
] as const

interface CompletenessTableProps {
  groups: readonly CompletenessRow[]
  groupHref: (group: ChartGroup) => string
}

/** For admins: how many submissions have the figures of each group. */
export function CompletenessTable({ groups, groupHref }: CompletenessTableProps) {
  return (
    <div className="card table-scroll">
      <table>
        <caption className="sr-only">
          {withTerms('{Submissions} by how many figures they have in each group')}
        </caption>
        <thead>
          <tr>
            <HeadCell className="px-4!">Group</HeadCell>
            <HeadCell className="num">Measures</HeadCell>
            <td className="table-head w-full" aria-hidden="true" />
            {shares.map(({ key, name, colour }) => (
              <HeadCell key={key} className="num min-w-20 whitespace-nowrap">
                <svg width="10" height="10" aria-hidden="true" className="inline mr-1.5">
                  <rect
                    x="0.5"
                    y="0.5"
                    width="9"
                    height="9"
                    rx="2.5"
                    fill={colour}
                    stroke="var(--brand-mark)"
                  />
                </svg>
                {name}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(row => (
            <tr
              key={row.group.chart_group_id}
              className="[&>*]:border-0 [&>*]:border-t [&>*]:border-solid [&>*]:border-line"
            >
              <th scope="row" className="h-12 px-4 font-medium sm:whitespace-nowrap">
                <Link href={groupHref(row.group)} className="text-ink">
                  {row.group.group_name}
                </Link>
              </th>
              <td className="num px-3 text-ink-2">{row.group.charts.length}</td>
              <td className="px-3">{row.all !== null && <SharesBar {...row} />}</td>
              {shares.map(({ key }) => (
                <td key={key} className={`num px-3 ${key === 'all' ? 'font-semibold' : 'text-ink-2'}`}>
                  {row.all !== null && formatCount(row[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The counts beside it say the same. */
function SharesBar({ all, some, none, notApplicable }: FigureCounts) {
  const whole = Math.max(1, all + some + none + notApplicable)
  const share = (count: number): string => `${(100 * count) / whole}%`
  return (
    <svg width="100%" height="10" aria-hidden="true" className="min-w-24 rounded-full overflow-hidden">
      <rect width="100%" height="10" fill={shares[3].colour} />
      <rect width={share(all + some + none)} height="10" fill={shares[2].colour} />
      <rect width={share(all + some)} height="10" fill={shares[1].colour} />
      <rect width={share(all)} height="10" fill={shares[0].colour} />
    </svg>
  )
}
