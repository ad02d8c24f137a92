// How each question type is entered on the page. Everything else about types is in src/domain/answers/question-types.ts.

import type { ReactNode } from 'react'
import type { Question, QuestionType } from '#contract/questionnaires.ts'
import { dateOrder } from '#domain/answers/date-text.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { type CellFieldProps, fieldAttributes } from './field-attributes.ts'
import { MultipleChoice } from './multiple-choice.tsx'
import { BUTTON_WIDTH, ScaleField } from './scale-field.tsx'
import { TextField, type Typing } from './text-field.tsx'

/** A single choice as a drop-down. A pasted value that is not an option stays visible. */
function ChoiceField(props: CellFieldProps) {
  const { engine, cell, state } = props
  const choices = typeOf(cell.question).choices(cell.question)
  const isKnown = state.text === '' || choices.includes(state.text)
  return (
    <select
      {...fieldAttributes(props)}
      value={state.text}
      onChange={event => engine.editing.paste([{ key: cell.key, text: event.target.value }])}
    >
      <option value="">{cell.table.kind === 'grid' ? '' : 'Choose'}</option>
      {!isKnown && <option value={state.text}>{state.text}</option>}
      {choices.map(choice => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  )
}

export interface FieldRecord {
  Field: (props: CellFieldProps) => ReactNode
  /** The width of a grid column, in pixels. */
  gridWidth: (question: Pick<Question, 'option_list'>) => number
  /** Several fields in one, which draw their own frames. */
  isGroup: boolean
  /** Needs a list's full width, below its question. */
  isWide: boolean
  /** A short answer, so its field in a survey is short too. */
  isShort: boolean
}

const FIGURE = 88

const typedField = (width: number, typing: Typing = {}): FieldRecord => ({
  Field: props => <TextField {...props} {...typing} />,
  gridWidth: () => width,
  isGroup: false,
  isWide: false,
  isShort: false
})

const figureField: FieldRecord = { ...typedField(FIGURE, { inputMode: 'decimal' }), isShort: true }

const choice = (width: number): FieldRecord => ({ ...typedField(width), Field: ChoiceField })

/** Types that nobody enters. */
const noField: FieldRecord = { ...typedField(FIGURE), Field: () => null }

const fields = {
  integer: { ...typedField(FIGURE, { inputMode: 'numeric' }), isShort: true },
  decimal: figureField,
  percentage: figureField,
  currency: figureField,
  text: typedField(144),
  long_text: { ...typedField(224), isWide: true },
  single_choice: choice(120),
  multiple_choice: { ...typedField(224), Field: MultipleChoice, isGroup: true, isWide: true },
  yes_no: choice(104),
  date: { ...typedField(128, { placeholder: dateOrder }), isShort: true },
  calculated: noField,
  heading: noField,
  time: { ...typedField(FIGURE, { placeholder: () => 'h:mm' }), isShort: true },
  scale: {
    ...typedField(FIGURE),
    Field: ScaleField,
    gridWidth: ({ option_list }) => Math.max(FIGURE, option_list.length * BUTTON_WIDTH + 16),
    isGroup: true
  }
} satisfies Record<QuestionType, FieldRecord>

export const fieldOf = ({ question_type }: Pick<Question, 'question_type'>): FieldRecord =>
  fields[question_type]
