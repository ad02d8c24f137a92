import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { length } from '#browser/forms/value-rules.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { PeerGroup } from '#contract/filters.ts'
import { previewPeerGroup } from '#contract/peer-groups.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { err, mapResult, type Result } from '#lib/result.ts'
import {
  draftDefinition,
  draftDescription,
  NEW_GROUP,
  unselectableText,
  type GroupDraft
} from './group-draft.ts'
import { changeGroup, createNamedGroup, type GroupMembership } from './peer-actions.ts'
import {
  $peerPreview,
  resetPeerPreview,
  schedulePeerPreview,
  type PeerPreview,
  type PeerPreviewRequest
} from './peer-preview.ts'
import type { GroupContext } from './use-group-context.ts'

export interface EditedGroup {
  group: PeerGroup
  members: readonly GroupMembership[]
}

export function useGroupForm(
  context: GroupContext,
  edited: EditedGroup | null,
  onDone: (group: PeerGroup | null) => void
) {
  const [form] = useState(() => createGroupForm(edited))
  const [sharedWith, share] = useState<number | null>(null)
  const [draft, setDraft] = useState<GroupDraft>(() => startDraft(edited))
  // In strict projects the members of a saved group are not shown, so only its name can be changed.
  const isNameOnly = edited !== null && context.isRestricted
  const body = isNameOnly ? null : previewRequest(context, draft, edited)
  const preview = usePreviewOf(body)
  const counted = body && preview.state === 'ready' ? preview.value : null
  const isCounted = useOffered(previewPeerGroup)
  const isWaiting = isCounted && preview.state !== 'failed'
  const isUnchanged = isNameOnly || hasSameMembers(draft, edited)
  const obstacle = isUnchanged ? null : savingObstacle(body !== null, isWaiting, counted)
  const submit = () =>
    form.submit(async ({ peer_group_name }) => {
      const origin = rememberOrigin()
      const name = peer_group_name.trim()
      const result = await saveGroup({ context, edited, draft, sharedWith, isNameOnly }, name)
      if (!result.ok) return showFault(form, result.error)
      showToast(savedToast(name, isCounted ? null : result.value))
      if (origin.isOnScreen()) onDone(result.value)
    })
  return {
    form,
    sharedWith,
    share,
    draft,
    setDraft,
    isNameOnly,
    body,
    isCounted,
    preview,
    counted,
    obstacle,
    dropsRules: !isUnchanged && Boolean(edited?.group.definition),
    submit
  }
}

const createGroupForm = (edited: EditedGroup | null) =>
  createForm({
    peer_group_name: {
      label: edited ? 'Name of the group' : 'Name of the new group',
      initial: edited?.group.peer_group_name ?? '',
      rules: [required, length(1, 200)]
    }
  })

const startDraft = (edited: EditedGroup | null): GroupDraft =>
  edited === null
    ? NEW_GROUP
    : {
        ...NEW_GROUP,
        kind: 'members',
        members: edited.members.map(member => ({
          id: member.submission_id,
          name: `${member.submission_name}, ${member.organisation_name}`
        }))
      }

const hasSameMembers = (draft: GroupDraft, edited: EditedGroup | null): boolean => {
  const known = new Set(edited?.members.map(member => member.submission_id))
  return (
    edited !== null && draft.members.length === known.size && draft.members.every(({ id }) => known.has(id))
  )
}

function previewRequest(
  { filters, own, projectId, timePeriodId }: GroupContext,
  draft: GroupDraft,
  edited: EditedGroup | null
): PeerPreviewRequest | null {
  const definition = draftDefinition(draft, filters, own?.id ?? 0)
  return (
    definition && {
      project_id: projectId,
      time_period_id: timePeriodId,
      submission_id: own?.id ?? 0,
      definition,
      peer_group_id: edited?.group.peer_group_id ?? null,
      filter_ids: filters.slice(0, 20).map(filter => filter.filter_id)
    }
  )
}

function usePreviewOf(body: PeerPreviewRequest | null) {
  useEffect(() => {
    if (body) schedulePeerPreview(body)
    else resetPeerPreview()
  })
  useEffect(() => resetPeerPreview, [])
  return useStore($peerPreview)
}

/** Why the group cannot be saved yet. One that cannot be counted can be saved: the server decides whether it can be chosen. */
function savingObstacle(isDefined: boolean, isWaiting: boolean, counted: PeerPreview | null): string | null {
  if (!isDefined) return withTerms('Add a rule or choose {submissions}.')
  if (counted === null) return isWaiting ? 'Counting…' : null
  return counted.unselectable_reason === 'too_close'
    ? 'Change the group until enough organisations differ.'
    : null
}

interface GroupToSave {
  context: GroupContext
  edited: EditedGroup | null
  draft: GroupDraft
  sharedWith: number | null
  isNameOnly: boolean
}

/** Returns the new group; null after a change. */
async function saveGroup(
  { context, edited, draft, sharedWith, isNameOnly }: GroupToSave,
  name: string
): Promise<Result<PeerGroup | null>> {
  const { filters, own, projectId, timePeriodId } = context
  if (edited) {
    const ids = isNameOnly
      ? edited.members.map(member => member.submission_id)
      : draft.members.map(member => member.id)
    return mapResult(await changeGroup(edited.group, name, edited.members, ids), () => null)
  }
  const definition = draftDefinition(draft, filters, own?.id ?? 0)
  if (!definition) return err(withTerms('Add a rule or choose {submissions}.'))
  const chartNames = context.charts
    .filter(chart => draft.chartIds.includes(chart.chart_id))
    .map(chart => chart.chart_name)
  const description = draftDescription(draft, filters, chartNames, own?.name ?? '').slice(0, 1000)
  return createNamedGroup({ name, description, projectId, timePeriodId, sharedWith, definition })
}

/** With how many are in a group that could not be counted before. */
function savedToast(name: string, uncounted: PeerGroup | null): Parameters<typeof showToast>[0] {
  if (uncounted === null) return { text: `${name} is saved.`, status: 'success' }
  const { member_count, is_selectable } = uncounted
  if (member_count === 0) return { text: `${name} is saved. No one is in it yet.`, status: 'warning' }
  return is_selectable
    ? {
        text: `${name} is saved${member_count === null ? '' : ` with ${countOfSubmissions(member_count)}`}.`,
        status: 'success'
      }
    : { text: `${name} is saved. ${unselectableText(uncounted, null)}`, status: 'warning' }
}
