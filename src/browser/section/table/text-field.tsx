import type { CellState } from '#browser/section/state/cell-state.ts'
import { noAnswerText } from '#browser/section/state/edit-content.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { fieldAttributes, type CellFieldProps } from './field-attributes.ts'

export interface Typing {
  inputMode?: 'decimal' | 'numeric'
  /** Describes the expected answer. */
  placeholder?: string
  isDate?: boolean
}

/** A text field. After its first render, use-cell-form.ts updates its text. */
export function TextField({ inputMode, placeholder, isDate = false, ...props }: CellFieldProps & Typing) {
  const { engine, cell, state } = props
  const common = {
    ...fieldAttributes(props),
    defaultValue: state.text,
    readOnly: engine.isLocked || undefined,
    placeholder: noAnswerText(state.answer) ?? placeholder
  }
  return typeOf(cell.question).isLong ? (
    <textarea rows={cell.table.kind === 'list' ? 3 : 1} spellCheck {...common} />
  ) : (
    <input
      type={isDate && hasPicker(state) ? 'date' : 'text'}
      inputMode={mayBeNegative(props) ? undefined : inputMode}
      enterKeyHint="next"
      {...common}
    />
  )
}

/** The keys for figures of some phones have no minus, so they are for questions that exclude it. */
const mayBeNegative = ({ cell: { question } }: CellFieldProps): boolean =>
  question.min_value === null || question.min_value < 0

/**
 * With a coarse pointer a date is picked in the browser's date field; with a keyboard it is typed. An invalid date stays visible, so that
 * it can be corrected.
 */
const hasPicker = ({ text }: CellState): boolean =>
  (text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text)) && matchMedia('(pointer: coarse)').matches
