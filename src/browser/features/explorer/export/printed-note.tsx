import { useStore } from '@nanostores/react'
import {
  $comparisonRequest,
  type ComparisonRequest
} from '#browser/features/explorer/selection/comparison.ts'
import { exportRecipient } from '#browser/stores/export-recipient.ts'
import { $peerList } from '#browser/stores/peers.ts'
import { $project } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { usePrintTime } from '#browser/ui/print/use-print-time.ts'
import type { PeerGroup } from '#contract/filters.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatMoment } from '#lib/format.ts'
import { shareableAddress } from './export-context.ts'

/**
 * On paper only: the selection, for whom and when it was printed, and the URL that shows the same; not beside figures of an earlier selection. The
 * browser's own print command does not wait, so it also says that figures were still loading.
 */
export function PrintedNote({ isStale = false, isLoading = false }) {
  const request = useStore($comparisonRequest)
  const groups = useStore($peerList)
  const project = useStore($project)
  // Rerenders when the user's details arrive.
  useStore($session)
  const now = usePrintTime()
  const { productName, programmeName } = runtimeConfig()
  const shown = isStale || request.state !== 'ready' ? null : request.value
  const lines = [
    ...(shown === null ? [STALE_NOTE] : [isLoading ? LOADING_NOTE : '', ...selectionLines(shown, groups)]),
    `Printed ${formatMoment(now.toISOString())} for ${exportRecipient()}.`
  ]
  return (
    <footer className="hidden print:block mt-4 pt-2 border-0 border-t border-solid border-line text-tiny text-ink-2">
      <p>{lines.filter(Boolean).join(' ')}</p>
      <p className="break-words">
        {[productName, programmeName, project?.project_name].filter(Boolean).join(', ')}.{' '}
        {shown && shareableAddress()}
      </p>
    </footer>
  )
}

const LOADING_NOTE = 'Figures were still loading when this was printed. Print again to include them.'
const STALE_NOTE = 'Newer figures were still loading when this was printed.'

function selectionLines(
  { timePeriodName, submission, peerGroupIds, filters }: ComparisonRequest,
  groups: readonly PeerGroup[]
): string[] {
  const group = groups.find(({ peer_group_id }) => peer_group_id === peerGroupIds[0])
  return [
    `Period ${timePeriodName}.`,
    submission ? `${withTerms('{Submission}')}: ${submission.name}.` : '',
    `Compared with ${group?.peer_group_name ?? 'everyone'}.`,
    filterSummary(filters)
  ]
}
