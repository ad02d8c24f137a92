import type { IconPath } from './icons/icon-paths.ts'

interface IconProps {
  of: IconPath
  /** Pixels; 16 beside body text. */
  size?: number
  className?: string
  /** Name for screen readers, only if there is no label beside it. */
  label?: string | undefined
}

/** A line icon. */
export function Icon({ of: path, size = 16, className = '', label }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`flex-none ${className}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path} />
    </svg>
  )
}

/** A small progress indicator; 16 px, in the colour of the text. */
export const Spinner = () => (
  <span
    className="inline-block w-4 h-4 flex-none rounded-full border-2 border-solid border-current border-r-transparent animate-spin opacity-70"
    aria-hidden="true"
  />
)
