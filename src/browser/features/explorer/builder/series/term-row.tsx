import { IconButton } from '#browser/ui/button.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import { AggregateFields } from './aggregate-fields.tsx'
import type { NamedChartCell } from './cells.ts'
import { FigurePick } from './figure-pick.tsx'

interface TermRowProps {
  /** One figure, or the figures of a row's total. */
  terms: readonly SumTerm[]
  cells: readonly NamedChartCell[]
  /** What it is part of and its number there, for screen readers. */
  label: string
  onChange: (terms: readonly SumTerm[]) => void
  onRemove: () => void
}

/** One figure of a sum: whether it is added or subtracted, and which cell or total it is. */
export function TermRow({ terms, cells, label, onChange, onRemove }: TermRowProps) {
  const [term] = terms
  if (!term) return null
  const size = Math.abs(term.factor)
  const cell = cells.find(one => one.key === cellKey(term))
  const name = terms.length > 1 ? cell && `${cell.rowName} · Total` : cell?.name
  return (
    <div className="mb-1.5 grid grid-cols-[28px_minmax(0,1fr)_28px] items-stretch rounded border border-solid border-line-field bg-surface focus-within:border-brand-mark">
      <button
        type="button"
        aria-label={`${label}: ${term.factor < 0 ? 'subtracted' : 'added'}. Change the sign`}
        className="grid place-items-center border-0 border-r border-solid border-line text-small font-semibold text-ink-2 hover:bg-sunken rounded-l-[5px]"
        onClick={() => onChange(terms.map(one => ({ ...one, factor: -one.factor })))}
      >
        {term.factor < 0 ? '−' : '+'}
        {size !== 1 && <span className="text-tiny">{size}×</span>}
      </button>
      <FigurePick terms={terms} cells={cells} label={label} onChange={onChange} />
      <IconButton
        icon={X}
        size="s"
        label={`Remove ${name ?? label}`}
        className="h-full!"
        onClick={onRemove}
      />
      {cell && <AggregateFields term={term} cell={cell} label={label} onChange={next => onChange([next])} />}
    </div>
  )
}
