// A printed form: blank, or with the current answers. The browser's own print command prints the answers.

import { atom } from 'nanostores'
import { flushSync } from 'react-dom'
import { presentTime } from '#lib/time/server-clock.ts'

export type PrintKind = 'blank' | 'filled'

export interface Printing {
  kind: PrintKind
  /** When the form was laid out. */
  at: number
}

/** The form laid out for printing; null otherwise. */
export const $printing = atom<Printing | null>(null)

/** Listens for printing while a section is open. Returns a function that stops it. */
export function watchPrinting(target: Window): () => void {
  const stop = new AbortController()
  const { signal } = stop
  target.addEventListener(
    'beforeprint',
    () => flushSync(() => $printing.set($printing.get() ?? { kind: 'filled', at: presentTime().getTime() })),
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
