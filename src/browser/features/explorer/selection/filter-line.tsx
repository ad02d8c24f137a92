import { useStore } from '@nanostores/react'
import { $filterSummary } from '#browser/stores/filters.ts'

/** The active filters, in the specification's words; they are removed on the bar. Renders nothing without filters. */
export function FilterLine() {
  const summary = useStore($filterSummary)
  return summary === '' ? null : <p className="text-small text-ink-2">{summary}</p>
}
