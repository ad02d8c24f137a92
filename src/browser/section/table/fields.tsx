// How each question type is entered on the page. Everything else about types is in domain/question-types.ts.
import type { ReactNode } from 'react'
import type { Question, QuestionType } from '#contract/questionnaires.ts'
import { ChoiceField } from './choice-field.tsx'
import type { FieldProps } from './field-attributes.ts'
import { MultipleChoice } from './multiple-choice.tsx'
import { BUTTON_WIDTH, ScaleField } from './scale-field.tsx'
import { TextField, type Typing } from './text-field.tsx'

export interface FieldRecord {
  Field: (props: FieldProps) => ReactNode
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

const typed = (width: number, typing: Typing = {}): FieldRecord => ({
  Field: props => <TextField {...props} {...typing} />,
  gridWidth: () => width,
  isGroup: false,
  isWide: false,
  isShort: false
})

const figure: FieldRecord = { ...typed(FIGURE, { inputMode: 'decimal' }), isShort: true }

const choice = (width: number): FieldRecord => ({ ...typed(width), Field: ChoiceField })

/** Types that nobody enters. */
const none: FieldRecord = { ...typed(FIGURE), Field: () => null }

const fields = {
  integer: { ...typed(FIGURE, { inputMode: 'numeric' }), isShort: true },
  decimal: figure,
  percentage: figure,
  currency: figure,
  text: typed(144),
  long_text: { ...typed(224), isWide: true },
  single_choice: choice(120),
  multiple_choice: { ...typed(224), Field: MultipleChoice, isGroup: true, isWide: true },
  yes_no: choice(104),
  date: { ...typed(128, { placeholder: 'day/month/year', isDate: true }), isShort: true },
  calculated: none,
  heading: none,
  time: { ...typed(FIGURE, { placeholder: 'h:mm' }), isShort: true },
  scale: {
    ...typed(FIGURE),
    Field: ScaleField,
    gridWidth: ({ option_list }) => Math.max(FIGURE, option_list.length * BUTTON_WIDTH + 16),
    isGroup: true
  }
} satisfies Record<QuestionType, FieldRecord>

export const fieldOf = ({ question_type }: Pick<Question, 'question_type'>): FieldRecord =>
  fields[question_type]
