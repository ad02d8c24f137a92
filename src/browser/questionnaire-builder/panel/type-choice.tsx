import { useId } from 'react'
import { FIELD_ROW, FieldTrouble, ROW_LABEL } from '#browser/questionnaire-builder/editor/edit-field.tsx'
import type { PartFieldRef } from '#browser/questionnaire-builder/part-fields.ts'
import type { BuiltQuestion, PartRef } from '#browser/questionnaire-builder/parts.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { questionTypeNames } from '#domain/answers/question-type-names.ts'
import { questionTypes } from '#domain/answers/question-types.ts'
import { TypeNeeds } from './type-needs.tsx'
import { useEdit } from './use-edit.ts'

interface TypeChoiceProps {
  part: PartRef
  question: BuiltQuestion
  disabledBecause: string | null
}

/** The type of a question. A type that needs options or a formula asks for them before it is saved. */
export function TypeChoice({ part, question, disabledBecause }: TypeChoiceProps) {
  const id = useId()
  const field: PartFieldRef = { part, name: 'question_type' }
  const { text, edit, onText, onChoice, onGiveUp } = useEdit(field)
  const wanted = text as QuestionType
  const choose = (type: QuestionType) => {
    const needs = needsMore(question, type)
    if (needs) onText(type)
    else onChoice(type)
  }
  return (
    <div className={`${FIELD_ROW} gap-y-1 [&>:nth-child(n+3)]:col-span-full`}>
      <label htmlFor={id} className={ROW_LABEL}>
        Type
      </label>
      <select
        id={id}
        className="input"
        value={wanted}
        disabled={disabledBecause !== null}
        onChange={event => choose(event.target.value as QuestionType)}
      >
        {Object.entries(questionTypeNames).map(([type, name]) => (
          <option key={type} value={type}>
            {name}
          </option>
        ))}
      </select>
      {edit !== undefined && needsMore(question, wanted) && (
        <TypeNeeds part={part} question={question} type={wanted} onDone={onGiveUp} onGiveUp={onGiveUp} />
      )}
      <FieldTrouble field={field} edit={edit} />
    </div>
  )
}

/** Whether the type requires something that the question lacks. */
function needsMore(question: BuiltQuestion, type: QuestionType): boolean {
  const { options, entry } = questionTypes[type]
  if (type === question.question_type) return false
  return (options !== 'none' && question.option_list.length === 0) || entry === 'calculated'
}
