import { FIELD_ROW, FieldTrouble, ROW_LABEL } from '#browser/questionnaire-builder/editor/edit-field.tsx'
import type { PartFieldRef } from '#browser/questionnaire-builder/part-fields.ts'
import type { BuiltQuestion, PartRef } from '#browser/questionnaire-builder/parts.ts'
import { Segmented } from '#browser/ui/segmented.tsx'
import { QuestionType } from '#contract/questionnaires.ts'
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
  const field: PartFieldRef = { part, name: 'question_type' }
  const { text, edit, onText, onChoice, onGiveUp } = useEdit(field)
  const wanted = text as QuestionType
  const family = typeFamily(wanted)
  const isFixed = disabledBecause !== null
  const choose = (type: QuestionType) => {
    const needs = needsMore(question, type)
    if (needs) onText(type)
    else onChoice(type)
  }
  const press = (pressed: Family) => {
    const [first] = families.get(pressed) ?? []
    if (first !== undefined && pressed !== family) choose(first)
  }
  return (
    <div className={`${FIELD_ROW} gap-y-1.5 [&>:nth-child(n+4)]:col-span-full`}>
      <span className={ROW_LABEL}>Type</span>
      <div className="[&>div]:max-w-full [&>div]:h-auto [&>div]:flex-wrap">
        <Segmented
          label="Type"
          disabled={isFixed}
          options={[...families.keys()].map(id => ({ id, label: id }))}
          pressed={family}
          onPress={press}
        />
      </div>
      <TypeInFamily family={family} type={wanted} disabled={isFixed} onChoose={choose} />
      {edit !== undefined && needsMore(question, wanted) && (
        <TypeNeeds part={part} question={question} type={wanted} onDone={onGiveUp} onGiveUp={onGiveUp} />
      )}
      <FieldTrouble field={field} edit={edit} />
    </div>
  )
}

type Family = 'Number' | 'Choice' | 'Text' | 'Date'

/** What a respondent does: writes a figure, a text or a date, or chooses. */
function typeFamily(type: QuestionType): Family {
  const { entry, holds } = questionTypes[type]
  if (entry === 'chosen') return 'Choice'
  return holds === 'number' ? 'Number' : holds === 'date' ? 'Date' : 'Text'
}

const families = new Map(
  (['Number', 'Choice', 'Text', 'Date'] as const).map(family => [
    family,
    QuestionType.options.filter(type => typeFamily(type) === family)
  ])
)

interface TypeInFamilyProps {
  family: Family
  type: QuestionType
  disabled: boolean
  onChoose: (type: QuestionType) => void
}

/** Which kind of number, choice or text, if there are several. */
function TypeInFamily({ family, type, disabled, onChoose }: TypeInFamilyProps) {
  const types = families.get(family) ?? []
  if (types.length < 2) return null
  return (
    <select
      aria-label={`Kind of ${family.toLowerCase()}`}
      className="input col-start-2"
      value={type}
      disabled={disabled}
      onChange={event => onChoose(event.target.value as QuestionType)}
    >
      {types.map(one => (
        <option key={one} value={one}>
          {questionTypeNames[one]}
        </option>
      ))}
    </select>
  )
}

/** Whether the type requires something that the question lacks. */
function needsMore(question: BuiltQuestion, type: QuestionType): boolean {
  const { options, entry } = questionTypes[type]
  if (type === question.question_type) return false
  return (options !== 'none' && question.option_list.length === 0) || entry === 'calculated'
}
