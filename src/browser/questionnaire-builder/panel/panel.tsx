import type { ReactNode } from 'react'
import { countOf } from '#lib/format.ts'

interface PanelProps {
  kind: string
  name: string
  answers: number
  children: ReactNode
}

/** The head of a part's settings, and what can be set. */
export function Panel({ kind, name, answers, children }: PanelProps) {
  return (
    <div className="grid gap-3 p-4">
      <header>
        <p className="text-small text-ink-3">{kind}</p>
        <h2 className="break-words">{name}</h2>
        {answers > 0 && <p className="text-small text-ink-2">{countOf(answers, 'answer')} so far.</p>}
      </header>
      {children}
    </div>
  )
}
