import { groupBy } from '#lib/group-by.ts'
import { Icon } from './icon.tsx'
import { ChevronDown } from './icons/icon-paths.ts'

export interface PickOption<Id extends string | number> {
  id: Id
  name: string
  /** Options of one group are listed under its name. */
  group?: string
}

interface PickProps<Id extends string | number> {
  label: string
  options: readonly PickOption<Id>[]
  selected: Id | null
  onSelect: (id: Id) => void
  disabled?: boolean
  className?: string
  /** The placeholder when nothing is selected. */
  placeholder?: string
}

/** A labelled native select with its keyboard, type-ahead and screen-reader support. */
export function Pick<Id extends string | number>({
  label,
  options,
  selected,
  onSelect,
  disabled,
  className = '',
  placeholder
}: PickProps<Id>) {
  const groups = groupBy(options, option => option.group ?? '')
  const current = options.find(option => option.id === selected)
  const entries = (members: readonly PickOption<Id>[]) =>
    members.map(option => (
      <option key={option.id} value={String(option.id)}>
        {option.name}
      </option>
    ))
  return (
    <label className={`pick ring-around relative min-w-0 max-w-80 ${className}`}>
      <span className="text-ink-3">{label}</span>
      <span aria-hidden="true" className="font-medium cut">
        {current?.name ?? placeholder ?? 'choose'}
      </span>
      <Icon of={ChevronDown} className="text-ink-2" />
      <select
        className="absolute inset-0 w-full h-full opacity-0 cursor-pointer"
        value={selected === null ? '' : String(selected)}
        disabled={disabled}
        onChange={event => {
          const chosen = options.find(option => String(option.id) === event.target.value)
          if (chosen) onSelect(chosen.id)
        }}
      >
        {!current && <option value="">{placeholder ?? 'choose'}</option>}
        {[...groups].map(([group, members]) =>
          group === '' ? (
            entries(members)
          ) : (
            <optgroup key={group} label={group}>
              {entries(members)}
            </optgroup>
          )
        )}
      </select>
    </label>
  )
}
