import { addQuestion } from '#browser/questionnaire-builder/changes.ts'
import { newQuestionFor } from '#browser/questionnaire-builder/new-question.ts'
import { questionAt, type BuiltMembership } from '#browser/questionnaire-builder/parts.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { failureText } from '#lib/text/offline-text.ts'
import type { SubSectionProps } from './section-props.ts'

interface GridEditorCellProps extends SubSectionProps {
  membership: BuiltMembership | undefined
  row: { row_id: number; row_name: string }
  column: { column_id: number; column_name: string }
}

/** A cell shows its question; an empty one accepts a new question. */
export function GridEditorCell({
  structure,
  subSection,
  selection,
  membership,
  row,
  column
}: GridEditorCellProps) {
  const question = membership && questionAt(structure, membership.question_id)
  const name = subSection.is_repeating ? column.column_name : `${row.row_name}, ${column.column_name}`
  const add = async () => {
    const result = await addQuestion(
      newQuestionFor(structure, subSection, { text: name, columnId: column.column_id }),
      { sub_section_id: subSection.sub_section_id, row_id: row.row_id, column_id: column.column_id }
    )
    if (result.ok) selection.go({ kind: 'membership', id: result.value })
    else showToast({ text: failureText(result.error), status: 'error' })
  }
  if (membership === undefined || question === undefined)
    return (
      <button
        type="button"
        aria-label={`Add a question at ${name}`}
        onClick={add}
        className="grid place-items-center w-full h-full min-h-9 border-0 bg-transparent text-brand-text hover:bg-brand-tint"
      >
        <Icon of={Plus} size={14} />
      </button>
    )
  const type = questionTypeNames[question.question_type]
  return (
    <button
      type="button"
      aria-pressed={selection.part?.kind === 'membership' && selection.part.id === membership.membership_id}
      aria-label={`${name}: ${type}${question.is_active ? '' : ', retired'}`}
      onClick={() => selection.go({ kind: 'membership', id: membership.membership_id })}
      className="block w-full h-full min-h-9 px-2 border-2 border-solid border-transparent bg-transparent text-right text-ink-2 hover:bg-sunken aria-pressed:border-brand-mark"
    >
      {question.unit || type}
      {!question.is_active && <span className="text-tiny text-ink-3"> retired</span>}
    </button>
  )
}
