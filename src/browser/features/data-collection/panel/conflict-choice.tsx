import { formatAnswer, formatCell } from '#browser/section/state/read-answer.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import type { CellProps } from '#browser/section/table/field-attributes.ts'
import { Button } from '#browser/ui/button.tsx'
import { formatDay, formatTime } from '#lib/format.ts'

/**
 * Both answers of a cell that two people changed, who gave the other one and when, and the choice between
 * them.
 */
export function ConflictChoice({ engine, cell, state }: CellProps) {
  const { conflict } = state
  if (conflict === null) return null
  const decide = (choice: 'mine' | 'theirs') => {
    engine.resolve(cell.key, choice)
    focusCell(cell.key)
  }
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 mt-2 text-small">
        <dt className="text-ink-2">Yours</dt>
        <dd className="num break-words whitespace-pre-line min-w-0">{formatCell(cell, state) || 'blank'}</dd>
        <dt className="text-ink-2">{conflict.written.by ?? 'Theirs'}</dt>
        <dd className="num break-words whitespace-pre-line min-w-0">
          {formatAnswer(cell, conflict.theirs) || 'blank'}
        </dd>
      </dl>
      {conflict.written.at !== null && (
        <p className="mt-1 text-small text-ink-2">
          at {formatTime(conflict.written.at)}, {formatDay(conflict.written.at)}
        </p>
      )}
      <div className="flex gap-2 mt-2">
        <Button size="s" aria-label={`Keep mine: ${cell.name}`} onClick={() => decide('mine')}>
          Keep mine
        </Button>
        <Button size="s" aria-label={`Take theirs: ${cell.name}`} onClick={() => decide('theirs')}>
          Take theirs
        </Button>
      </div>
    </>
  )
}
