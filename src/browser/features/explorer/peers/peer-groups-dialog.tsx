import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { reloadFilterOptions } from '#browser/features/explorer/selection/comparison.ts'
import { $filterOptions } from '#browser/stores/filters.ts'
import { rememberOrigin, showFailureIn } from '#browser/stores/outcomes.ts'
import { $peerGroupIds, $peerList } from '#browser/stores/peers.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { PeerGroup } from '#contract/filters.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { GroupBuilder } from './group-builder.tsx'
import { GroupCheck } from './group-check.tsx'
import { PeerGroupList } from './group-list.tsx'
import { $disclosure, loadDisclosure, readMembers, removeGroup } from './peer-actions.ts'
import { useGroupContext, type GroupContext } from './use-group-context.ts'
import type { EditedGroup } from './use-group-form.ts'

type Choose = (ids: number[]) => void

type DialogView =
  | { is: 'list' }
  | { is: 'new' }
  | { is: 'edit'; edited: EditedGroup }
  | { is: 'check'; group: PeerGroup }
  | { is: 'delete'; group: PeerGroup }

export function PeerGroupsDialog({ onChoose }: { onChoose: Choose }) {
  const options = useStore($filterOptions)
  const disclosure = useStore($disclosure)
  // The strictest visibility until the project's is known.
  const context = useGroupContext(disclosure.state === 'ready' ? disclosure.value.visibility : 'aggregate')
  const projectId = context?.projectId
  useEffect(() => {
    if (projectId !== undefined) void loadDisclosure(projectId)
  }, [projectId])
  const failed = [options, disclosure].find(one => one.state === 'failed')
  if (failed?.state === 'failed') {
    return (
      <FailureNotice
        what="The peer groups"
        failure={failed}
        onRetry={() => {
          if (failed === options) reloadFilterOptions()
          else if (projectId !== undefined) void loadDisclosure(projectId)
        }}
      />
    )
  }
  if (!context || disclosure.state !== 'ready')
    return <SkeletonLines lines={6} label="Loading the peer groups" />
  return <PeerGroups context={context} minimumCount={disclosure.value.minimumCount} onChoose={onChoose} />
}

interface PeerGroupsProps {
  context: GroupContext
  minimumCount: number
  onChoose: Choose
}

function PeerGroups({ context, minimumCount, onChoose }: PeerGroupsProps) {
  const [view, setView] = useState<DialogView>({ is: 'list' })
  const chosen = useStore($peerGroupIds)
  const edit = async (group: PeerGroup) => {
    const members = await readMembers(group.peer_group_id, context.timePeriodId)
    if (members.ok) leaveFor({ is: 'edit', edited: { group, members: members.value } })
    else showToast({ text: failureText(members.error), status: 'error' })
  }
  /** Unless something else was opened meanwhile, which what was typed there would be lost with. */
  const leaveFor = (next: DialogView) => setView(present => (present === view ? next : present))
  const toggle = (id: number) =>
    onChoose(chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id])
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(260px,340px)_minmax(0,1fr)]">
      <div>
        <PeerGroupList
          groups={useStore($peerList)}
          chosen={chosen}
          owners={{
            user: 'Mine',
            organisation: context.organisationName ?? 'Of my organisation',
            programme: runtimeConfig().programmeName
          }}
          minimumCount={minimumCount}
          onToggle={toggle}
          onNew={() => setView({ is: 'new' })}
          onEdit={group => void edit(group)}
          onCheck={group => setView({ is: 'check', group })}
          onDelete={group => setView({ is: 'delete', group })}
        />
        <p role="status" className="mt-2 text-small text-ink-2">
          {chosen.length === 0
            ? withTerms('No group is chosen: figures are compared with all {submissions}.')
            : `${countOf(chosen.length, 'group')} chosen${chosen.length > 1 ? '; figures are compared with the first' : ''}.`}
        </p>
      </div>
      <div className="min-w-0 lg:border-0 lg:border-l lg:border-solid lg:border-line lg:pl-5">
        {context.own !== null && (
          <p className="mb-3 text-small text-ink-2">{context.own.name} is not counted among its peers.</p>
        )}
        <GroupDetail
          context={context}
          view={view}
          onMade={group => {
            // A new group is compared with at once.
            if (group?.is_selectable) onChoose([group.peer_group_id, ...chosen])
            leaveFor({ is: 'list' })
          }}
          onDeleted={group => {
            if (group && chosen.includes(group.peer_group_id)) toggle(group.peer_group_id)
            leaveFor({ is: 'list' })
          }}
        />
      </div>
    </div>
  )
}

interface DetailProps {
  context: GroupContext
  view: DialogView
  onMade: (group: PeerGroup | null) => void
  onDeleted: (group: PeerGroup | null) => void
}

function GroupDetail({ context, view, onMade, onDeleted }: DetailProps) {
  if (view.is === 'new') return <GroupBuilder context={context} edited={null} onDone={onMade} />
  if (view.is === 'edit') {
    const { edited } = view
    return <GroupBuilder key={edited.group.peer_group_id} context={context} edited={edited} onDone={onMade} />
  }
  if (view.is === 'check')
    return (
      <GroupCheck
        key={view.group.peer_group_id}
        context={context}
        group={view.group}
        onDone={() => onMade(null)}
      />
    )
  if (view.is === 'delete')
    return <DeleteGroup group={view.group} onDone={isGone => onDeleted(isGone ? view.group : null)} />
  return (
    <p className="text-ink-2 max-w-[60ch]">
      {withTerms(
        'Choose groups to compare with, or create a new one: by rules such as region and size, by similarity to your own {submission}'
      )}
      {context.isRestricted ? '.' : ', or by choosing its members.'}
    </p>
  )
}

function DeleteGroup({ group, onDone }: { group: PeerGroup; onDone: (isGone: boolean) => void }) {
  const [error, setError] = useState('')
  const confirm = async () => {
    const origin = rememberOrigin()
    const result = await removeGroup(group)
    if (!result.ok) return showFailureIn(origin, setError, failureText(result.error))
    showToast({ text: `${group.peer_group_name} is deleted.`, status: 'success' })
    if (origin.isOnScreen()) onDone(true)
  }
  return (
    <div className="grid gap-3">
      <h3>Delete {group.peer_group_name}?</h3>
      <p className="text-ink-2">
        {group.owner_type === 'user'
          ? withTerms('Links that use this group will compare with all {submissions} instead.')
          : withTerms(
              'No one will be able to use this group any more. Links that use it will compare with all {submissions} instead.'
            )}
      </p>
      <ErrorText>{error}</ErrorText>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onDone(false)}>Cancel</Button>
        <Button kind="danger" onClick={confirm}>
          Delete group
        </Button>
      </div>
    </div>
  )
}
