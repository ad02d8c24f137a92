import { useRef, useState, type KeyboardEvent } from 'react'
import { completionAt, type Completion, type NamedCell } from '#domain/formulas/named-expression.ts'

interface CompletionParts {
  text: string
  cells: readonly NamedCell[]
  onText: (text: string) => void
  /** What Enter and Escape do while no names are offered. */
  onLeave: () => void
  onGiveUp: () => void
}

/** The names that are offered while a formula is typed, and the keys that choose among them. */
export function useCompletion({ text, cells, onText, onLeave, onGiveUp }: CompletionParts) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [completion, setCompletion] = useState<Completion | null>(null)
  const [chosen, setChosen] = useState(0)
  const close = () => setCompletion(null)
  const type = (value: string, caret: number) => {
    onText(value)
    setCompletion(completionAt(value, caret, cells))
    setChosen(0)
  }
  const insert = (name: string) => {
    if (completion === null) return
    const written = `${text.slice(0, completion.from)}[${name}]`
    onText(written + text.slice(completion.to))
    close()
    input.current?.focus()
    // The field has its new text with the next frame.
    requestAnimationFrame(() => input.current?.setSelectionRange(written.length, written.length))
  }
  const choose = (event: KeyboardEvent, names: Completion['names']): void => {
    const count = names.length
    const steps: Record<string, () => void> = {
      ArrowDown: () => setChosen((chosen + 1) % count),
      ArrowUp: () => setChosen((chosen + count - 1) % count),
      Enter: () => insert(names[chosen]?.name ?? ''),
      Tab: () => insert(names[chosen]?.name ?? ''),
      Escape: close
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion !== null) return choose(event, completion.names)
    if (event.key === 'Escape') {
      event.stopPropagation()
      onGiveUp()
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    onLeave()
  }
  return { input, completion, chosen, type, insert, close, onKeyDown }
}
