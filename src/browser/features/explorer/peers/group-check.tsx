import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { rememberOrigin, showFailureIn } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { PeerGroup } from '#contract/filters.ts'
import { previewPeerGroup } from '#contract/peer-groups.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { rulesText } from './group-draft.ts'
import { refillGroup } from './peer-actions.ts'
import { $peerPreview, loadPeerPreview, resetPeerPreview, type PeerPreview } from './peer-preview.ts'
import type { GroupContext } from './use-group-context.ts'

interface GroupCheckProps {
  context: GroupContext
  group: PeerGroup
  onDone: () => void
}

/** Compares the members of a saved group with those that its rules match now, and can update the group. */
export function GroupCheck({ context, group, onDone }: GroupCheckProps) {
  const preview = useStore($peerPreview)
  const isCountable = useOffered(previewPeerGroup)
  const changes = isCountable ? (preview.state === 'ready' ? preview.value.changes : undefined) : null
  const [error, setError] = useState('')
  const { projectId, timePeriodId, own } = context
  const ask = () => {
    if (!group.definition) return
    void loadPeerPreview({
      project_id: projectId,
      time_period_id: timePeriodId,
      submission_id: own?.id ?? 0,
      definition: group.definition,
      peer_group_id: group.peer_group_id
    })
  }
  useEffect(() => {
    ask()
    return resetPeerPreview
    // Once: another group has a component of its own.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const update = async () => {
    const origin = rememberOrigin()
    const result = await refillGroup(group, timePeriodId)
    if (!result.ok) return showFailureIn(origin, setError, failureText(result.error))
    showToast({ text: `${group.peer_group_name} has those members now.`, status: 'success' })
    onDone()
  }
  return (
    <div className="grid gap-3">
      <h3>{group.peer_group_name}</h3>
      <p className="text-ink-2">{(group.definition && rulesText(group.definition)) || group.description}</p>
      {isCountable && preview.state === 'loading' && (
        <SkeletonLines lines={2} label="Checking which organisations match now" />
      )}
      {isCountable && preview.state === 'failed' && (
        <FailureNotice title="The group could not be checked" failure={preview} onRetry={ask} />
      )}
      {changes !== undefined && (
        <>
          <p role="status">
            {isCountable ? changesText(changes) : 'The members are found again by the rules of the group.'}
          </p>
          <ErrorText>{error}</ErrorText>
          <div className="flex flex-wrap gap-2">
            <Button onClick={onDone}>Leave it as it is</Button>
            {hasChanges(changes) && (
              <Button kind="main" onClick={update}>
                Update the group
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}

/** Unknown changes count as changes. */
const hasChanges = (changes: PeerPreview['changes']): boolean =>
  changes === null || changes.joined_organisation_count + changes.left_organisation_count > 0

/** '3 organisations match now that did not when it was saved. 1 organisation no longer matches.' */
function changesText(changes: PeerPreview['changes']): string {
  if (changes === null)
    return 'This project does not show how many organisations match now. You can update the group by its rules.'
  const { joined_organisation_count: joined, left_organisation_count: left } = changes
  if (joined + left === 0) return 'The same organisations match as when the group was saved.'
  return [
    ...(joined === 0
      ? []
      : [
          `${countOf(joined, 'organisation')} ${joined === 1 ? 'matches' : 'match'} now that did not when it was saved.`
        ]),
    ...(left === 0 ? [] : [`${countOf(left, 'organisation')} no longer ${left === 1 ? 'matches' : 'match'}.`])
  ].join(' ')
}
