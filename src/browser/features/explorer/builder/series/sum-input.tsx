import { useId, useState } from 'react'
import { isTermChosen } from '#browser/features/explorer/builder/draft/chart-draft.ts'
import { ExpressionInput } from '#browser/forms/expression-input.tsx'
import { Button } from '#browser/ui/button.tsx'
import { readSum, writeSum, type SumTerm } from '#domain/formulas/figure-sum.ts'
import type { NamedChartCell } from './cells.ts'

interface SumInputProps {
  label: string
  terms: readonly SumTerm[]
  cells: readonly NamedChartCell[]
  onChange: (terms: SumTerm[]) => void
  onClose: () => void
}

/** A sum of figures as text. An invalid one is explained and changes nothing. */
export function SumInput({ label, terms, cells, onChange, onClose }: SumInputProps) {
  const id = useId()
  const [text, setText] = useState(() => writeSum(terms.filter(isTermChosen), cells))
  const reading = readSum(text, cells)
  const type = (next: string): void => {
    setText(next)
    const read = readSum(next, cells)
    if (read.ok) onChange(read.value)
  }
  return (
    <div className="grid gap-1">
      <ExpressionInput
        rows={3}
        text={text}
        cells={cells.filter(cell => cell.is_active)}
        listLabel="Figures"
        aria-label={`${label} as a formula`}
        aria-invalid={!reading.ok || undefined}
        aria-describedby={`${id}-more`}
        placeholder="[figure] + [figure] − 2 × [figure]"
        onText={type}
      />
      <p id={`${id}-more`} role="status" className={`text-tiny ${reading.ok ? 'text-ink-3' : 'text-bad'}`}>
        {reading.ok
          ? 'Start typing a figure and choose it from the list.'
          : explainSumError(text, reading.error)}
      </p>
      <Button kind="quiet" size="s" className="justify-self-start" disabled={!reading.ok} onClick={onClose}>
        Show as a list
      </Button>
    </div>
  )
}

/** The message with the place it is about. */
function explainSumError(text: string, { message, at }: { message: string; at: number }): string {
  const before = text.slice(Math.max(0, at - 18), at).trim()
  return `${message}${before === '' ? '' : ` (after “${before}”)`} The chart will not change until this is corrected.`
}
