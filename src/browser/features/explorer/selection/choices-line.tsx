import { useStore } from '@nanostores/react'
import { useId, type ReactNode } from 'react'
import { $activeFilters } from '#browser/stores/filters.ts'
import { $peerGroupIds, $peerList } from '#browser/stores/peers.ts'
import { $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { Button } from '#browser/ui/button.tsx'
import { countActiveOptions } from '#domain/figures/filters.ts'
import { countOf } from '#lib/format.ts'
import { $reachableEntries } from './comparison.ts'

interface ChoicesLineProps {
  /** Kept by the screen: the line moves when a chart has loaded, and its controls stay open. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

/** What every figure of the screen depends on, in one line of a small window. Its button shows the controls. */
export function ChoicesLine({ isOpen, onOpen, children }: ChoicesLineProps) {
  const controlsId = useId()
  const period = useStore($selectedTimePeriod)
  const submissionId = useStore($selectedSubmissionId)
  const submission = useStore($reachableEntries)
    .flatMap(entry => entry.submission_list)
    .find(({ id }) => id === submissionId)
  const [groupId] = useStore($peerGroupIds)
  const group = useStore($peerList).find(({ peer_group_id }) => peer_group_id === groupId)
  const filterCount = countActiveOptions(useStore($activeFilters))
  const choices = [
    period?.name,
    submission?.name,
    group?.peer_group_name ?? 'all peers',
    filterCount === 0 ? 'no filters' : countOf(filterCount, 'filter')
  ]
  return (
    <section aria-label="Choices" className="card mt-3 print:hidden">
      <div className="flex min-h-11 items-center gap-3 px-3.5 py-1">
        <p className="flex-1 min-w-0 text-small">{choices.filter(Boolean).join(' · ')}</p>
        <Button
          kind="quiet"
          className="min-h-11 -mr-2 text-brand-text!"
          aria-expanded={isOpen}
          aria-controls={isOpen ? controlsId : undefined}
          onClick={() => onOpen(!isOpen)}
        >
          Change
        </Button>
      </div>
      {isOpen && (
        <div id={controlsId} className="thumbs border-0 border-t border-solid border-line p-3.5 grid gap-2">
          {children}
        </div>
      )}
    </section>
  )
}
