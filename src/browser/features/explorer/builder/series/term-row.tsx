import { useId } from 'react'
import { IconButton } from '#browser/ui/button.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { cellAddress } from '#domain/answers/cell-address.ts'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import { groupBy } from '#lib/group-by.ts'
import { AggregateFields, firstAggregate } from './aggregate-fields.tsx'
import { chartCellKey, type NamedChartCell } from './cells.ts'

interface TermRowProps {
  term: SumTerm
  cells: readonly NamedChartCell[]
  /** What it is part of and its number there, for screen readers. */
  label: string
  /** The place of the previous figure: consecutive figures of one place show it once. */
  placeBefore: string
  onChange: (term: SumTerm) => void
  onRemove: () => void
}

/** One figure of a sum: whether it is added or subtracted, and which cell it is. */
export function TermRow({ term, cells, label, placeBefore, onChange, onRemove }: TermRowProps) {
  const id = useId()
  const size = Math.abs(term.factor)
  const cell = cells.find(one => one.key === chartCellKey(term))
  return (
    <div className="mb-1.5 grid grid-cols-[36px_minmax(0,1fr)_28px] items-stretch rounded border border-solid border-line-field bg-surface focus-within:border-brand-mark">
      <button
        type="button"
        aria-label={`${label}: ${term.factor < 0 ? 'subtracted' : 'added'}. Change the sign`}
        className="grid place-items-center border-0 border-r border-solid border-line text-small font-semibold text-ink-2 hover:bg-sunken rounded-l-[5px]"
        onClick={() => onChange({ ...term, factor: -term.factor })}
      >
        {term.factor < 0 ? '−' : '+'}
        {size !== 1 && <span className="text-tiny">{size}×</span>}
      </button>
      <div className="grid min-w-0 content-center">
        {cell && (!cell.is_active || termLocation(cell) !== placeBefore) && (
          <p className="px-2 pt-1 text-tiny text-ink-3 break-words">
            {cell.is_active ? '' : 'Retired, no longer asked. '}
            {termLocation(cell)}
          </p>
        )}
        <CellSelect
          id={id}
          label={label}
          cells={cells}
          selected={term.question_id === 0 ? null : chartCellKey(term)}
          onSelect={chosen =>
            onChange({ ...term, ...cellAddress(chosen), aggregate: firstAggregate(chosen) })
          }
        />
      </div>
      <IconButton
        icon={X}
        size="s"
        label={`Remove ${cell?.name ?? label}`}
        className="h-full!"
        onClick={onRemove}
      />
      {cell && <AggregateFields term={term} cell={cell} label={label} onChange={onChange} />}
    </div>
  )
}

/** A survey is named, because its sections say little without it. */
export const termLocation = ({
  section_name,
  sub_section_name,
  questionnaire_name,
  aggregated_from
}: NamedChartCell): string =>
  aggregated_from === 'cases'
    ? `${questionnaire_name}, survey: ${section_name}`
    : `${section_name}, ${sub_section_name}`

interface CellSelectProps {
  id: string
  label: string
  cells: readonly NamedChartCell[]
  selected: string | null
  onSelect: (cell: NamedChartCell) => void
}

/** A native select, because its type-ahead finds a figure among hundreds. Retired cells are offered only where they are used. */
function CellSelect({ id, label, cells, selected, onSelect }: CellSelectProps) {
  const offered = cells.filter(cell => cell.is_active || cell.key === selected)
  const groups = groupBy(offered, termLocation)
  return (
    <select
      id={id}
      aria-label={label}
      className="min-w-0 h-8 px-2 border-0 bg-transparent text-small text-ink"
      value={selected ?? ''}
      onChange={event => {
        const cell = cells.find(one => one.key === event.target.value)
        if (cell) onSelect(cell)
      }}
    >
      {(selected === null || !cells.some(cell => cell.key === selected)) && (
        <option value={selected ?? ''}>
          {selected === null ? 'Choose a figure' : 'No longer in the questionnaire'}
        </option>
      )}
      {[...groups].map(([group, members]) => (
        <optgroup key={group} label={group}>
          {members.map(cell => (
            <option key={cell.key} value={cell.key}>
              {cell.name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
