import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { Icon } from '#browser/ui/icon.tsx'
import { X } from '#browser/ui/icons/icon-paths.ts'
import type { ActiveFilter } from '#contract/active-filter.ts'
import type { FilterChoice } from './explorer-selection.ts'

interface FilterChipsProps {
  active: readonly ActiveFilter[]
  onChange: (choices: FilterChoice[]) => void
  /** Contains the button that chooses filters, which takes the focus when no chip is left. */
  chooser: RefObject<HTMLElement | null>
}

interface Chip extends FilterChoice {
  text: string
}

const chipsOf = (active: readonly ActiveFilter[]): Chip[] =>
  active.flatMap(({ filter_id, filter_name, option_list }) =>
    option_list.map(({ option_name }) => ({
      filterId: filter_id,
      optionName: option_name,
      text: `${filter_name}: ${option_name}`
    }))
  )

/** The chosen filter options, each with a button that removes it. Then the next one has the focus, so that several can be removed in a row. */
export function FilterChips({ active, onChange, chooser }: FilterChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const focusAt = useRef<number | null>(null)
  const chips = chipsOf(active)
  useLayoutEffect(() => {
    if (focusAt.current === null) return
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(focusAt.current, buttons.length - 1)]
    focusAt.current = null
    const target = next ?? chooser.current?.querySelector('button')
    target?.focus()
  })
  if (chips.length === 0) return null
  const remove = (at: number): void => {
    focusAt.current = at
    onChange(chips.filter((_, index) => index !== at))
  }
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    remove(at)
  }
  return (
    <div className="basis-full order-last flex flex-wrap items-center gap-1.5">
      <ul ref={list} aria-label="Filters" className="contents">
        {chips.map((chip, at) => (
          <li
            key={`${chip.filterId}:${chip.optionName}`}
            className="inline-flex items-center min-w-0 max-w-80 h-6 pl-2.5 rounded-full bg-brand-tint text-brand-text text-small"
          >
            <span className="cut">{chip.text}</span>
            <button
              type="button"
              aria-label={`Remove the filter ${chip.text}`}
              title="Remove"
              className="inline-grid place-items-center shrink-0 w-6 h-6 rounded-full text-brand-text hover:bg-brand-line"
              onClick={() => remove(at)}
              onKeyDown={event => onKeyDown(event, at)}
            >
              <Icon of={X} size={13} />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="ml-1 text-small text-button"
        onClick={() => {
          focusAt.current = 0
          onChange([])
        }}
      >
        Clear all filters
      </button>
    </div>
  )
}
