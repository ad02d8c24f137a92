import { useStore } from '@nanostores/react'
import { ProvisionalLine } from '#browser/features/explorer/chart/provisional-line.tsx'
import type { ChartGroup } from '#browser/features/explorer/groups.ts'
import { FilterLine } from '#browser/features/explorer/selection/filter-line.tsx'
import { openModalWith } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { chunk } from '#lib/chunk.ts'
import { formatCount } from '#lib/format.ts'
import { CompletenessTable, UNKNOWN_COUNTS } from './completeness-table.tsx'
import { completenessOf } from './completeness.ts'
import type { MissingFiguresProps } from './incomplete-dialog.tsx'
import { $overview } from './overview.ts'

const missingFigures = chunk(() => import('./incomplete-dialog.tsx'))

const showIncomplete = (list: MissingFiguresProps): Promise<void> =>
  openModalWith(
    missingFigures,
    ({ MissingFigures }) => ({
      component: MissingFigures,
      size: 'large',
      props: { title: `${countOfSubmissions(list.submissions.length)} without all their figures`, ...list }
    }),
    'The list'
  )

interface AllOverviewProps extends Pick<MissingFiguresProps, 'submissionHref'> {
  label: string
  groups: readonly ChartGroup[]
  groupHref: (group: ChartGroup) => string
}

/** Without an own submission there is no verdict: how complete everyone's figures are. */
export function AllOverview({ label, groups, groupHref, submissionHref }: AllOverviewProps) {
  const complete = completenessOf(groups, useStore($overview))
  const { all = 0, some = 0, none = 0 } = complete?.whole ?? {}
  const incomplete = complete?.incomplete ?? []
  return (
    <>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="flex-1 min-w-60">
          <h1>
            {complete === null
              ? label
              : withTerms(
                  `${formatCount(all)} of ${formatCount(all + some + none)} {submissions} have all their figures`
                )}
          </h1>
          <ProvisionalLine />
          <p className="text-small text-ink-2">
            {withTerms('{Submissions} by how many figures they have in each group.')}
          </p>
          <FilterLine />
        </div>
        {incomplete.length > 0 && (
          <Button
            kind="main"
            aria-haspopup="dialog"
            onClick={() => showIncomplete({ submissions: incomplete, submissionHref })}
          >
            {all === 0
              ? withTerms('See the {submissions}')
              : `See the other ${countOfSubmissions(incomplete.length)}`}
          </Button>
        )}
      </header>
      <CompletenessTable
        groups={complete?.groups ?? groups.map(group => ({ group, ...UNKNOWN_COUNTS }))}
        groupHref={groupHref}
      />
    </>
  )
}
