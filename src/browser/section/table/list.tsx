import { memo } from 'react'
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
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { questionUnit } from '#browser/section/state/read-answer.ts'
import { useTableRow } from '#browser/section/state/use-cell.ts'
import { isCalculated, isHeading, typeOf } from '#domain/answers/question-types.ts'
import { countOf } from '#lib/format.ts'
import { CalculatedField, CellField } from './cell-field.tsx'
import { fieldId } from './cell-id.ts'
import { NewsMark, QueryMark, StatusIcon } from './cell-marks.tsx'
import { isReadOnly } from './field-attributes.ts'
import { fieldOf } from './fields.tsx'

/** One sub-section as a list of questions. */
export function List({ engine, table }: { engine: SectionEngine; table: TableModel }) {
  return (
    <div className="card overflow-clip">
      {table.cells.map(([cell]) => cell && <ListItem key={cell.key} engine={engine} cell={cell} />)}
    </div>
  )
}

const item =
  'border-0 border-t first:border-t-0 border-solid border-line px-4 py-2.5 [content-visibility:auto] [contain-intrinsic-height:auto_54px]'

interface ItemProps {
  engine: SectionEngine
  cell: CellModel
}

const ListItem = memo(function ListItem({ engine, cell }: ItemProps) {
  useTableRow(engine.store, cell.table, cell.row)
  const state = engine.store.get(cell.key)
  const { question } = cell
  if (state.isHidden) return null
  if (isHeading(question)) return <h4 className={`${item} bg-surface-hover`}>{question.question_text}</h4>
  const { isWide } = fieldOf(question)
  const isClosed = isReadOnly({ engine, cell })
  const unit = questionUnit(cell, isClosed || isCalculated(question))
  return (
    <div
      className={`${item} grid gap-x-6 gap-y-1.5 items-start ${isWide ? '' : 'sm:grid-cols-[minmax(0,1fr)_minmax(200px,280px)]'}`}
    >
      <label htmlFor={fieldId(cell.key)} className="pt-1.5 max-w-[66ch]">
        {question.question_text}
        {unit !== '' && <span className="text-ink-3">, {unit}</span>}
        {question.is_required && !isClosed && <span className="sr-only"> (required)</span>}
      </label>
      <div className="min-w-0">
        <ListField engine={engine} cell={cell} state={state} />
      </div>
    </div>
  )
})

const listEdges = {
  plain: '',
  required: 'border-l-3! border-l-brand-mark!',
  warning: 'border-warn! bg-warn-tint!',
  error: 'border-bad! bg-bad-tint!',
  conflict: 'border-warn! border-dashed! bg-warn-tint!'
}

function ListField({ engine, cell, state }: ItemProps & { state: CellState }) {
  const { question } = cell
  if (question.is_disabled) return <p className="text-ink-3 pt-1.5">does not apply</p>
  const status = cellStatus(cell, state)
  const words = cellStatusText(status, state, engine.sourceNames(cell.key))
  const noteId = words === '' ? undefined : `note-${cell.key}`
  if (isCalculated(question)) {
    return (
      <>
        <CalculatedField
          cell={cell}
          state={state}
          describedBy={noteId}
          className="block leading-8 text-right [[data-read-only]_&]:text-left tabular-nums font-medium rounded"
        />
        <FieldNote id={noteId} status={status} words={words} />
      </>
    )
  }
  const { align, isLong } = typeOf(question)
  const figure = align === 'right' ? 'text-right tabular-nums' : ''
  const height = isLong ? 'h-auto! py-1.5 resize-y' : ''
  const frame = fieldOf(question).isGroup ? '' : `input scroll-mt-10 ${figure} ${height} ${listEdges[status]}`
  return (
    <>
      <div className="list-field relative" data-saving={savingMark(state)}>
        <CellField engine={engine} cell={cell} state={state} describedBy={noteId} className={frame} />
        {changeText(state) !== null && (
          <span className="absolute left-1 top-1 pointer-events-none">
            {state.isAsked ? <QueryMark /> : <NewsMark />}
          </span>
        )}
      </div>
      <FieldNote id={noteId} status={status} words={words} />
      {openCommentCount(state) > 0 && (
        <p className="mt-1 text-small text-info">{countOf(openCommentCount(state), 'open comment')}</p>
      )}
    </>
  )
}

/** The status as text, below the field. */
function FieldNote({ id, status, words }: { id: string | undefined; status: CellStatus; words: string }) {
  if (id === undefined) return null
  return (
    <p id={id} className="flex gap-1.5 items-start mt-1 text-small text-ink-2">
      <StatusIcon status={status} className="mt-[3px]" />
      {words}
    </p>
  )
}
