import { useId } from 'react'
import type { Completion, NamedCell } from '#domain/formulas/named-expression.ts'
import type { EditedField } from '../edits.ts'
import { FieldTrouble } from '../editor/edit-field.tsx'
import { useCompletion } from '../use-completion.ts'
import { useEdit } from './use-edit.ts'

interface FormulaFieldProps {
  field: EditedField
  cells: readonly NamedCell[]
  disabledBecause: string | null
  placeholder: string
}

/** A formula with the names of questions, which are offered while one is typed. */
export function FormulaField({ field, cells, disabledBecause, placeholder }: FormulaFieldProps) {
  const id = useId()
  const edited = useEdit(field)
  const { text, edit, onLeave } = edited
  const { input, completion, chosen, type, insert, close, onKeyDown } = useCompletion({ ...edited, cells })
  return (
    <div className="grid gap-1 relative">
      <label htmlFor={id} className="text-small text-ink-2 justify-self-start">
        {field.label}
      </label>
      <textarea
        ref={input}
        id={id}
        rows={2}
        role="combobox"
        aria-expanded={completion !== null}
        aria-controls={`${id}-names`}
        aria-autocomplete="list"
        aria-activedescendant={completion === null ? undefined : `${id}-${chosen}`}
        aria-invalid={edit?.state === 'refused' || undefined}
        aria-describedby={`${id}-more`}
        value={text}
        disabled={disabledBecause !== null}
        placeholder={placeholder}
        spellCheck={false}
        className="input h-auto! py-1.5!"
        onChange={event => type(event.target.value, event.target.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close()
          onLeave()
        }}
      />
      {completion !== null && <Names id={id} names={completion.names} chosen={chosen} onChoose={insert} />}
      <div id={`${id}-more`} className="empty:hidden">
        <FieldTrouble field={field} edit={edit} />
        {edit?.state === 'refused' && (
          <p className="text-tiny text-ink-3">The previous formula applies until this one is saved.</p>
        )}
      </div>
    </div>
  )
}

interface NamesProps {
  id: string
  names: Completion['names']
  chosen: number
  onChoose: (name: string) => void
}

function Names({ id, names, chosen, onChoose }: NamesProps) {
  return (
    <div
      id={`${id}-names`}
      role="listbox"
      aria-label="Questions in this section"
      className="float absolute z-20 top-16 left-0 right-0 py-1 max-h-60 overflow-auto"
    >
      {names.map(({ name, hint }, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="flex items-baseline gap-2 px-3 py-1.5 cursor-pointer aria-selected:bg-brand-tint"
          // The field keeps the focus: leaving it would save half a formula.
          onPointerDown={event => {
            event.preventDefault()
            onChoose(name)
          }}
        >
          <span className="flex-1 min-w-0">{name}</span>
          <span className="text-tiny text-ink-3">{hint}</span>
        </div>
      ))}
    </div>
  )
}
