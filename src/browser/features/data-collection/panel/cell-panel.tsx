import { useStore } from '@nanostores/react'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import { sectionParts } from '#browser/features/data-collection/section-parts-chunk.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { rangeSize, rectangleOf } from '#browser/section/state/cell-range.ts'
import { Late } from '#browser/ui/late.tsx'

interface CellPanelProps {
  engine: SectionEngine
  address: SectionAddress
}

/** Everything about the focused cell, or about the selected ones. */
export function CellPanel({ engine, address }: CellPanelProps) {
  const key = useStore(engine.$focused)
  const range = useStore(engine.$range)
  const cell = key === null ? undefined : engine.model.cells.get(key)
  return (
    <aside
      aria-label="About the cell"
      data-region
      className="bg-surface border-0 lg:border-l max-lg:border-t border-solid border-line lg:col-start-3 lg:row-start-1 lg:overflow-y-auto p-4 max-lg:px-6 max-sm:px-4"
    >
      {range !== null && rangeSize(rectangleOf(range)) > 1 ? (
        <Late code={sectionParts}>{({ RangePanel }) => <RangePanel engine={engine} range={range} />}</Late>
      ) : cell === undefined ? (
        <p className="text-small text-ink-3">Select an answer to see its guidance and last year’s figure.</p>
      ) : (
        <Late code={sectionParts}>
          {({ FocusedCell }) => <FocusedCell engine={engine} address={address} cell={cell} />}
        </Late>
      )}
    </aside>
  )
}
