import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { $otherSubmissionIds, $selectedSubmissionId } from '#browser/stores/selection.ts'
import { $submissionList } from '#browser/stores/submissions.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Highlighter } from '#browser/ui/icons/chart-icon-paths.ts'
import { ChevronDown } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { groupBy } from '#lib/group-by.ts'
import { hasEveryWord } from '#lib/text/has-every-word.ts'
import { MAX_MARKED } from './explorer-selection.ts'
import { markableSubmissions, type MarkableSubmission } from './markable-submissions.ts'
import type { ChangeSelection } from './use-selection.ts'

/** More are found by searching. */
const MAX_LISTED = 60

/** Chooses the submissions to mark in the chart. */
export function MarkedPick({ change }: { change: ChangeSelection }) {
  const entries = useStore($submissionList)
  const own = useStore($selectedSubmissionId)
  const marked = useStore($otherSubmissionIds)
  const offered = markableSubmissions(entries).filter(({ id }) => id !== own)
  const chosen = offered.filter(({ id }) => marked.has(id))
  const shown = chosen.length === 0 ? 'none' : chosen.length === 1 ? chosen[0]!.name : String(chosen.length)
  return (
    <Popover
      // Only a name shrinks if the toolbar is full.
      triggerClass={`pick max-w-60 ${chosen.length === 1 ? 'min-w-0' : 'flex-none'}`}
      label={
        chosen.length === 0
          ? 'Marked: none'
          : `Marked: ${chosen.length}, ${chosen.map(one => one.name).join(', ')}`
      }
      panelClass="w-88 p-1"
      trigger={
        <>
          <Icon of={Highlighter} className="text-ink-2" />
          <span className="text-ink-3">Marked:</span>{' '}
          <span className="font-medium cut tabular-nums">{shown}</span>
          <Icon of={ChevronDown} className="text-ink-2" />
        </>
      }
    >
      {() => (
        <MarkedOptions
          offered={offered}
          marked={marked}
          onChange={otherSubmissionIds => change({ otherSubmissionIds })}
        />
      )}
    </Popover>
  )
}

interface MarkedOptionsProps {
  offered: readonly MarkableSubmission[]
  marked: ReadonlySet<number>
  onChange: (ids: number[]) => void
}

function MarkedOptions({ offered, marked, onChange }: MarkedOptionsProps) {
  const [typed, setTyped] = useState('')
  const found = offered.filter(one => hasEveryWord(`${one.name} ${one.organisationName}`, typed))
  // Marked ones first, so that they are always listed.
  const listed = [
    ...found.filter(({ id }) => marked.has(id)),
    ...found.filter(({ id }) => !marked.has(id))
  ].slice(0, MAX_LISTED)
  const isFull = marked.size >= MAX_MARKED
  const toggle = (id: number) =>
    onChange(marked.has(id) ? [...marked].filter(other => other !== id) : [...marked, id])
  return (
    <>
      {offered.length > 8 && (
        <div className="sticky top-0 z-1 -mt-1 p-2 bg-surface">
          <SearchBox
            label={withTerms('Find {a submission}')}
            value={typed}
            onChange={setTyped}
            className="w-full"
            autoFocus
          />
        </div>
      )}
      {offered.length === 0 && (
        <p className="p-3 text-small text-ink-2">
          {withTerms('There are no other {submissions} that you can mark.')}
        </p>
      )}
      {offered.length > 0 && found.length === 0 && (
        <p role="status" className="p-3 text-small text-ink-2">
          Nothing matches “{typed}”.
        </p>
      )}
      {[...groupBy(listed, one => one.organisationName)].map(([organisation, members]) => (
        <fieldset key={organisation} className="pb-1">
          <legend className="px-3 pt-2 pb-1 text-tiny font-medium text-ink-3">{organisation}</legend>
          {members.map(({ id, name }) => (
            <label
              key={id}
              className="flex items-center gap-2.5 px-3 py-1.5 rounded cursor-pointer hover:bg-sunken"
            >
              <Checkbox
                checked={marked.has(id)}
                disabled={isFull && !marked.has(id)}
                onChange={() => toggle(id)}
              />
              <span className="flex-1 min-w-0 cut">{name}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {(found.length > listed.length || isFull || marked.size > 0) && (
        <p className="flex items-center justify-between gap-3 px-3 py-2 border-0 border-t border-solid border-line text-tiny text-ink-3">
          <span>
            {isFull
              ? `You can mark no more than ${countOfSubmissions(MAX_MARKED)}.`
              : found.length > listed.length
                ? `${listed.length} of ${found.length} shown. Type to find others.`
                : ''}
          </span>
          {marked.size > 0 && (
            <button type="button" className="text-small text-button" onClick={() => onChange([])}>
              Clear marks
            </button>
          )}
        </p>
      )}
    </>
  )
}
