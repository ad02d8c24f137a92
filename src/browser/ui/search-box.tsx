import { Icon } from './icon.tsx'
import { Search } from './icons/icon-paths.ts'

interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  /** What is searched, as placeholder and name. */
  label: string
  className?: string
  /** l on screens that exist for searching. */
  size?: 's' | 'l'
  /** Takes focus when it appears. */
  autoFocus?: boolean
}

const searchBoxSizes = { s: 'h-7! pl-8! text-small!', l: 'h-10! pl-10!' }
const iconPlaces = { s: 'left-2.5 top-1.5', l: 'left-3.5 top-3' }

export function SearchBox({
  value,
  onChange,
  label,
  className = 'w-60',
  size = 's',
  autoFocus = false
}: SearchBoxProps) {
  return (
    <label className={`relative block max-w-full print:hidden ${className}`}>
      <span className="sr-only">{label}</span>
      <Icon of={Search} className={`absolute ${iconPlaces[size]} text-ink-3 pointer-events-none`} />
      <input
        type="search"
        value={value}
        placeholder={label}
        autoFocus={autoFocus}
        onChange={event => onChange(event.target.value)}
        className={`input ${searchBoxSizes[size]}`}
      />
    </label>
  )
}
