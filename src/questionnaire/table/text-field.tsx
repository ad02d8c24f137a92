import { typeOf } from '#domain/question-types.ts'
import type { CellState } from '../state/cell-state.ts'
import { fieldAttributes, type FieldProps } from './field-attributes.ts'

export interface Typing {
  inputMode?: 'decimal' | 'numeric'
  /** Describes the expected answer. */
  placeholder?: string
}

/** A text field. After its first render, field-texts.ts updates its text. */
export function TextField({ inputMode, placeholder, ...props }: FieldProps & Typing) {
  const { engine, cell, state } = props
  const common = {
    ...fieldAttributes(props),
    defaultValue: state.text,
    readOnly: engine.isLocked || undefined,
    placeholder: reasonIn(state) ?? placeholder
  }
  return typeOf(cell.question).isLong && cell.table.kind === 'list' ? (
    <textarea rows={3} spellCheck {...common} />
  ) : (
    <input inputMode={mayBeNegative(props) ? undefined : inputMode} enterKeyHint="next" {...common} />
  )
}

/** The keys for figures of some phones have no minus. */
const mayBeNegative = ({ cell: { question } }: FieldProps): boolean =>
  question.min_value !== null && question.min_value < 0

function reasonIn({ answer }: CellState): string | undefined {
  if (answer.is_not_applicable) return 'n/a'
  return answer.is_not_available ? 'not known' : undefined
}
