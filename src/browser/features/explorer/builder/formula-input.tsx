import { Button } from '#browser/ui/button.tsx'
import type { NamedCell } from './cells.ts'
import type { DraftTerm } from './chart-draft.ts'
import { useFormula } from './use-formula.ts'

interface FormulaInputProps {
  label: string
  terms: readonly DraftTerm[]
  cells: readonly NamedCell[]
  onChange: (terms: DraftTerm[]) => void
  onClose: () => void
}

/** A sum of figures as text, with completion of their names after [. What cannot be read is explained, and changes nothing. */
export function FormulaInput({ label, terms, cells, onChange, onClose }: FormulaInputProps) {
  const { id, input, text, reading, offers, at, type, complete, onKeyDown, setCaret } = useFormula(
    terms,
    cells,
    onChange
  )
  return (
    <div className="relative grid gap-1">
      <textarea
        ref={input}
        rows={3}
        role="combobox"
        aria-label={`${label} as a formula`}
        aria-autocomplete="list"
        aria-expanded={offers.length > 0}
        aria-controls={offers.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={offers.length > 0 ? `${id}-${at}` : undefined}
        aria-invalid={!reading.ok || undefined}
        aria-describedby={`${id}-more`}
        className="input h-auto! py-1.5! text-small!"
        placeholder="[figure] + [figure] − 2 × [figure]"
        value={text}
        onChange={event => type(event.target.value, event.target.selectionStart)}
        onSelect={event => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {offers.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Figures"
          className="float absolute top-[74px] left-0 right-0 z-20 py-1 max-h-64 overflow-auto"
        >
          {offers.map((offer, index) => (
            <div
              key={offer}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className="px-2.5 py-1 text-small cursor-pointer aria-selected:bg-brand-tint"
              onPointerDown={event => {
                event.preventDefault()
                complete(offer)
              }}
            >
              {offer}
            </div>
          ))}
        </div>
      )}
      <p id={`${id}-more`} role="status" className={`text-tiny ${reading.ok ? 'text-ink-3' : 'text-bad'}`}>
        {reading.ok ? 'Type [ to choose a figure.' : explained(text, reading)}
      </p>
      <Button kind="quiet" size="s" className="justify-self-start" disabled={!reading.ok} onClick={onClose}>
        Show as a list
      </Button>
    </div>
  )
}

/** The message with the place it is about. */
function explained(text: string, { message, at }: { message: string; at: number }): string {
  const before = text.slice(Math.max(0, at - 18), at).trim()
  return `${message}${before === '' ? '' : ` (after “${before}”)`} The chart will not change until this is corrected.`
}
