import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { $activeFilters } from '#browser/stores/filters.ts'
import { $peerGroupIds, $peerList } from '#browser/stores/peers.ts'
import { $otherSubmissionIds } from '#browser/stores/selection.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Info } from '#browser/ui/icons/icon-paths.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { $refused } from './comparison.ts'
import { filterChoices, unreadableChoices } from './explorer-selection.ts'
import { refusedGroupText } from './refused-choices.ts'
import type { ChangeSelection } from './use-selection.ts'

/** Lists the choices in the address that are not available, and lets the reader choose others. */
export function ChoiceNotice({ change }: { change: ChangeSelection }) {
  const { groups, submissionId, otherCount, filterOptions } = useStore($refused)
  const marked = useStore($otherSubmissionIds)
  const used = useStore($peerGroupIds)
  const active = useStore($activeFilters)
  const known = useStore($peerList).find(group => group.peer_group_id === used[0])
  const unreadable = unreadableChoices(useSearch())
  return (
    <>
      {unreadable.length > 0 && (
        <NoticeLine
          actions={
            // Written again, the address has only what could be read.
            <Button size="s" onClick={() => change({}, { replace: true })}>
              Continue without
            </Button>
          }
        >
          This link asks for {unreadable.join(' and ')} in a form that cannot be read. The figures below are
          shown without.
        </NoticeLine>
      )}
      {groups.length > 0 && (
        <NoticeLine
          actions={
            <Button size="s" onClick={() => change({ peerGroupIds: used })}>
              {known ? `Compare with ${known.peer_group_name}` : withTerms('Compare with all {submissions}')}
            </Button>
          }
        >
          {[...new Set(groups.map(refusedGroupText))].join(' ')} The figures below compare with{' '}
          {known ? known.peer_group_name : withTerms('all {submissions}')}. Keep this, or choose others under
          Peers.
        </NoticeLine>
      )}
      {filterOptions.length > 0 && (
        <NoticeLine
          actions={
            <Button size="s" onClick={() => change({ filters: filterChoices(active) })}>
              {active.length === 0 ? 'Continue without filters' : 'Use only the others'}
            </Button>
          }
        >
          This link filters by {filterOptions.map(name => `“${name}”`).join(', ')}, which{' '}
          {filterOptions.length === 1 ? 'is' : 'are'} not available in this period. The figures below are not
          filtered by {filterOptions.length === 1 ? 'it' : 'them'}.
        </NoticeLine>
      )}
      {submissionId !== null && (
        <NoticeLine
          actions={
            <Button size="s" onClick={() => change({ submissionId: null })}>
              Continue with this one
            </Button>
          }
        >
          {withTerms(
            'This link is for {a submission} that you cannot see or that is not in this period. The figures below are for the one named above.'
          )}
        </NoticeLine>
      )}
      {otherCount > 0 && (
        <NoticeLine
          actions={
            <Button size="s" onClick={() => change({ otherSubmissionIds: [...marked] })}>
              {marked.size === 0 ? 'Clear marks' : 'Mark only the others'}
            </Button>
          }
        >
          This link marks {countOfSubmissions(otherCount)} that you cannot see or that{' '}
          {otherCount === 1 ? 'is' : 'are'} not in this period.
        </NoticeLine>
      )}
    </>
  )
}

/** Offers other sets to compare with, if the chosen group has too few values in a chart. */
export function OtherSets({ change }: { change: ChangeSelection }) {
  const used = useStore($peerGroupIds)
  const next = useStore($peerList).find(group => group.peer_group_id === used[1])
  if (used.length === 0) return null
  return (
    <p className="flex flex-wrap gap-2 mb-3">
      {next && (
        <Button size="s" onClick={() => change({ peerGroupIds: used.slice(1) })}>
          Compare with {next.peer_group_name}
        </Button>
      )}
      <Button size="s" onClick={() => change({ peerGroupIds: [] })}>
        {withTerms('Compare with all {submissions}')}
      </Button>
    </p>
  )
}

/** A sentence about a choice in the address, with what to do. */
export function NoticeLine({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 mx-6 mt-4 px-3 py-2 border border-solid border-line-strong rounded-lg text-small"
    >
      <Icon of={Info} className="text-ink-2" />
      <p className="flex-1 min-w-60">{children}</p>
      {actions}
    </div>
  )
}
