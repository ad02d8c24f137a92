import { Search } from 'lucide-react'
import { Icon } from './icon.tsx'

interface SearchBoxProps {
  value: string
  onChange: (value: string) => void
  /** What is searched, as placeholder and name. */
  label: string
  className?: string
}

export function SearchBox({ value, onChange, label, className = 'w-60' }: SearchBoxProps) {
  return (
    <label className={`relative block ${className}`}>
      <span className="sr-only">{label}</span>
      <Icon of={Search} className="absolute left-2.5 top-1.5 text-ink-3 pointer-events-none" />
      <input
        type="search"
        value={value}
        placeholder={label}
        onChange={event => onChange(event.target.value)}
        className="input h-7! pl-8! text-small!"
      />
    </label>
  )
}
