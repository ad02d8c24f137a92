import {
  excessText,
  type OversizedPaste,
  type PasteOutcome,
  type PasteReport
} from '#browser/section/table/paste-block.ts'
import { Button } from '#browser/ui/button.tsx'
import { Undo2 } from '#browser/ui/icons/icon-paths.ts'
import { countOf } from '#lib/format.ts'

const MAX_SHOWN_CELLS = 5

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
  const isSmooth = 'pasted' in outcome && outcome.misfits.length + outcome.notPossible === 0
  return (
    <div
      role="status"
      className={`float z-10 mx-6 max-sm:mx-4 mb-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-24 media-short:bottom-2 lg:col-start-2 lg:row-start-1 lg:self-end px-4 py-3 text-small ${isSmooth ? '' : 'bg-warn-tint! border-warn!'}`}
    >
      {'pasted' in outcome ? (
        <PastedCells outcome={outcome} onChange={onChange} />
      ) : (
        <ExcessRows outcome={outcome} onChange={onChange} />
      )}
    </div>
  )
}

const row = 'flex flex-wrap items-center gap-x-3 gap-y-1'

function ExcessRows({ outcome, onChange }: PasteNoticeProps<OversizedPaste>) {
  return (
    <div className={row}>
      <p className="flex-1 min-w-40">{excessText(outcome)} Nothing is pasted yet.</p>
      <Button size="s" onClick={() => onChange(outcome.paste())}>
        Paste the other rows
      </Button>
      <Button size="s" kind="quiet" onClick={() => onChange(null)}>
        Cancel
      </Button>
    </div>
  )
}

function PastedCells({ outcome, onChange }: PasteNoticeProps<PasteReport>) {
  const { pasted, notPossible, misfits, undo } = outcome
  return (
    <>
      <div className={row}>
        <p className="flex-1 min-w-40">
          {countOf(pasted, 'cell')} pasted
          {notPossible > 0 && `, ${notPossible} of them invalid`}
          {misfits.length > 0 && `; ${countOf(misfits.length, 'value')} did not fit`}.
        </p>
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
      {misfits.length > 0 && (
        <ul className="mt-2 grid gap-0.5 text-ink-2">
          {misfits.slice(0, MAX_SHOWN_CELLS).map(({ place, text, reason }) => (
            <li key={`${place} ${text}`}>
              “{text}” at {place}: {reason}
            </li>
          ))}
          {misfits.length > MAX_SHOWN_CELLS && <li>and {misfits.length - MAX_SHOWN_CELLS} more</li>}
        </ul>
      )}
    </>
  )
}
