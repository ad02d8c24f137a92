import { addQuestion } from '#browser/questionnaire-builder/changes.ts'
import { newQuestionFor } from '#browser/questionnaire-builder/new-question.ts'
import { questionAt, type BuiltMembership } from '#browser/questionnaire-builder/parts.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { cellStatus } from '#browser/section/state/cell-status.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { usePending } from '#browser/ui/pending.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { isCalculated, typeOf } from '#domain/answers/question-types.ts'
import { failureText } from '#lib/text/offline-text.ts'
import type { SubSectionProps } from './section-props.ts'

interface GridEditorCellProps extends SubSectionProps {
  engine: SectionEngine
  /** The question as respondents get it; null if there is none in use. */
  cell: CellModel | null
  membership: BuiltMembership | undefined
  row: { row_id: number; row_name: string }
  column: { column_id: number; column_name: string }
  /** Counted from 0, without the names of the rows. */
  at: number
  tabIndex: number
}

/** For a cell without a question, which respondents see greyed out. */
const EMPTY_GROUND = 'repeating-linear-gradient(135deg, var(--surface) 0 5px, var(--line) 5px 6px)'
const CELL_BUTTON = 'block w-full h-full min-h-[31px] border-2 border-solid border-transparent bg-transparent'

/** A cell with its example figure, which opens its question; an empty one accepts a new question. */
export function GridEditorCell(props: GridEditorCellProps) {
  const { structure, subSection, membership, row, column } = props
  const question = membership && questionAt(structure, membership.question_id)
  const name = subSection.is_repeating ? column.column_name : `${row.row_name}, ${column.column_name}`
  return membership === undefined || question === undefined ? (
    <EmptyCell {...props} name={name} />
  ) : (
    <QuestionCell
      {...props}
      membership={membership}
      name={`${name}: ${questionTypeNames[question.question_type]}${question.is_active ? '' : ', retired'}`}
    />
  )
}

function EmptyCell({
  structure,
  subSection,
  selection,
  row,
  column,
  at,
  tabIndex,
  name
}: GridEditorCellProps & { name: string }) {
  const [isAdding, start] = usePending()
  const add = async () => {
    const select = selection.follow()
    const result = await addQuestion(
      newQuestionFor(structure, subSection, { text: name, columnId: column.column_id }),
      { sub_section_id: subSection.sub_section_id, row_id: row.row_id, column_id: column.column_id }
    )
    if (result.ok) select({ kind: 'membership', id: result.value })
    else showToast({ text: failureText(result.error), status: 'error' })
  }
  return (
    <div role="gridcell" aria-colindex={at + 2} style={{ background: EMPTY_GROUND }}>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={`Add a question at ${name}`}
        aria-busy={isAdding || undefined}
        onClick={() => start(add)}
        className={`${CELL_BUTTON} text-brand-text hover:bg-brand-tint ${isAdding ? 'opacity-50' : ''}`}
      >
        <Icon of={Plus} size={14} className="mx-auto" />
      </button>
    </div>
  )
}

/** Looks as it does to respondents; greyed out while its rule hides it. */
function QuestionCell({
  engine,
  cell,
  membership,
  selection,
  at,
  tabIndex,
  name
}: GridEditorCellProps & { membership: BuiltMembership; name: string }) {
  const state = cell && engine.store.get(cell.key)
  const isAsked = cell !== null && state !== null && !state.isHidden && !cell.question.is_disabled
  const text = isAsked ? state.text : '–'
  const side = cell === null || typeOf(cell.question).align === 'right' ? 'text-right' : 'text-left'
  const look = !isAsked
    ? 'bg-sunken text-ink-3'
    : isCalculated(cell.question)
      ? 'sum font-medium p-0!'
      : cellStatus(cell, state) === 'required'
        ? 'required'
        : undefined
  return (
    <div role="gridcell" aria-colindex={at + 2} className={look}>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-pressed={selection.part?.kind === 'membership' && selection.part.id === membership.membership_id}
        aria-label={`${name}${isAsked && text !== '' ? `, ${text}` : ''}`}
        onClick={() => selection.go({ kind: 'membership', id: membership.membership_id })}
        className={`${CELL_BUTTON} ${side} px-2 cut tabular-nums text-inherit hover:bg-brand-tint aria-pressed:bg-surface aria-pressed:border-brand-mark`}
      >
        {text}
      </button>
    </div>
  )
}
