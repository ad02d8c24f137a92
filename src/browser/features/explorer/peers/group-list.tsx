import { useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Button, IconButton } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Pencil } from '#browser/ui/icons/chart-icon-paths.ts'
import { Lock } from '#browser/ui/icons/icon-paths.ts'
import { Plus, RefreshCw, Trash2 } from '#browser/ui/icons/rare-icon-paths.ts'
import { SearchBox } from '#browser/ui/search-box.tsx'
import type { PeerGroup } from '#contract/filters.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { rulesText, unselectableText } from './group-draft.ts'

interface GroupListProps {
  groups: readonly PeerGroup[]
  chosen: readonly number[]
  /** The headings of the owners' groups. */
  owners: Record<PeerGroup['owner_type'], string>
  minimumCount: number | null
  onToggle: (id: number) => void
  onNew: () => void
  onEdit: (group: PeerGroup) => void
  onCheck: (group: PeerGroup) => void
  onDelete: (group: PeerGroup) => void
}

const OWNER_ORDER: readonly PeerGroup['owner_type'][] = ['user', 'organisation', 'programme']

export function PeerGroupList({ groups, chosen, owners, onNew, ...rest }: GroupListProps) {
  const [text, setText] = useState('')
  const found = groups.filter(group => hasEveryWord(group.peer_group_name, text))
  return (
    <div>
      <div className="flex items-center gap-2 mb-2">
        <SearchBox label="Find a group" value={text} onChange={setText} className="flex-1 min-w-0" />
        <Button size="s" icon={Plus} onClick={onNew}>
          New group
        </Button>
      </div>
      {groups.length === 0 && (
        <p className="py-3 text-small text-ink-2">
          {withTerms('No peer groups yet. Until there are, figures are compared with all {submissions}.')}
        </p>
      )}
      {groups.length > 0 && found.length === 0 && (
        <p className="py-3 text-small text-ink-2">No groups match “{text}”.</p>
      )}
      {OWNER_ORDER.map(owner => {
        const members = found.filter(group => group.owner_type === owner)
        return (
          members.length > 0 && (
            <fieldset key={owner} className="min-w-0 border-0 m-0 p-0 pb-2">
              <legend className="pt-2 pb-1 text-tiny font-medium text-ink-3">{owners[owner]}</legend>
              {members.map(group => (
                <GroupRow
                  key={group.peer_group_id}
                  group={group}
                  isChosen={chosen.includes(group.peer_group_id)}
                  {...rest}
                />
              ))}
            </fieldset>
          )
        )
      })}
    </div>
  )
}

interface GroupRowProps extends Pick<
  GroupListProps,
  'minimumCount' | 'onToggle' | 'onEdit' | 'onCheck' | 'onDelete'
> {
  group: PeerGroup
  isChosen: boolean
}

/** An API may count the members and not their organisations. */
function memberCountsText({ member_count, organisation_count }: PeerGroup): string {
  if (member_count === null) return ''
  const organisations = organisation_count ? `, ${countOf(organisation_count, 'other organisation')}` : ''
  return `${countOfSubmissions(member_count)}${organisations}. `
}

function GroupRow({ group, isChosen, minimumCount, onToggle, onEdit, onCheck, onDelete }: GroupRowProps) {
  const reason = unselectableText(group, minimumCount)
  const { peer_group_name, description } = group
  return (
    <div
      className={`grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-1.5 px-2 py-1.5 rounded ${isChosen ? 'bg-brand-tint' : ''}`}
    >
      {reason === null ? (
        <label className="grid h-6 w-6 place-items-center self-start cursor-pointer">
          <Checkbox
            aria-label={`Compare with ${peer_group_name}`}
            checked={isChosen}
            onChange={() => onToggle(group.peer_group_id)}
          />
        </label>
      ) : (
        <Icon of={Lock} size={14} className="mt-1 text-ink-3" />
      )}
      <div className="min-w-0">
        <p className="break-words">{peer_group_name}</p>
        <p className="text-small text-ink-2">
          {memberCountsText(group)}
          {(group.definition && rulesText(group.definition)) || description}
        </p>
        {reason !== null && <p className="text-small text-ink">{reason}</p>}
      </div>
      {(group.may_change ?? group.owner_type === 'user') && (
        <span className="inline-flex">
          {group.definition && (
            <IconButton
              icon={RefreshCw}
              size="s"
              label={`Check who matches ${peer_group_name} now`}
              onClick={() => onCheck(group)}
            />
          )}
          <IconButton
            icon={Pencil}
            size="s"
            label={`Edit ${peer_group_name}`}
            onClick={() => onEdit(group)}
          />
          <IconButton
            icon={Trash2}
            size="s"
            label={`Delete ${peer_group_name}…`}
            onClick={() => onDelete(group)}
          />
        </span>
      )}
    </div>
  )
}
