import { groupAbsence } from '#browser/charts/words/disclosure-text.ts'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { UsersRound } from '#browser/ui/icons/chart-icon-paths.ts'
import { ChevronDown } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import type { PeerGroup } from '#contract/filters.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import { groupBy } from '#lib/group-by.ts'

interface PeersPickProps {
  groups: readonly PeerGroup[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  /** Opens the dialog for creating and editing groups. */
  onManage?: (() => void) | undefined
}

const owners: Record<PeerGroup['owner_type'], string> = {
  programme: 'Of the programme',
  organisation: 'Of my organisation',
  user: 'Mine'
}

/** Chooses peer groups. Figures are compared with the first one; the members of all are marked. */
export function PeersPick({ groups, chosen, onChange, onManage }: PeersPickProps) {
  const named = chosen.flatMap(id => groups.find(group => group.peer_group_id === id) ?? [])
  const first = named[0]
  const count = first
    ? named.length > 1
      ? `+${named.length - 1}`
      : first.member_count === null
        ? ''
        : String(first.member_count)
    : ''
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id])
  return (
    <Popover
      // Only a name shrinks if the toolbar is full.
      triggerClass={`pick max-w-90 ${first ? 'min-w-0' : 'flex-none'}`}
      label={`Peers: ${first?.peer_group_name ?? 'all'} ${count}`.trim()}
      panelClass="w-80 p-1"
      trigger={
        <>
          <Icon of={UsersRound} className="text-ink-2" />
          <span className="text-ink-3">Peers:</span>{' '}
          <span className="font-medium cut">{first?.peer_group_name ?? 'all'}</span>{' '}
          {count !== '' && <span className="text-ink-3 tabular-nums">{count}</span>}
          <Icon of={ChevronDown} className="text-ink-2" />
        </>
      }
    >
      {close => (
        <>
          {groups.length === 0 && (
            <p className="p-3 text-small text-ink-2">No peer groups have been set up for this period.</p>
          )}
          {[...groupBy(groups, group => group.owner_type)].map(([owner, members]) => (
            <fieldset key={owner} className="pb-1">
              <legend className="px-3 pt-2 pb-1 text-tiny font-medium text-ink-3">{owners[owner]}</legend>
              {members.map(group => (
                <PeerOption
                  key={group.peer_group_id}
                  group={group}
                  isChosen={chosen.includes(group.peer_group_id)}
                  onToggle={() => toggle(group.peer_group_id)}
                />
              ))}
            </fieldset>
          ))}
          {named.length > 0 && (
            <p className="flex items-center justify-between gap-3 px-3 py-2 border-0 border-t border-solid border-line text-tiny text-ink-3">
              {named.length > 1 ? 'Compared with the first one chosen.' : 'Its members are marked.'}
              <button type="button" className="text-button" onClick={() => onChange([])}>
                {withTerms('Compare with all {submissions}')}
              </button>
            </p>
          )}
          {onManage && (
            <p className="px-3 py-2 border-0 border-t border-solid border-line">
              <button
                type="button"
                className="text-small text-button"
                onClick={() => {
                  close()
                  onManage()
                }}
              >
                Manage groups…
              </button>
            </p>
          )}
        </>
      )}
    </Popover>
  )
}

interface PeerOptionProps {
  group: PeerGroup
  isChosen: boolean
  onToggle: () => void
}

function PeerOption({ group, isChosen, onToggle }: PeerOptionProps) {
  return (
    <label
      title={group.description}
      className={`flex items-start gap-2.5 px-3 py-1.5 rounded ${group.is_selectable ? 'cursor-pointer hover:bg-sunken' : 'text-ink-3'}`}
    >
      <Checkbox className="mt-[3px]" checked={isChosen} disabled={!group.is_selectable} onChange={onToggle} />
      <span className="flex-1 min-w-0">
        {group.peer_group_name}
        {!group.is_selectable && <span className="block text-tiny">{groupAbsence(group)}</span>}
      </span>
      <span
        className="text-small text-ink-3 tabular-nums"
        title={group.member_count === null ? undefined : countOf(group.member_count, 'member')}
      >
        {group.member_count}
      </span>
    </label>
  )
}
