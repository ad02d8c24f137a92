import { useMemo } from 'react'
import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import { Pick } from '#browser/ui/pick.tsx'
import { SearchBox } from '#browser/ui/search-box.tsx'
import { Segmented } from '#browser/ui/segmented.tsx'
import { SectionStatus } from '#contract/questionnaires.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import type { ProgressFilter, ProgressRowView } from '#domain/questionnaires/progress-rows.ts'
import { compareNames } from '#lib/compare.ts'
import { progressStateWords } from './progress-labels.ts'

interface ProgressFiltersProps {
  progress: CollectionProgress
  /** Rows that match everything but the state. */
  found: readonly ProgressRowView[]
  filter: ProgressFilter
  onChange: (filter: ProgressFilter) => void
  isAdmin: boolean
}

export function ProgressFilters({ progress, found, filter, onChange, isAdmin }: ProgressFiltersProps) {
  const options = useMemo(() => optionsOf(progress), [progress])
  const isChosen = (id: string): boolean => filter.options.some(one => optionKey(one) === id)
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Segmented<ProgressFilter['state']>
        label="State"
        options={[
          { id: 'all', label: 'All', count: found.length },
          ...SectionStatus.options.map(id => ({
            id,
            label: progressStateWords[id],
            count: found.filter(({ state }) => state === id).length
          }))
        ]}
        pressed={filter.state}
        onPress={state => onChange({ ...filter, state })}
      />
      {filter.options.map(option => (
        <button
          key={optionKey(option)}
          type="button"
          className="pick rounded-full! bg-brand-tint border-brand-line! text-brand-text"
          onClick={() => onChange({ ...filter, options: filter.options.filter(one => one !== option) })}
        >
          {option.option_name}
          <Icon of={X} size={14} label="Remove filter" />
        </button>
      ))}
      {options.some(({ id }) => !isChosen(id)) && (
        <Pick
          label="Filter"
          placeholder="add"
          options={options.filter(({ id }) => !isChosen(id))}
          selected={null}
          onSelect={id => {
            const chosen = options.find(option => option.id === id)
            if (chosen)
              onChange({
                ...filter,
                options: [...filter.options, { filter_id: chosen.filterId, option_name: chosen.name }]
              })
          }}
        />
      )}
      <SearchBox
        label={isAdmin ? 'Organisation' : withTerms('{Submission}')}
        value={filter.search}
        onChange={search => onChange({ ...filter, search })}
        className="ml-auto w-44"
      />
    </div>
  )
}

const optionKey = ({ filter_id, option_name }: { filter_id: number; option_name: string }): string =>
  `${filter_id} ${option_name}`

/** The options that any row has, by filter. */
function optionsOf({ organisations, filter_list }: CollectionProgress) {
  const found = new Map(
    organisations.flatMap(({ filter_options }) =>
      filter_options.map(option => [optionKey(option), option] as const)
    )
  )
  return filter_list.flatMap(({ filter_id, filter_name }) =>
    [...found]
      .filter(([, option]) => option.filter_id === filter_id)
      .map(([id, { option_name }]) => ({ id, name: option_name, group: filter_name, filterId: filter_id }))
      .toSorted((one, other) => compareNames(one.name, other.name))
  )
}
