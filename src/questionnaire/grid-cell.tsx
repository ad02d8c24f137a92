import { memo } from 'react'
import { isNumeric } from '#domain/cell-rules.ts'
import { CalculatedField, CellField } from './cell-field.tsx'
import { CommentMark, lookOf, LookIcon, lookText, openComments, SavingMark, type CellLook } from './cell-marks.tsx'
import type { CellState } from './cells.ts'
import type { SectionEngine } from './engine.ts'
import { isOpenCell, type CellModel } from './model.ts'
import { useCell } from './use-cell.ts'

const frame = 'relative border-0 border-r border-b border-solid border-line min-w-0'
const field =
  'block w-full h-[31px] m-0 px-2.5 border-0 bg-transparent text-body tabular-nums rounded-none appearance-none focus:outline-2 focus:outline-solid focus:outline-brand focus:-outline-offset-2 focus:bg-surface scroll-mt-10 scroll-ml-56 placeholder:text-ink-3'

const fills: Record<CellLook, string> = {
  plain: '',
  needed:
    'before:content-empty before:absolute before:left-0 before:inset-y-1.5 before:w-0.5 before:bg-brand-line focus-within:before:content-none',
  warning: 'bg-warn-tint',
  error: 'bg-bad-tint',
  conflict: 'bg-info-tint'
}

/** One cell of a grid. It listens to itself alone, so typing in it renders nothing else. */
export const GridCell = memo(function GridCell({ engine, cell }: { engine: SectionEngine; cell: CellModel | null }) {
  return cell === null ? <ClosedCell /> : <KnownCell engine={engine} cell={cell} />
})

/** Greyed: nothing can be entered here. */
const ClosedCell = () => (
  <div role="gridcell" className={`${frame} bg-sunken text-ink-3 text-right px-2.5 leading-[31px]`}>
    <span aria-hidden="true">–</span>
    <span className="sr-only">does not apply</span>
  </div>
)

function KnownCell({ engine, cell }: { engine: SectionEngine; cell: CellModel }) {
  const state = useCell(engine.store, cell.key)
  if (state.isHidden) return <ClosedCell />
  if (cell.question.question_type === 'calculated') {
    return (
      <div role="gridcell" className={`${frame} bg-surface-hover`}>
        <CalculatedField cell={cell} state={state} className="block px-2.5 leading-[31px] text-right tabular-nums font-medium" />
      </div>
    )
  }
  return isOpenCell(cell) ? <OpenCell engine={engine} cell={cell} state={state} /> : <ClosedCell />
}

function OpenCell({ engine, cell, state }: { engine: SectionEngine; cell: CellModel; state: CellState }) {
  const look = lookOf(cell, state)
  const words = lookText(look, state)
  const noteId = words === '' ? undefined : `note-${cell.key}`
  const align = isNumeric(cell.question.question_type) ? 'text-right' : 'text-left'
  return (
    <div role="gridcell" className={`${frame} ${fills[look]}`} title={words || undefined}>
      <CellField engine={engine} cell={cell} state={state} describedBy={noteId} className={`${field} ${align} ${noteId ? 'pl-6!' : ''}`} />
      {noteId && (
        <>
          <span id={noteId} className="sr-only">
            {words}
          </span>
          <LookIcon look={look} className="absolute left-1.5 top-2.5 pointer-events-none" />
        </>
      )}
      <Corners cell={cell} state={state} />
    </div>
  )
}

/** At the lower left how far the value has come, at the upper right whether there are comments. */
function Corners({ cell, state }: { cell: CellModel; state: CellState }) {
  return (
    <>
      {state.saving !== 'saved' && (
        <span className="absolute right-[3px] bottom-[3px] pointer-events-none">
          <SavingMark saving={state.saving} />
        </span>
      )}
      {openComments(cell) > 0 && (
        <span className="absolute right-0 top-0 pointer-events-none">
          <CommentMark />
        </span>
      )}
    </>
  )
}
