import { useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { SearchBox } from '#browser/ui/search-box.tsx'
import type { OrganisationSubmissions } from '#contract/filters.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatCount } from '#lib/format.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import type { NamedMember } from './group-draft.ts'

interface MembersEditorProps {
  members: readonly NamedMember[]
  entries: readonly OrganisationSubmissions[]
  /** Not offered: a submission is never one of its own peers. */
  ownId: number
  onChange: (members: NamedMember[]) => void
}

/** The dialog alone scrolls, so that what is chosen stays close to what is found. */
const MAX_FOUND_MEMBERS = 8
/** The most that one call takes. */
const MAX_ADDED_MEMBERS = 1000

/** Finds submissions by their name and organisation. */
export function MembersEditor({ members, entries, ownId, onChange }: MembersEditorProps) {
  const [text, setText] = useState('')
  const all = entries.flatMap(entry =>
    entry.submission_list
      .filter(submission => submission.id !== ownId)
      .map(({ id, name }) => ({ id, name: `${name}, ${entry.organisation_name}` }))
  )
  const found = all.filter(one => hasEveryWord(one.name, text))
  const chosen = new Set(members.map(member => member.id))
  const toggle = (member: NamedMember) =>
    onChange(chosen.has(member.id) ? members.filter(other => other.id !== member.id) : [...members, member])
  const shown = found.slice(0, MAX_FOUND_MEMBERS)
  const missing = found
    .filter(one => !chosen.has(one.id))
    .slice(0, Math.max(0, MAX_ADDED_MEMBERS - members.length))
  return (
    <div className="grid gap-3">
      <div className="card">
        <div className="flex flex-wrap items-center gap-2 p-2 border-0 border-b border-solid border-line">
          <SearchBox
            label={withTerms('Find {submissions} or organisations')}
            value={text}
            onChange={setText}
            className="flex-1 min-w-48"
          />
          <span role="status" className="text-small text-ink-2">
            {countOfSubmissions(found.length)} found
            {found.length > MAX_FOUND_MEMBERS ? `, ${MAX_FOUND_MEMBERS} shown` : ''}
          </span>
          {missing.length > 0 && text.trim() !== '' && (
            <button
              type="button"
              className="text-small text-button"
              onClick={() => onChange([...members, ...missing])}
            >
              Add all {formatCount(missing.length)}
            </button>
          )}
        </div>
        <ul className="m-0 p-0 list-none">
          {shown.map(one => (
            <li key={one.id}>
              <label className="flex items-center gap-2 px-3 py-1 text-small hover:bg-sunken">
                <Checkbox checked={chosen.has(one.id)} onChange={() => toggle(one)} />
                {one.name}
              </label>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p className="p-3 text-small text-ink-2">Nothing matches “{text}”. Try part of the name.</p>
        )}
      </div>
      {members.length > 0 && <ChosenMembers members={members} onChange={onChange} />}
    </div>
  )
}

function ChosenMembers({ members, onChange }: Pick<MembersEditorProps, 'members' | 'onChange'>) {
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3 mb-1">
        <h3 className="text-small font-medium">In the group, {formatCount(members.length)}</h3>
        <button type="button" className="text-small text-button" onClick={() => onChange([])}>
          Remove all
        </button>
      </div>
      <ul className="m-0 p-0 list-none flex flex-wrap gap-1.5">
        {members.map(member => (
          <li key={member.id}>
            <button
              type="button"
              aria-label={`${member.name}, remove`}
              className="inline-flex items-center gap-1 px-2 py-0.5 rounded-full bg-brand-tint text-small text-brand-text"
              onClick={() => onChange(members.filter(other => other.id !== member.id))}
            >
              {member.name}
              <Icon of={X} size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
