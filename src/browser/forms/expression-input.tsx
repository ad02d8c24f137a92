import { useId, type TextareaHTMLAttributes } from 'react'
import { piecesOfFormula, type NameCompletion } from '#domain/formulas/named-expression.ts'
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
      <FormulaChips text={text} cells={cells} isLocked={attributes.disabled === true} />
      <textarea
        {...attributes}
        ref={input}
        aria-controls={completion === null ? undefined : list}
        aria-autocomplete="list"
        aria-activedescendant={completion === null ? undefined : `${list}-${chosen}`}
        value={text}
        spellCheck={false}
        className={`${FIELD} resize-none bg-transparent!`}
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

/** The field and its chips lie in one place and break their lines alike; whichever is higher sets the height. */
const FIELD = 'input [grid-area:1/1] h-auto! py-1.5! whitespace-pre-wrap break-words'

interface ChipsProps extends Pick<CompletionParts, 'text' | 'cells'> {
  isLocked: boolean
}

/** The names of questions in a formula as chips, drawn behind the field that has them as text. */
function FormulaChips({ text, cells, isLocked }: ChipsProps) {
  return (
    <div
      aria-hidden="true"
      className={`${FIELD} pointer-events-none select-none border-transparent! text-transparent! ${isLocked ? 'bg-sunken!' : ''}`}
    >
      {piecesOfFormula(text, cells).map((piece, at) =>
        piece.isKnown === null ? (
          piece.text
        ) : (
          <mark
            key={at}
            className={`rounded text-transparent ${piece.isKnown ? KNOWN_NAME_LOOK : UNKNOWN_NAME_LOOK}`}
          >
            {piece.text}
          </mark>
        )
      )}
      {/* An empty last line counts only if something is in it. */}
      {'\u200B'}
    </div>
  )
}

const KNOWN_NAME_LOOK = 'bg-brand-tint outline outline-1 outline-brand-line'
const UNKNOWN_NAME_LOOK = 'bg-transparent underline decoration-wavy decoration-bad'

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
