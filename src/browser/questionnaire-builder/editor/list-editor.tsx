import { addQuestion, orderParts } from '#browser/questionnaire-builder/changes.ts'
import { questionAt } from '#browser/questionnaire-builder/parts.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { GripVertical } from '#browser/ui/icons/rare-icon-paths.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { AddField } from './add-field.tsx'
import { FindQuestion } from './find-question.tsx'
import { useReorder } from './reorder.ts'
import type { SubSectionProps } from './section-props.ts'

/** The questions of a list in their order. */
export function ListEditor({ structure, subSection, selection }: SubSectionProps) {
  const { sub_section_id: id, memberships } = subSection
  const cell = { sub_section_id: id, row_id: 0, column_id: 0 }
  const { propsOf } = useReorder({
    ids: memberships.map(one => one.membership_id),
    direction: 'vertical',
    onOrder: reorder => orderParts({ part: 'membership', within: id }, reorder)
  })
  const add = async (question_text: string) => {
    const select = selection.follow()
    const { project_id } = structure.questionnaire
    const result = await addQuestion({ project_id, question_text, question_type: 'integer' }, cell)
    if (result.ok) select({ kind: 'membership', id: result.value })
    return result
  }
  return (
    <div className="grid gap-2">
      {memberships.length === 0 ? (
        <p className="card px-4 py-6 text-center text-small text-ink-2">No questions yet.</p>
      ) : (
        <ol className="card divide-y divide-solid divide-line" aria-describedby="how-to-reorder">
          {memberships.map(membership => {
            const question = questionAt(structure, membership.question_id)
            const isOpen =
              selection.part?.kind === 'membership' && selection.part.id === membership.membership_id
            return (
              question && (
                <li
                  key={membership.membership_id}
                  {...propsOf(membership.membership_id)}
                  className="border-0 data-[over=true]:bg-brand-tint"
                >
                  <button
                    type="button"
                    aria-pressed={isOpen}
                    onClick={() => selection.go({ kind: 'membership', id: membership.membership_id })}
                    className="flex items-baseline gap-2 w-full px-3 py-2 border-0 bg-transparent text-left hover:bg-sunken aria-pressed:bg-brand-tint"
                  >
                    <Icon of={GripVertical} size={12} className="text-ink-3 cursor-grab self-center" />
                    <span
                      className={`flex-1 min-w-0 break-words ${question.is_active ? '' : 'text-ink-3 line-through'}`}
                    >
                      {question.question_text}
                      {membership.is_required && (
                        <span className="text-tiny text-ink-3 whitespace-nowrap"> required</span>
                      )}
                    </span>
                    <span className="text-tiny text-ink-3 whitespace-nowrap">
                      {question.is_active
                        ? [questionTypeNames[question.question_type], question.unit]
                            .filter(Boolean)
                            .join(', ')
                        : 'retired'}
                    </span>
                  </button>
                </li>
              )
            )
          })}
        </ol>
      )}
      <div className="flex flex-wrap gap-2">
        <AddField what="question" name="question_text" onAdd={add} />
        <FindQuestion structure={structure} cell={cell} selection={selection} />
      </div>
    </div>
  )
}
