import { useState } from 'react'
import { focusCell } from '#browser/section/table/cell-id.ts'
import {
  excessText,
  misfitText,
  pasteText,
  type LabelMatch,
  type MatchedPaste,
  type Misfit,
  type OversizedPaste,
  type PasteOutcome,
  type PasteReport
} from '#browser/section/table/paste/paste-report.ts'
import { Button } from '#browser/ui/button.tsx'
import { ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { Undo2 } from '#browser/ui/icons/rare-icon-paths.ts'
import { countOf, formatCount } from '#lib/format.ts'

interface PasteNoticeProps<T> {
  outcome: T
  /** Shows another outcome; null closes the notice. */
  onChange: (next: PasteOutcome | null) => void
}

/**
 * The result of a paste: how much went in, what did not and why. It can be undone. It floats over the end of the
 * table, so that no cell moves.
 */
export function PasteNotice({ outcome, onChange }: PasteNoticeProps<PasteOutcome>) {
  const isSmooth = 'pasted' in outcome && outcome.misfits.length + outcome.invalid.length === 0
  return (
    <div
      role="status"
      className={`float z-10 mx-6 max-sm:mx-4 mb-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-36 media-short:bottom-2 lg:col-start-2 lg:row-start-1 lg:self-end px-4 py-3 text-small ${isSmooth ? '' : 'bg-warn-tint! border-warn!'}`}
    >
      {'match' in outcome ? (
        <MatchedLabels outcome={outcome} onChange={onChange} />
      ) : 'pasted' in outcome ? (
        <PastedCells outcome={outcome} onChange={onChange} />
      ) : (
        <ExcessRows outcome={outcome} onChange={onChange} />
      )}
    </div>
  )
}

const row = 'flex flex-wrap items-center gap-x-3 gap-y-1'
const list = 'mt-2 grid gap-0.5 max-h-40 overflow-y-auto text-ink-2'

function ExcessRows({ outcome, onChange }: PasteNoticeProps<OversizedPaste>) {
  return (
    <div className={row}>
      <p className="flex-1 min-w-40">{excessText(outcome)} Nothing is pasted yet.</p>
      <Button size="s" onClick={() => onChange(outcome.paste())}>
        Paste the other rows
      </Button>
      <CancelButton onChange={onChange} />
    </div>
  )
}

const CancelButton = ({ onChange }: Pick<PasteNoticeProps<never>, 'onChange'>) => (
  <Button size="s" kind="quiet" onClick={() => onChange(null)}>
    Cancel
  </Button>
)

/** Where the block goes by its headings and row names. */
function MatchedLabels({ outcome, onChange }: PasteNoticeProps<MatchedPaste>) {
  const { match, paste, pasteInOrder } = outcome
  return (
    <>
      <div className={row}>
        <p className="flex-1 min-w-40">{matchText(match)} Nothing is pasted yet.</p>
        <Button size="s" onClick={() => onChange(paste())}>
          Paste by name
        </Button>
        <Button size="s" kind="quiet" onClick={() => onChange(pasteInOrder())}>
          Paste without matching
        </Button>
        <CancelButton onChange={onChange} />
      </div>
      <ul className={list}>
        {match.map((one, index) => (
          <li key={index} className={one.name === null && !one.isTotal ? 'text-bad' : ''}>
            ‘{one.label}’: {matchedName(one)}
          </li>
        ))}
      </ul>
    </>
  )
}

function matchText(match: readonly LabelMatch[]): string {
  const counted = (kind: LabelMatch['kind'], one: string): string[] => {
    const all = match.filter(label => label.kind === kind && !label.isTotal)
    const found = all.filter(({ name }) => name !== null).length
    return all.length === 0 ? [] : [`${formatCount(found)} of ${countOf(all.length, one)}`]
  }
  return `The table has ${[...counted('column', 'heading'), ...counted('row', 'row name')].join(' and ')} on the clipboard.`
}

const matchedName = ({ kind, name, isTotal }: LabelMatch): string =>
  isTotal ? 'calculated, not pasted' : name === null ? `no single ${kind} has this name` : `${kind} ‘${name}’`

function PastedCells({ outcome, onChange }: PasteNoticeProps<PasteReport>) {
  const { invalid, misfits, blanks, undo } = outcome
  const found = [...misfits, ...invalid]
  return (
    <>
      <div className={row}>
        <p className="flex-1 min-w-40">
          {pasteText(outcome)}
          {blanks !== null &&
            ` ${countOf(blanks.count, 'cell')} kept ${blanks.count === 1 ? 'its answer' : 'their answers'} where the clipboard is blank.`}
        </p>
        {blanks !== null && (
          <Button size="s" onClick={() => onChange(blanks.clear())}>
            {blanks.count === 1 ? 'Clear it' : 'Clear them'}
          </Button>
        )}
        <Button
          size="s"
          icon={Undo2}
          onClick={() => {
            undo()
            onChange(null)
          }}
        >
          Undo
        </Button>
        <Button size="s" kind="quiet" onClick={() => onChange(null)}>
          Close
        </Button>
      </div>
      {found.length > 0 && <MisfitList misfits={found} />}
    </>
  )
}

/** Every value that has to be looked at. Its cell is one press away, and so is the next one. */
function MisfitList({ misfits }: { misfits: readonly Misfit[] }) {
  const [at, setAt] = useState(-1)
  const cells = misfits.flatMap(({ key }) => key ?? [])
  const next = (at + 1) % Math.max(1, cells.length)
  const go = (index: number): void => {
    const key = cells[index]
    if (key === undefined) return
    setAt(index)
    focusCell(key)
  }
  return (
    <>
      <ul className={list}>
        {misfits.map((misfit, index) => {
          const { key } = misfit
          return (
            <li key={index} className={key !== null && key === cells[at] ? 'font-medium' : ''}>
              {key === null ? (
                misfitText(misfit)
              ) : (
                <button
                  type="button"
                  className="text-button text-left"
                  onClick={() => go(cells.indexOf(key))}
                >
                  {misfitText(misfit)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {cells.length > 1 && (
        <Button size="s" icon={ChevronRight} className="mt-2" onClick={() => go(next)}>
          Go to the next ({next + 1} of {cells.length})
        </Button>
      )}
    </>
  )
}
