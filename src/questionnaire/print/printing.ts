// A form on paper: blank, to be filled in by hand, or with the answers as they stand. Printing by the browser's own command prints the answers.
import { atom } from 'nanostores'
import { flushSync } from 'react-dom'

export type PrintKind = 'blank' | 'filled'

export interface Printing {
  kind: PrintKind
  /** When it was laid out. */
  at: number
}

/** The form that is laid out for the printer; null while nothing is printed. */
export const $printing = atom<Printing | null>(null)

/** Lays the form out, then opens the browser's print dialog. */
export function printForm(kind: PrintKind): void {
  flushSync(() => $printing.set({ kind, at: Date.now() }))
  window.print()
}

/** Listens for printing while a section is open; the answer stops it. */
export function watchPrinting(target: Window): () => void {
  const stop = new AbortController()
  const { signal } = stop
  target.addEventListener(
    'beforeprint',
    () => flushSync(() => $printing.set($printing.get() ?? { kind: 'filled', at: Date.now() })),
    {
      signal
    }
  )
  target.addEventListener('afterprint', () => $printing.set(null), { signal })
  return () => {
    stop.abort()
    $printing.set(null)
  }
}
