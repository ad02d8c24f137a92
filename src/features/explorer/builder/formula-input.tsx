import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { completions, readFormula, writeFormula } from '#domain/chart-formula.ts'
import { Button } from '#ui/button.tsx'
import type { DraftTerm } from './chart-draft.ts'
import { keyOf, type NamedCell } from './cells.ts'

interface FormulaInputProps {
  label: string
  terms: readonly DraftTerm[]
  cells: readonly NamedCell[]
  onChange: (terms: DraftTerm[]) => void
  onClose: () => void
}

/** The name that is being typed at the caret: what stands after a [ that is not closed. */
function openName(text: string, caret: number): { from: number; typed: string } | null {
  const from = text.lastIndexOf('[', caret - 1)
  if (from < 0 || text.slice(from, caret).includes(']')) return null
  return { from, typed: text.slice(from + 1, caret) }
}

/** A sum of figures as text, with completion of their names after [. What cannot be read is explained, and changes nothing. */
export function FormulaInput({ label, terms, cells, onChange, onClose }: FormulaInputProps) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const nameOf = (key: string): string => cells.find(cell => cell.key === key)?.name ?? '?'
  const [text, setText] = useState(() =>
    writeFormula(
      terms.filter(term => term.question_id > 0).map(term => ({ figure: keyOf(term), factor: term.factor })),
      nameOf
    )
  )
  const [caret, setCaret] = useState(text.length)
  const [highlighted, setHighlighted] = useState(0)
  const [isDismissed, setDismissed] = useState(false)
  const figures = new Map(cells.map(cell => [cell.name, cell]))
  const reading = readFormula(text, figures)
  const name = openName(text, caret)
  const offers =
    name && !isDismissed
      ? completions(
          name.typed,
          cells.filter(cell => cell.is_active).map(cell => cell.name)
        )
      : []
  const at = Math.min(highlighted, offers.length - 1)

  const take = (next: string, position: number) => {
    setText(next)
    setCaret(position)
    setHighlighted(0)
    setDismissed(false)
    const read = readFormula(next, figures)
    if (read.ok)
      onChange(
        read.terms.map(({ figure: { question_id, row_id, column_id }, factor }) => ({
          question_id,
          row_id,
          column_id,
          factor
        }))
      )
  }
  const complete = (chosen: string) => {
    if (!name) return
    const rest = text.slice(caret).replace(/^[^[\]+−-]*\]/, '')
    const start = `${text.slice(0, name.from)}[${chosen}]`
    take(start + rest, start.length)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(start.length, start.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (offers.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : offers.length - 1
      setHighlighted((at + step) % offers.length)
    } else if (event.key === 'Enter' || event.key === 'Tab') complete(offers[at]!)
    else if (event.key === 'Escape') setDismissed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative grid gap-1">
      <textarea
        ref={input}
        rows={3}
        role="combobox"
        aria-label={`${label} as a formula`}
        aria-autocomplete="list"
        aria-expanded={offers.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={offers.length > 0 ? `${id}-${at}` : undefined}
        aria-invalid={!reading.ok || undefined}
        aria-describedby={`${id}-more`}
        className="input h-auto! py-1.5! text-small!"
        placeholder="[figure] + [figure] − 2 × [figure]"
        value={text}
        onChange={event => take(event.target.value, event.target.selectionStart)}
        onSelect={event => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {offers.length > 0 && (
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label="Figures"
          className="float absolute top-full left-0 right-0 z-20 m-0 py-1 px-0 list-none max-h-64 overflow-auto"
        >
          {offers.map((offer, index) => (
            <li
              key={offer}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className="px-2.5 py-1 text-small cursor-pointer aria-selected:bg-brand-tint"
              onPointerDown={event => {
                event.preventDefault()
                complete(offer)
              }}
            >
              {offer}
            </li>
          ))}
        </ul>
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
  return `${message}${before === '' ? '' : ` (after “${before}”)`} What was read before still counts.`
}
