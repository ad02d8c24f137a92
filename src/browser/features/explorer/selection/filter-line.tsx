import { useStore } from '@nanostores/react'
import { $filterSummary } from '#browser/stores/filters.ts'

/** The active filters in the specification's words (spec 4). */
export function FilterLine() {
  const summary = useStore($filterSummary)
  return summary === '' ? null : <p className="text-small text-ink-2">{summary}</p>
}
