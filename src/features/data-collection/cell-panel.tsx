import { useStore } from '@nanostores/react'
import { MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { isAnswerable } from '#domain/cell-rules.ts'
import { cellText } from '#domain/cell-text.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import type { CellState } from '#questionnaire/cells.ts'
import { LookIcon, lookOf, lookText } from '#questionnaire/cell-marks.tsx'
import { focusCell } from '#questionnaire/cell-id.ts'
import type { SectionEngine } from '#questionnaire/engine.ts'
import type { CellModel } from '#questionnaire/model.ts'
import { useCell } from '#questionnaire/use-cell.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** Everything about the cell that has the cursor. */
export function CellPanel({ engine }: { engine: SectionEngine }) {
  const key = useStore(engine.$focused)
  const cell = key === null ? undefined : engine.model.cells.get(key)
  return (
    <aside aria-label="About the cell" data-region className="bg-surface border-0 border-l border-solid border-line overflow-y-auto p-4">
      {cell === undefined ? (
        <p className="text-small text-ink-3">Choose a cell to see what it asks for and what was answered last time.</p>
      ) : (
        <Details engine={engine} cell={cell} />
      )}
    </aside>
  )
}

function Details({ engine, cell }: { engine: SectionEngine; cell: CellModel }) {
  const state = useCell(engine.store, cell.key)
  const { question, table } = cell
  return (
    <>
      {table.kind === 'grid' && <p className="text-tiny text-ink-3">{table.rowNames[cell.row]}</p>}
      <h2>{table.kind === 'grid' ? table.columnNames[cell.column] : question.question_text}</h2>
      {saysMore(cell) && <p className="text-small text-ink-2 mt-1">{question.question_text}</p>}
      {question.help_text !== '' && <p className="text-small text-ink-2 mt-2 whitespace-pre-line">{question.help_text}</p>}
      <Finding engine={engine} cell={cell} state={state} />
      <Values cell={cell} state={state} />
      {isAnswerable(question) && <AlsoAnAnswer engine={engine} cell={cell} state={state} />}
      <Comments cell={cell} />
    </>
  )
}

/** In a grid the question often only repeats its row or column. */
const saysMore = ({ question, table, row, column }: CellModel): boolean =>
  table.kind === 'grid' && !['', table.rowNames[row], table.columnNames[column]].includes(question.question_text)

const Part = ({ title, children }: { title?: ReactNode; children: ReactNode }) => (
  <section className="mt-4.5 pt-3.5 border-0 border-t border-solid border-line">
    {title !== undefined && <h3 className="text-small! font-medium! mb-1.5 flex items-center gap-2">{title}</h3>}
    {children}
  </section>
)

/** What is wrong with the cell, or what somebody else has answered meanwhile. */
function Finding({ engine, cell, state }: { engine: SectionEngine; cell: CellModel; state: CellState }) {
  const look = lookOf(cell, state)
  if (look === 'plain' || look === 'needed') return null
  const { conflict } = state
  const fill = look === 'error' ? 'bg-bad-tint' : look === 'warning' ? 'bg-warn-tint' : 'bg-info-tint'
  const decide = (choice: 'mine' | 'theirs') => {
    engine.resolve(cell.key, choice)
    focusCell(cell.key)
  }
  return (
    <div role="status" className={`mt-3 rounded-lg px-3 py-2.5 text-small ${fill}`}>
      <p className="flex gap-1.5 items-start">
        <LookIcon look={look} className="mt-[3px]" />
        <span>{lookText(look, state)}</span>
      </p>
      {conflict !== null && (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 mt-2">
            <dt className="text-ink-2">Yours</dt>
            <dd className="num">{answerText(cell, state.answer) || state.text || 'blank'}</dd>
            <dt className="text-ink-2">{conflict.updatedBy ?? 'The other'}</dt>
            <dd className="num">{answerText(cell, conflict.theirs) || 'blank'}</dd>
          </dl>
          {conflict.updatedAt !== null && (
            <p className="mt-1 text-ink-3">
              at {formatTime(conflict.updatedAt)}, {formatDay(conflict.updatedAt)}
            </p>
          )}
          <div className="flex gap-2 mt-2">
            <Button size="s" onClick={() => decide('mine')}>
              Keep mine
            </Button>
            <Button size="s" onClick={() => decide('theirs')}>
              Take theirs
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

function answerText(cell: CellModel, answer: CellState['answer']): string {
  if (answer.is_not_applicable) return 'not applicable'
  return answer.is_not_available ? 'not available' : cellText(cell.question, answer.value)
}

/** The last period's value, this one, and who entered it. */
function Values({ cell, state }: { cell: CellModel; state: CellState }) {
  const { previous_answer: previous, unit, question_type: type } = cell.question
  const isProse = type === 'text' || type === 'long_text'
  const withUnit = (text: string): string => (unit === '' || !/\d/.test(text) ? text || 'no data' : `${text} ${unit}`)
  return (
    <dl
      className={`grid gap-x-3 gap-y-1.5 mt-3.5 text-small ${isProse ? '[&>dd]:text-left [&>dd]:whitespace-pre-line' : 'grid-cols-[auto_1fr]'}`}
    >
      {previous !== null && (
        <>
          <dt className="text-ink-2">{previous.time_period_name}</dt>
          <dd className="num">{withUnit(cellText(cell.question, previous.value))}</dd>
        </>
      )}
      <dt className="text-ink-2">Now</dt>
      <dd className="num break-words min-w-0">
        {state.fault === null
          ? withUnit(answerText(cell, state.answer) || (cell.question.question_type === 'calculated' ? state.text : ''))
          : state.text}
      </dd>
      {state.updatedAt !== null && (
        <>
          <dt className="text-ink-2">Entered</dt>
          <dd className="text-right">
            {state.updatedBy !== null && `${state.updatedBy}, `}
            {formatDay(state.updatedAt)}, {formatTime(state.updatedAt)}
          </dd>
        </>
      )}
    </dl>
  )
}

function AlsoAnAnswer({ engine, cell, state }: { engine: SectionEngine; cell: CellModel; state: CellState }) {
  const toggle = (reason: 'not_applicable' | 'not_available', isOn: boolean, label: string) => (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={engine.isLocked}
      className="btn btn-s aria-pressed:bg-brand-tint! aria-pressed:border-brand! aria-pressed:text-brand-text!"
      onClick={() => engine.editing.answerWithout(cell.key, reason)}
    >
      {label}
    </button>
  )
  return (
    <Part title="Also an answer">
      <div className="flex gap-2">
        {toggle('not_applicable', state.answer.is_not_applicable, 'Not applicable')}
        {toggle('not_available', state.answer.is_not_available, 'Not available')}
      </div>
    </Part>
  )
}

function Comments({ cell }: { cell: CellModel }) {
  const open = cell.question.comments.filter(comment => !comment.is_resolved)
  if (open.length === 0) return null
  return (
    <Part
      title={
        <>
          <Icon of={MessageSquare} />
          {open.length === 1 ? '1 open comment' : `${open.length} open comments`}
        </>
      }
    >
      <ul className="grid gap-2 text-small text-ink-2">
        {open.map(comment => (
          <li key={comment.comment_id}>
            “{comment.comment_text}”{' '}
            <span className="text-ink-3">
              {comment.created_by}, {formatDay(comment.created_at)}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
