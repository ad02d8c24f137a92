import { useId, type TextareaHTMLAttributes } from 'react'
import type { NameCompletion } from '#domain/formulas/named-expression.ts'
import { useCompletion, type CompletionParts } from './use-completion.ts'

interface ExpressionInputProps
  extends
    CompletionParts,
    Pick<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      | 'id'
      | 'rows'
      | 'disabled'
      | 'placeholder'
      | 'onBlur'
      | 'aria-label'
      | 'aria-invalid'
      | 'aria-describedby'
    > {
  /** The kind of names in the list. */
  listLabel: string
}

/** The field of a named expression, with completion of names. */
export function ExpressionInput({
  text,
  cells,
  onText,
  onEnter,
  onEscape,
  onBlur,
  listLabel,
  ...attributes
}: ExpressionInputProps) {
  const list = useId()
  const { input, completion, chosen, type, insert, close, onKeyDown } = useCompletion({
    text,
    cells,
    onText,
    onEnter,
    onEscape
  })
  return (
    <div className="relative grid">
      <textarea
        {...attributes}
        ref={input}
        role="combobox"
        aria-expanded={completion !== null}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={completion === null ? undefined : `${list}-${chosen}`}
        value={text}
        spellCheck={false}
        className="input h-auto! py-1.5!"
        onChange={event => type(event.target.value, event.target.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={event => {
          close()
          onBlur?.(event)
        }}
      />
      {completion !== null && (
        <FormulaNames
          id={list}
          label={listLabel}
          names={completion.names}
          chosen={chosen}
          onChoose={insert}
        />
      )}
    </div>
  )
}

interface NamesProps {
  id: string
  label: string
  names: NameCompletion['names']
  chosen: number
  onChoose: (name: string) => void
}

function FormulaNames({ id, label, names, chosen, onChoose }: NamesProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="float absolute z-20 top-full left-0 right-0 mt-1 py-1 max-h-60 overflow-auto"
    >
      {names.map(({ name, hint }, index) => (
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="flex items-baseline gap-2 px-3 py-1.5 cursor-pointer aria-selected:bg-brand-tint"
          // Keeps focus in the field: a blur would save half a formula.
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
