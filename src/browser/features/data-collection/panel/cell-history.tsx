import { useStore } from '@nanostores/react'
import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { formatAnswer, formatCell } from '#browser/section/state/read-answer.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import type { Answer } from '#contract/questionnaires.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import { $cellDetails, retryCellDetails } from './cell-details.ts'

/** Who changed the cell, when and how; newest first. */
export function CellHistory({ cell, state }: { cell: CellModel; state: CellState }) {
  const details = useStore($cellDetails)
  if (details.state !== 'ready')
    return <NotReady of={details} what="The history" lines={3} onRetry={retryCellDetails} />
  const { history } = details.value
  return (
    <>
      {state.edit !== null && (
        <p className="text-small mb-3">
          Kept on this device: <b className="font-medium">{formatCell(cell, state) || 'blank'}</b>
        </p>
      )}
      {history.length === 0 ? (
        <p className="text-small text-ink-2">No answers yet</p>
      ) : (
        <ol className="grid gap-3 text-small">
          {history.map((entry, index) => (
            <HistoryEntry key={entry.version} cell={cell} entry={entry} former={history[index + 1]} />
          ))}
        </ol>
      )}
    </>
  )
}

function HistoryEntry({
  cell,
  entry,
  former
}: {
  cell: CellModel
  entry: Answer
  former: Answer | undefined
}) {
  const words = (answer: Answer): string => formatAnswer(cell, answer) || 'blank'
  return (
    <li className="border-0 border-l-2 border-solid border-line pl-3">
      <p className="tabular-nums break-words whitespace-pre-line">
        {(former !== undefined || entry.version === 1) && (
          <>
            <span className="text-ink-3">{former === undefined ? 'blank' : words(former)}</span>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> became </span>
          </>
        )}
        <b className="font-medium">{words(entry)}</b>
      </p>
      <p className="text-ink-2">
        {entry.is_imported === true && 'Imported from a file. '}
        {entry.updated_by ?? (entry.is_imported === true ? 'Author unknown' : 'A former user')}
        {entry.updated_at !== null && `, ${formatDay(entry.updated_at)}, ${formatTime(entry.updated_at)}`}
      </p>
    </li>
  )
}
