import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { completions, readFormula, writeFormula } from '#domain/formulas/chart-formula.ts'
import { keyOf, type NamedCell } from './cells.ts'
import { isChosen, type DraftTerm } from './chart-draft.ts'

/** The name that is being typed at the caret: what stands after a [ that is not closed. */
function openName(text: string, caret: number): { from: number; typed: string } | null {
  const from = text.lastIndexOf('[', caret - 1)
  if (from < 0 || text.slice(from, caret).includes(']')) return null
  return { from, typed: text.slice(from + 1, caret) }
}

const formulaOf = (terms: readonly DraftTerm[], cells: readonly NamedCell[]): string =>
  writeFormula(
    terms.filter(isChosen).map(term => ({ figure: keyOf(term), factor: term.factor })),
    key => cells.find(cell => cell.key === key)?.name ?? '?'
  )

const termsOf = (terms: readonly { figure: NamedCell; factor: number }[]): DraftTerm[] =>
  terms.map(({ figure: { question_id, row_id, column_id }, factor }) => ({
    question_id,
    row_id,
    column_id,
    factor
  }))

/** The text of a formula, what it is read as, and the names that complete the one at the caret. */
export function useFormula(
  terms: readonly DraftTerm[],
  cells: readonly NamedCell[],
  onChange: (terms: DraftTerm[]) => void
) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => formulaOf(terms, cells))
  const [caret, setCaret] = useState(text.length)
  const [highlighted, setHighlighted] = useState(0)
  const [isDismissed, setDismissed] = useState(true)
  const figures = new Map(cells.map(cell => [cell.name, cell]))
  const reading = readFormula(text, figures)
  const name = openName(text, caret)
  const offered = cells.filter(cell => cell.is_active).map(cell => cell.name)
  const offers = name && !isDismissed ? completions(name.typed, offered) : []
  const at = Math.min(highlighted, offers.length - 1)

  const type = (next: string, position: number) => {
    setText(next)
    setCaret(position)
    setHighlighted(0)
    setDismissed(false)
    const read = readFormula(next, figures)
    if (read.ok) onChange(termsOf(read.terms))
  }
  const complete = (chosen: string) => {
    if (!name) return
    const start = `${text.slice(0, name.from)}[${chosen}]`
    type(start + text.slice(caret).replace(/^[^[\]+−-]*\]/, ''), start.length)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(start.length, start.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offers[at]
    if (chosen === undefined) return
    const step = { ArrowDown: 1, ArrowUp: offers.length - 1 }[event.key]
    if (step !== undefined) setHighlighted((at + step) % offers.length)
    else if (event.key === 'Enter' || event.key === 'Tab') complete(chosen)
    else if (event.key === 'Escape') setDismissed(true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { id, input, text, reading, offers, at, type, complete, onKeyDown, setCaret }
}
