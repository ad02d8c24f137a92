import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { readOnlyText } from '#browser/section/state/read-answer.ts'
import { fieldId } from './cell-id.ts'
import { isReadOnly, type CellFieldProps } from './field-attributes.ts'
import { fieldOf } from './fields.tsx'
import { ReadOnlyField } from './text-field.tsx'

/**
 * The field of one cell, by the question's type. It has no state and no effect, because a section has
 * thousands of them.
 */
export function CellField(props: CellFieldProps) {
  const { Field } = fieldOf(props.cell.question)
  return isReadOnly(props) ? <ReadOnlyField {...props} /> : <Field {...props} />
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
      {readOnlyText(cell, state) || <span className="text-ink-3 font-normal">not yet</span>}
    </output>
  )
}
