import { memo, type ComponentProps } from 'react'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { CellState } from '#browser/section/state/cell-state.ts'
import {
  cellStatus,
  cellStatusText,
  changeText,
  openCommentCount,
  savingMark,
  type CellStatus
} from '#browser/section/state/cell-status.ts'
import { isOpenCell, type CellModel } from '#browser/section/state/model.ts'
import { isCalculated as isCalculatedQuestion, typeOf } from '#domain/answers/question-types.ts'
import { CalculatedField, CellField } from './cell-field.tsx'
import { CommentMark, NewsMark, QueryMark, StatusIcon } from './cell-marks.tsx'
import { lastFigure } from './last-figures.ts'

// One class per status; what it looks like is in src/browser/app/styles/cells.css, once, not on each of thousands of cells.
const classes: Record<CellStatus, string | undefined> = {
  plain: undefined,
  required: 'required',
  warning: 'bg-warn-tint',
  error: 'bg-bad-tint',
  conflict: 'bg-warn-tint outline-1 outline-dashed outline-warn -outline-offset-1'
}

interface GridCellProps {
  engine: SectionEngine
  cell: CellModel | null
  state: CellState | null
  /** Counted from 0, without the names of the rows. */
  column: number
  /** Whether it shows the last period's figure. */
  showsLast: boolean
}

/** One cell of a grid. Its row renders when one of its cells changes; unchanged cells are memoised. */
export const GridCell = memo(function GridCell({ engine, cell, state, column, showsLast }: GridCellProps) {
  const place = { role: 'gridcell', 'aria-colindex': column + 2 }
  if (cell === null || state === null || state.isHidden) return <ClosedCell place={place} />
  const isCalculated = isCalculatedQuestion(cell.question)
  const last = showsLast ? lastFigure(cell) : undefined
  if (!isCalculated && !isOpenCell(cell)) return <ClosedCell place={place} />
  const status = cellStatus(cell, state)
  const words = cellStatusText(status, state, engine.sourceNames(cell.key))
  const noteId = words === '' ? undefined : `note-${cell.key}`
  if (isCalculated) {
    return (
      <div
        {...place}
        data-last={last}
        data-marked={noteId && ''}
        className={`sum font-medium ${classes[status] ?? ''}`}
        title={words || undefined}
      >
        <CalculatedField cell={cell} state={state} describedBy={noteId} />
        {noteId !== undefined && <CellNote id={noteId} status={status} words={words} />}
      </div>
    )
  }
  return (
    <div
      {...place}
      data-last={last}
      data-marked={noteId === undefined && openCommentCount(state) === 0 ? undefined : ''}
      data-saving={savingMark(state)}
      className={classes[status]}
      title={words || undefined}
    >
      <CellField
        engine={engine}
        cell={cell}
        state={state}
        describedBy={noteId}
        className={fieldClass(cell, hasIcon(status))}
      />
      {noteId !== undefined && <CellNote id={noteId} status={status} words={words} />}
      <CornerMarks state={state} isBesideIcon={hasIcon(status)} />
    </div>
  )
})

/** Greyed out: nothing can be entered here. */
const ClosedCell = ({ place }: { place: ComponentProps<'div'> }) => (
  <div {...place} className="bg-sunken text-ink-3 text-right px-2.5 leading-[31px]">
    <span aria-hidden="true">–</span>
    <span className="sr-only">does not apply</span>
  </div>
)

/** A change by someone else on the left, beside the icon of the cell's status; an open comment on the right. */
function CornerMarks({ state, isBesideIcon }: { state: CellState; isBesideIcon: boolean }) {
  return (
    <>
      {changeText(state) !== null && (
        <span className={`absolute top-1 pointer-events-none ${isBesideIcon ? 'left-5' : 'left-1'}`}>
          {state.isAsked ? <QueryMark /> : <NewsMark />}
        </span>
      )}
      {openCommentCount(state) > 0 && (
        <span className="absolute right-0 top-0 pointer-events-none">
          <CommentMark />
        </span>
      )}
    </>
  )
}

function CellNote({ id, status, words }: { id: string; status: CellStatus; words: string }) {
  return (
    <>
      <span id={id} className="sr-only">
        {words}
      </span>
      <StatusIcon status={status} className="absolute left-1.5 top-2.5 pointer-events-none" />
    </>
  )
}

const hasIcon = (status: CellStatus): boolean => status !== 'plain' && status !== 'required'

/** Figures are right-aligned by the grid, everything else left. An icon in the cell needs room. */
function fieldClass(cell: CellModel, hasSign: boolean): string | undefined {
  const align = typeOf(cell.question).align === 'right' ? '' : 'text-left!'
  return `${align}${hasSign ? ' pl-6!' : ''}` || undefined
}
