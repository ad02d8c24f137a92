import { useStore } from '@nanostores/react'
import { $filterSummary } from '#stores/filters.ts'
import type { ChangeSelection } from './use-selection.ts'

/**
 * The active filters, in the specification's words, and a button that clears them. Renders nothing without
 * filters.
 */
export function FilterLine({ change }: { change: ChangeSelection }) {
  const summary = useStore($filterSummary)
  if (summary === '') return null
  return (
    <p className="text-small text-ink-2">
      {summary}{' '}
      <button
        type="button"
        className="text-brand-text hover:underline"
        onClick={() => change({ filters: [] })}
      >
        Clear all filters
      </button>
    </p>
  )
}
