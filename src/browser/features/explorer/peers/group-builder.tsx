import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { Button } from '#browser/ui/button.tsx'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import type { PeerGroup } from '#contract/filters.ts'
import { GroupCounts, MemberReasons } from './group-counts.tsx'
import { GroupEditor, KindSwitch } from './group-editor.tsx'
import { GroupGuard } from './group-guard.tsx'
import { loadPeerPreview } from './peer-preview.ts'
import type { GroupContext } from './use-group-context.ts'
import { useGroupForm, type EditedGroup } from './use-group-form.ts'

interface GroupBuilderProps {
  context: GroupContext
  edited: EditedGroup | null
  /** Gets the new group; null after a change, or if nothing was saved. */
  onDone: (group: PeerGroup | null) => void
}

/** Creates or edits a group: its name, its members, and what it would disclose. */
export function GroupBuilder({ context, edited, onDone }: GroupBuilderProps) {
  const view = useGroupForm(context, edited, onDone)
  const { form, sharedWith, share, counted, obstacle } = view
  return (
    <FormElement
      form={form}
      className="grid gap-4 [&_:is(input,select,button,summary)]:scroll-mb-20"
      onSubmit={view.submit}
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="flex-1 min-w-56">
          <TextInput form={form} name="peer_group_name" maxLength={200} autoComplete="off" autoFocus />
        </div>
        {!edited && context.shares.length > 0 && (
          <div>
            <span className="block mb-1.5 font-medium">For</span>
            <Segmented
              label="For"
              options={[
                { id: 'me', label: 'Me' },
                ...context.shares.map(one => ({ id: String(one.id), label: one.name }))
              ]}
              pressed={sharedWith === null ? 'me' : String(sharedWith)}
              onPress={id => share(id === 'me' ? null : Number(id))}
            />
          </div>
        )}
      </div>
      {view.isNameOnly ? (
        <p className="text-small text-ink-2">
          This project does not show who is in a group. To change the members, create a new group and delete
          this one.
        </p>
      ) : (
        <Members context={context} isNew={edited === null} view={view} />
      )}
      <FormMessage form={form} />
      <div className="sticky bottom-0 media-short:static z-1 flex flex-wrap items-center gap-3 py-3 -mb-5 max-sm:-mb-4 bg-surface border-0 border-t border-solid border-line">
        <div role="status" className="flex-1 min-w-56 text-small">
          {counted && <GroupCounts preview={counted} />}
          {obstacle !== null && <p className="text-ink-2">{obstacle}</p>}
          {view.dropsRules && <p className="text-ink-2">The group will no longer follow its rules.</p>}
          {!view.isCounted && obstacle === null && !view.isNameOnly && (
            <p className="text-ink-2">Its members are counted when it is saved.</p>
          )}
        </div>
        <Button onClick={() => onDone(null)}>Cancel</Button>
        <SubmitButton disabled={obstacle !== null}>Save group</SubmitButton>
      </div>
    </FormElement>
  )
}

interface MembersProps {
  context: GroupContext
  isNew: boolean
  view: ReturnType<typeof useGroupForm>
}

function Members({ context, isNew, view }: MembersProps) {
  const { draft, setDraft, body, isCounted, preview, counted } = view
  return (
    <>
      {isNew && <KindSwitch context={context} draft={draft} onChange={setDraft} />}
      <GroupEditor
        context={context}
        draft={draft}
        counts={counted?.rule_counts ?? []}
        onChange={part => setDraft({ ...draft, ...part })}
      />
      {body && isCounted && preview.state === 'failed' && (
        <FailureNotice
          title="The group could not be counted"
          failure={preview}
          onRetry={() => loadPeerPreview(body)}
        />
      )}
      {counted && draft.kind !== 'rules' && (
        <MemberReasons preview={counted} ownName={context.own?.name ?? ''} />
      )}
      {counted && <GroupGuard preview={counted} />}
    </>
  )
}
