import { cellText } from '#domain/answers/cell-text.ts'
import type { CellState } from '../state/cell-state.ts'
import { fieldId } from './cell-id.ts'
import type { FieldProps } from './field-attributes.ts'
import { fieldOf } from './fields.tsx'
import type { CellModel } from '../state/model.ts'

/**
 * The field of one cell, by the question's type. It has no state and no effect, because a section has
 * thousands of them.
 */
export function CellField(props: FieldProps) {
  const { Field } = fieldOf(props.cell.question)
  return <Field {...props} />
}

interface CalculatedFieldProps {
  cell: CellModel
  state: CellState
  describedBy?: string | undefined
  className?: string
}

/** A calculated value: read and copied, not entered, so Tab skips it. The list of issues still leads here. */
export function CalculatedField({ cell, state, describedBy, className }: CalculatedFieldProps) {
  return (
    <output id={fieldId(cell.key)} tabIndex={-1} aria-describedby={describedBy} className={className}>
      {state.text || cellText(cell.question, null) || <span className="text-ink-3 font-normal">not yet</span>}
    </output>
  )
}
