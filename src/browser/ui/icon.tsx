import type { LucideIcon } from 'lucide-react'

interface IconProps {
  of: LucideIcon
  /** Pixels; 16 beside body text. */
  size?: number
  className?: string
  /** Name for screen readers, only if there is no label beside it. */
  label?: string | undefined
}

/** A line icon. Import it from lucide-react by name, so that only used icons are shipped. */
export function Icon({ of: Drawing, size = 16, className = '', label }: IconProps) {
  return (
    <Drawing
      size={size}
      strokeWidth={1.75}
      className={`flex-none ${className}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}

/** A small progress indicator; 16 px, in the colour of the text. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span
      className="inline-block w-4 h-4 flex-none rounded-full border-2 border-solid border-current border-r-transparent animate-spin opacity-70"
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
