import { Checkbox } from '#browser/forms/checkbox.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { FilterIcon } from '#browser/ui/icons/chart-icon-paths.ts'
import { ChevronDown } from '#browser/ui/icons/icon-paths.ts'
import { Popover } from '#browser/ui/popover/popover.tsx'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { Filter } from '#contract/filters.ts'
import {
  countActiveOptions,
  filterSummary,
  isOptionActive,
  toggleFilterOption
} from '#domain/figures/filters.ts'
import { filterChoices, type FilterChoice } from './explorer-selection.ts'

interface FiltersPickProps {
  filters: readonly Filter[]
  active: readonly ActiveFilter[]
  onChange: (choices: FilterChoice[]) => void
}

export function FiltersPick({ filters, active, onChange }: FiltersPickProps) {
  const count = countActiveOptions(active)
  return (
    <Popover
      triggerClass="pick"
      label={count === 0 ? 'Filters: none' : `Filters: ${count}. ${filterSummary(active)}`}
      panelClass="w-72 p-1"
      trigger={
        <>
          <Icon of={FilterIcon} className="text-ink-2" />
          <span className="text-ink-3">Filters:</span>{' '}
          <span className="font-medium tabular-nums">{count === 0 ? 'none' : count}</span>
          <Icon of={ChevronDown} className="text-ink-2" />
        </>
      }
    >
      {() => (
        <>
          {filters.length === 0 && (
            <p className="p-3 text-small text-ink-2">There are no filters in this period.</p>
          )}
          {filters.map(filter => (
            <fieldset key={filter.filter_id} className="pb-1">
              <legend className="px-3 pt-2 pb-1 text-tiny font-medium text-ink-3">
                {filter.filter_name}
              </legend>
              {filter.option_list.map(option => (
                <label
                  key={option.option_name}
                  className="flex items-center gap-2.5 px-3 py-1.5 rounded cursor-pointer hover:bg-sunken"
                >
                  <Checkbox
                    checked={isOptionActive(active, filter.filter_id, option.option_name)}
                    onChange={() =>
                      onChange(filterChoices(toggleFilterOption(active, filter, option.option_name)))
                    }
                  />
                  <span className="flex-1 min-w-0 cut">{option.option_name}</span>
                  {option.submission_count !== undefined && (
                    <span className="text-small text-ink-3 tabular-nums">{option.submission_count}</span>
                  )}
                </label>
              ))}
            </fieldset>
          ))}
          {count > 0 && (
            <p className="px-3 py-2 border-0 border-t border-solid border-line text-small">
              <button type="button" className="text-button" onClick={() => onChange([])}>
                Clear all filters
              </button>
            </p>
          )}
        </>
      )}
    </Popover>
  )
}
