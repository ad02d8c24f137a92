import { errorOf, type CellState } from '#browser/section/state/cell-state.ts'
import { cellStatus, cellStatusText } from '#browser/section/state/cell-status.ts'
import { StatusIcon } from '#browser/section/table/cell-marks.tsx'
import type { CellProps } from '#browser/section/table/field-attributes.ts'
import { Button } from '#browser/ui/button.tsx'
import { MessageSquare } from '#browser/ui/icons/rare-icon-paths.ts'
import { mayComment } from './comments.ts'
import { ConflictChoice, ConflictTitle } from './conflict-choice.tsx'
import { askForComment } from './panel-tab.ts'

/** What is wrong with the cell, or how someone else answered it. */
export function CellFinding({ engine, cell, state }: CellProps) {
  const status = cellStatus(cell, state)
  if (status === 'plain' || status === 'required') return null
  const fill = status === 'error' ? 'bg-bad-tint' : 'bg-warn-tint'
  return (
    <div role="status" className={`mt-3 rounded-lg px-3 py-2.5 text-small ${fill}`}>
      {status === 'conflict' ? (
        <ConflictTitle />
      ) : (
        <p className="flex gap-1.5 items-start">
          <StatusIcon status={status} className="mt-[3px]" />
          <span>{cellStatusText(status, state, engine.sourceNames(cell.key))}</span>
        </p>
      )}
      {state.edit !== null && (status === 'error' || status === 'conflict') && (
        <p className="mt-1.5 text-ink-2">
          {status === 'error'
            ? 'It stays on this device and is not sent until you correct it.'
            : 'Your answer stays on this device and is not sent until you choose.'}
        </p>
      )}
      <ConflictChoice engine={engine} cell={cell} state={state} />
      {status === 'warning' && wantsComment(state) && (
        <div className="mt-2">
          <p className="mb-1.5">
            Correct it, or explain it in a comment. You need to do this before you can complete the section.
          </p>
          {mayComment() && (
            <Button size="s" icon={MessageSquare} onClick={() => askForComment(cell.key)}>
              Write a comment
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Whether a warning asks for a comment and nobody has written one. */
export const wantsComment = (state: CellState): boolean =>
  errorOf(state) === null &&
  state.comments.length === 0 &&
  state.check.warnings.some(warning => warning.comment_required)
