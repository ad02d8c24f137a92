import { noAnswerText } from '#browser/section/state/edit-content.ts'
import { readOnlyText } from '#browser/section/state/read-answer.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { fieldAttributes, isReadOnly, type CellFieldProps, type CellProps } from './field-attributes.ts'

export interface Typing {
  inputMode?: 'decimal' | 'numeric'
  /** Describes the expected answer. */
  placeholder?: () => string
}

/** A text field. After its first render, use-cell-form.ts updates its text. */
export function TextField({ inputMode, placeholder, ...props }: CellFieldProps & Typing) {
  const { cell, state } = props
  const { type, text } = fieldContent(props)
  const common = {
    ...fieldAttributes(props),
    defaultValue: text,
    placeholder: noAnswerText(state.answer) ?? placeholder?.()
  }
  return typeOf(cell.question).isLong ? (
    <textarea rows={cell.table.kind === 'list' ? 3 : 1} spellCheck {...common} />
  ) : (
    <input
      type={type}
      inputMode={mayBeNegative(props) ? undefined : inputMode}
      enterKeyHint="next"
      {...common}
    />
  )
}

/** About as many letters as a line of a list's field holds. */
const LINE_LETTERS = 36

/**
 * An answer that cannot be changed, of any type, as text. It takes the focus, so that the panel shows its comments and history, and has no box
 * (src/browser/app/styles/cells.css). Words of a list wrap.
 */
export function ReadOnlyField(props: CellFieldProps) {
  const { cell, className } = props
  const isGrid = cell.table.kind === 'grid'
  const { text } = fieldContent(props)
  const common = {
    ...fieldAttributes(props),
    className: isGrid ? className : 'answer-text scroll-mt-10',
    defaultValue: text,
    readOnly: true,
    placeholder: isGrid ? undefined : 'no answer'
  }
  return isGrid || ['number', 'date'].includes(typeOf(cell.question).holds) ? (
    <input type="text" {...common} />
  ) : (
    <textarea
      rows={text.split('\n').reduce((rows, line) => rows + Math.ceil(line.length / LINE_LETTERS || 1), 0)}
      {...common}
    />
  )
}

/** The keys for figures of some phones have no minus, so they are for questions that exclude it. */
const mayBeNegative = ({ cell: { question } }: CellFieldProps): boolean =>
  question.min_value === null || question.min_value < 0

/**
 * With a coarse pointer a date is picked in the browser's date field, which takes ISO dates only; with a keyboard it is typed. An invalid
 * date stays visible, so that it can be corrected.
 */
export function fieldContent(props: CellProps): { type: 'date' | 'text'; text: string } {
  const { cell, state } = props
  if (isReadOnly(props)) return { type: 'text', text: readOnlyText(cell, state) }
  const { text, answer } = state
  const picked = typeOf(cell.question).holds === 'date' && (text === '' ? '' : answer.value)
  return typeof picked === 'string' && matchMedia('(pointer: coarse)').matches
    ? { type: 'date', text: picked }
    : { type: 'text', text }
}
