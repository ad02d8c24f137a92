import type { ReactNode } from 'react'

interface SegmentedProps<Id extends string> {
  options: readonly { id: Id; label: ReactNode; count?: number | undefined }[]
  /** One id for a single choice, a list for independent switches. */
  pressed: Id | readonly Id[]
  onPress: (id: Id) => void
  label: string
  disabled?: boolean
}

/** A row of joined buttons that shows the active one. */
export function Segmented<Id extends string>({
  options,
  pressed,
  onPress,
  label,
  disabled = false
}: SegmentedProps<Id>) {
  const isPressed = (id: Id) => (typeof pressed === 'string' ? pressed === id : pressed.includes(id))
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex h-7 max-sm:h-auto max-sm:min-h-7 max-sm:max-w-full max-sm:flex-wrap rounded border border-solid border-line-strong bg-surface"
    >
      {options.map(option => (
        <button
          key={option.id}
          type="button"
          aria-pressed={isPressed(option.id)}
          disabled={disabled}
          onClick={() => onPress(option.id)}
          className="inline-flex min-h-[26px] items-center gap-1.5 px-2.5 text-small text-ink border-0 border-l border-solid border-line first:border-l-0 first:rounded-l-[5px] last:rounded-r-[5px] hover:bg-sunken aria-pressed:bg-brand-tint aria-pressed:text-brand-text aria-pressed:font-medium disabled:bg-sunken disabled:text-ink-2"
        >
          {option.label}
          {option.count !== undefined && <span className="tabular-nums">{option.count}</span>}
        </button>
      ))}
    </div>
  )
}
