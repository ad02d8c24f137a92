import { Segmented } from '#browser/ui/segmented.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import type { GroupDraft, GroupKind } from './group-draft.ts'
import { MembersEditor } from './members-editor.tsx'
import { RulesEditor } from './rules-editor.tsx'
import { SimilarEditor } from './similar-editor.tsx'
import type { GroupContext } from './use-group-context.ts'

const groupKinds: readonly { id: GroupKind; label: string }[] = [
  { id: 'rules', label: 'By rules' },
  { id: 'similar', label: 'By similarity' },
  { id: 'members', label: 'By search' }
]

interface EditorProps {
  context: GroupContext
  draft: GroupDraft
}

/** The ways to make a group, and why some are not offered. */
export function KindSwitch({
  context,
  draft,
  onChange
}: EditorProps & { onChange: (draft: GroupDraft) => void }) {
  const { isRestricted, own } = context
  const offered = groupKinds.filter(
    kind => (kind.id !== 'members' || !isRestricted) && (kind.id !== 'similar' || own !== null)
  )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Segmented
        label="How the group is made"
        options={offered}
        pressed={draft.kind}
        onPress={kind => onChange({ ...draft, kind })}
      />
      {isRestricted && (
        <p className="text-small text-ink-2">No search: other organisations are not named in this project.</p>
      )}
      {own === null && (
        <p className="text-small text-ink-2">
          {withTerms('By similarity once {a submission} is chosen above the chart.')}
        </p>
      )}
    </div>
  )
}

export function GroupEditor({
  context,
  draft,
  counts,
  onChange
}: EditorProps & { counts: readonly (number | null)[]; onChange: (part: Partial<GroupDraft>) => void }) {
  if (draft.kind === 'rules')
    return (
      <RulesEditor
        rules={draft.rules}
        filters={context.filters}
        counts={counts}
        onChange={rules => onChange({ rules })}
      />
    )
  if (draft.kind === 'similar')
    return (
      <SimilarEditor
        draft={draft}
        ownName={context.own?.name ?? ''}
        filters={context.filters}
        charts={context.charts}
        isRestricted={context.isRestricted}
        onChange={onChange}
      />
    )
  return (
    <MembersEditor
      members={draft.members}
      entries={context.entries}
      ownId={context.own?.id ?? 0}
      onChange={members => onChange({ members })}
    />
  )
}
