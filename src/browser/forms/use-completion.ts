import { useRef, useState, type KeyboardEvent } from 'react'
import { indexAfter } from '#browser/ui/focus/arrow-keys.ts'
import { completionAt, type NameCompletion, type NamedCell } from '#domain/formulas/named-expression.ts'

export interface CompletionParts {
  text: string
  cells: readonly NamedCell[]
  onText: (text: string) => void
  /** The handlers of Enter and Escape while no names are offered; without them, the browser's own. */
  onEnter?: (() => void) | undefined
  onEscape?: (() => void) | undefined
}

/** Completion of names while a formula is typed, with its keys. */
export function useCompletion({ text, cells, onText, onEnter, onEscape }: CompletionParts) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [completion, setCompletion] = useState<NameCompletion | null>(null)
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
    // The field has its new text in the next frame.
    requestAnimationFrame(() => input.current?.setSelectionRange(written.length, written.length))
  }
  const choose = (event: KeyboardEvent, names: NameCompletion['names']): void => {
    const next = indexAfter(event.key, chosen, names.length, {
      axis: 'vertical',
      wraps: true,
      hasEnds: false
    })
    const steps: Record<string, () => void> = {
      Enter: () => insert(names[chosen]?.name ?? ''),
      Tab: () => insert(names[chosen]?.name ?? ''),
      Escape: close
    }
    const step = next === null ? steps[event.key] : () => setChosen(next)
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion !== null) return choose(event, completion.names)
    if (event.key === 'Escape' && onEscape) {
      event.stopPropagation()
      onEscape()
    }
    if (event.key !== 'Enter' || !onEnter) return
    event.preventDefault()
    onEnter()
  }
  return { input, completion, chosen, type, insert, close, onKeyDown }
}
