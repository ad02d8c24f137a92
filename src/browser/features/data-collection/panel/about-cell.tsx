import { useStore } from '@nanostores/react'
import { Fragment, type ReactNode } from 'react'
import { sectionViewer } from '#browser/features/data-collection/section.ts'
import { useGuidance } from '#browser/features/data-collection/use-title.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { CellState } from '#browser/section/state/cell-state.ts'
import { changeText, openCommentCount } from '#browser/section/state/cell-status.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { formatCell, withCellUnit } from '#browser/section/state/read-answer.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { authorName } from '#browser/section/sync/watch-news.ts'
import { isReadOnly, type CellProps } from '#browser/section/table/field-attributes.ts'
import { tableTools } from '#browser/section/table/form-events.ts'
import { $projectGuidances } from '#browser/stores/guidance.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { MessageSquare } from '#browser/ui/icons/rare-icon-paths.ts'
import { LateRichText } from '#browser/ui/rich-text/late-rich-text.tsx'
import type { PreviousAnswer } from '#contract/questionnaires.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { formatDay, formatTime } from '#lib/format.ts'
import { $cellDetails } from './cell-details.ts'
import { CellFinding } from './cell-finding.tsx'
import { changeSince } from './figure-change.ts'
import { GuidanceDocument } from './guidance-document.tsx'
import { $panelTab } from './panel-tab.ts'
import { isComparable, PeerPart } from './peer-part.tsx'

function CellGuidance({ questionId }: { questionId: number }) {
  useGuidance()
  const guidances = useStore($projectGuidances)
  const own =
    guidances.state === 'ready'
      ? guidances.value.filter(({ question_ids }) => question_ids.includes(questionId))
      : []
  if (own.length === 0) return null
  return (
    <PanelPart title="Guidance">
      <div className="grid gap-2">
        {own.map(guidance => (
          <details key={guidance.project_guidance_id} className="text-small">
            <summary className="cursor-pointer font-medium">{guidance.title}</summary>
            <LateRichText html={guidance.body_html} className="mt-1 text-ink-2" />
            {guidance.document !== null && <GuidanceDocument document={guidance.document} />}
          </details>
        ))}
      </div>
    </PanelPart>
  )
}

/** What the cell asks for, what is wrong with it, its history and its peers. */
export function AboutCell({ engine, cell, state }: CellProps) {
  const { question } = cell
  return (
    <>
      {saysMore(cell) && <p className="text-small text-ink-2">{question.question_text}</p>}
      {question.help_text !== '' && (
        <p className="text-small text-ink-2 mt-2 first:mt-0 whitespace-pre-line">{question.help_text}</p>
      )}
      {changeText(state) !== null && (
        <p className="text-small font-medium mt-2 first:mt-0">{changeText(state)}.</p>
      )}
      <CellFinding engine={engine} cell={cell} state={state} />
      {isComparable(cell) && <PeerPart cell={cell} state={state} />}
      <CellValues cell={cell} state={state} />
      {question.is_closed === true && (
        <p className="text-small text-ink-2 mt-2 first:mt-0">This answer is not open for corrections.</p>
      )}
      {holdsDate(question) && !isReadOnly({ engine, cell }) && (
        <Button size="s" className="mt-3" onClick={() => openPanelCalendar(engine, cell)}>
          Choose a date
        </Button>
      )}
      {isAnswerable(question) && <AlsoAnAnswer engine={engine} cell={cell} state={state} />}
      <RowComments engine={engine} cell={cell} />
      <CellGuidance questionId={question.question_id} />
    </>
  )
}

const holdsDate = (question: CellModel['question']): boolean =>
  isAnswerable(question) && typeOf(question).holds === 'date'

async function openPanelCalendar(engine: SectionEngine, cell: CellModel): Promise<void> {
  try {
    const { openCalendar } = await tableTools.load()
    openCalendar(engine, cell)
  } catch {
    showToast({ text: 'The calendar could not be opened. Type the date instead.', status: 'error' })
  }
}

/** In a grid the question often only repeats the row or column name. */
const saysMore = ({ question, table, row, column }: CellModel): boolean =>
  table.kind === 'grid' &&
  !['', table.rowNames[row], table.columnNames[column]].includes(question.question_text)

/** The two last periods' values, this one with its change, and who entered it. */
function CellValues({ cell, state }: { cell: CellModel; state: CellState }) {
  const former = useFormerAnswers(cell)
  const [last] = former
  const change = last === undefined ? null : changeSince(cell, state.answer.value, last.value)
  const isProse = typeOf(cell.question).holds === 'text'
  return (
    <dl
      className={`grid gap-x-3 gap-y-1.5 mt-3.5 text-small ${isProse ? '[&>dd]:text-left [&>dd]:whitespace-pre-line' : 'grid-cols-[auto_1fr]'}`}
    >
      {former.map(({ time_period_id, time_period_name, value }) => (
        <Fragment key={time_period_id}>
          <dt className="text-ink-2">{time_period_name}</dt>
          <dd className="num break-words min-w-0">
            {withCellUnit(cell, formatCellText(cell.question, value)) || 'no data'}
          </dd>
        </Fragment>
      ))}
      <dt className="text-ink-2">Now</dt>
      <dd className="num break-words whitespace-pre-line min-w-0">{formatCell(cell, state) || 'blank'}</dd>
      {change !== null && (
        <>
          <dt className="text-ink-2">Since {last?.time_period_name}</dt>
          <dd className="num">{change}</dd>
        </>
      )}
      {state.edit !== null && (
        <>
          <dt className="text-ink-2">Entered</dt>
          <dd className="text-right">by you, kept on this device</dd>
        </>
      )}
      {/* Who entered what is shown, never what was there before. */}
      {state.edit === null && state.written.at !== null && isAnswerable(cell.question) && (
        <>
          <dt className="text-ink-2">Entered</dt>
          <dd className="text-right">
            {state.written.by !== null && `${authorName(state.written, sectionViewer())}, `}
            {formatDay(state.written.at)}, {formatTime(state.written.at)}
          </dd>
        </>
      )}
    </dl>
  )
}

/** The section holds the last period's answer; the details of the cell, which come a moment later, also the one before. */
function useFormerAnswers({ question: { previous_answer: last } }: CellModel): readonly PreviousAnswer[] {
  const details = useStore($cellDetails)
  const known = details.state === 'ready' ? details.value.previous_answers : undefined
  return known ?? (last === null ? [] : [last])
}

function AlsoAnAnswer({ engine, cell, state }: CellProps) {
  useStatus(engine, status => status.sectionStatus)
  const toggle = (reason: 'not_applicable' | 'not_available', isOn: boolean, label: string) => (
    <button
      type="button"
      aria-pressed={isOn}
      disabled={isReadOnly({ engine, cell })}
      className="btn btn-s aria-pressed:bg-brand-tint! aria-pressed:border-brand-mark! aria-pressed:text-brand-text!"
      onClick={() => engine.editing.answerWithout(cell.key, reason)}
    >
      {label}
    </button>
  )
  return (
    <PanelPart title="No figure?">
      <div className="flex gap-2">
        {toggle('not_applicable', state.answer.is_not_applicable, 'Not applicable')}
        {toggle('not_available', state.answer.is_not_available, 'Not available')}
      </div>
    </PanelPart>
  )
}

/** Open comments on the cell and, in a grid, on other cells of its row. */
function RowComments({ engine, cell }: { engine: SectionEngine; cell: CellModel }) {
  const cells = (cell.table.cells[cell.row] ?? []).filter(one => one !== null)
  const open = cells.flatMap(one =>
    engine.store
      .get(one.key)
      .comments.filter(comment => !comment.is_resolved && comment.parent_comment_id === null)
  )
  if (open.length === 0) return null
  const isHere = openCommentCount(engine.store.get(cell.key)) > 0
  const where = cell.table.kind === 'grid' && !isHere ? ' on this row' : ''
  return (
    <PanelPart
      title={
        <>
          <Icon of={MessageSquare} />
          {open.length === 1 ? `1 open comment${where}` : `${open.length} open comments${where}`}
        </>
      }
    >
      <ul className="grid gap-2 text-small text-ink-2">
        {open.map(comment => (
          <li key={comment.comment_id} className="break-words">
            “{comment.comment_text}”{' '}
            <span className="text-ink-3">
              {comment.created_by}, {formatDay(comment.created_at)}
            </span>
          </li>
        ))}
      </ul>
      {isHere && (
        <button type="button" className="btn btn-s mt-2" onClick={() => $panelTab.set('comments')}>
          Reply or resolve
        </button>
      )}
    </PanelPart>
  )
}

const PanelPart = ({ title, children }: { title?: ReactNode; children: ReactNode }) => (
  <section className="mt-4.5 pt-3.5 border-0 border-t border-solid border-line">
    {title !== undefined && (
      <h3 className="text-small! font-medium! mb-1.5 flex items-center gap-2">{title}</h3>
    )}
    {children}
  </section>
)
