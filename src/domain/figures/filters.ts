// Spec 4: how filter options change the active filters, and how they are described.

import type { ActiveFilter } from '#contract/active-filter.ts'

/** Toggles an option. A filter without options left is removed. */
export function toggleFilterOption(
  active: readonly ActiveFilter[],
  filter: Pick<ActiveFilter, 'filter_id' | 'filter_name'>,
  optionName: string
): ActiveFilter[] {
  const current = active.find(candidate => candidate.filter_id === filter.filter_id)
  const option = { option_name: optionName }
  if (!current)
    return [
      ...active,
      { filter_id: filter.filter_id, filter_name: filter.filter_name, option_list: [option] }
    ]
  const without = current.option_list.filter(candidate => candidate.option_name !== optionName)
  const option_list = without.length < current.option_list.length ? without : [...current.option_list, option]
  return active
    .map(candidate => (candidate === current ? { ...current, option_list } : candidate))
    .filter(candidate => candidate.option_list.length > 0)
}

export function isOptionActive(
  active: readonly ActiveFilter[],
  filterId: number,
  optionName: string
): boolean {
  return active.some(
    filter =>
      filter.filter_id === filterId && filter.option_list.some(option => option.option_name === optionName)
  )
}

export function countActiveOptions(active: readonly ActiveFilter[]): number {
  return active.reduce((count, filter) => count + filter.option_list.length, 0)
}

/** Spec 4: 'filter name: option names joined by commas.' for each filter. */
export function filterSummary(active: readonly ActiveFilter[]): string {
  return active
    .map(
      filter => `${filter.filter_name}: ${filter.option_list.map(option => option.option_name).join(', ')}.`
    )
    .join(' ')
}
