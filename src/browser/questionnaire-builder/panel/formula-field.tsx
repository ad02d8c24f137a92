import { useId } from 'react'
import { ExpressionInput } from '#browser/forms/expression-input.tsx'
import { FieldTrouble } from '#browser/questionnaire-builder/editor/edit-field.tsx'
import { partFields, type PartFieldRef } from '#browser/questionnaire-builder/part-fields.ts'
import type { NamedCell } from '#domain/formulas/named-expression.ts'
import { useEdit } from './use-edit.ts'

interface FormulaFieldProps {
  field: PartFieldRef
  cells: readonly NamedCell[]
  disabledBecause: string | null
  placeholder: string
}

/** A formula with the names of questions, saved on blur. */
export function FormulaField({ field, cells, disabledBecause, placeholder }: FormulaFieldProps) {
  const id = useId()
  const { text, edit, onText, onLeave, onGiveUp } = useEdit(field)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-small text-ink-2 justify-self-start">
        {partFields[field.name].label}
      </label>
      <ExpressionInput
        id={id}
        rows={2}
        text={text}
        cells={cells}
        listLabel="Questions in this section"
        aria-invalid={edit?.state === 'refused' || undefined}
        aria-describedby={`${id}-more`}
        disabled={disabledBecause !== null}
        placeholder={placeholder}
        onText={onText}
        onEnter={onLeave}
        onEscape={onGiveUp}
        onBlur={onLeave}
      />
      <div id={`${id}-more`} className="empty:hidden">
        <FieldTrouble field={field} edit={edit} />
        {edit?.state === 'refused' && (
          <p className="text-tiny text-ink-3">The previous formula applies until this one is saved.</p>
        )}
      </div>
    </div>
  )
}
