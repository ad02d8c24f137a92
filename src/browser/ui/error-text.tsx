import type { ReactNode } from 'react'

interface ErrorTextProps {
  /** What went wrong; nothing is shown for an empty text. */
  children: ReactNode
  id?: string
  className?: string
}

/** An error beside what it is about. It is there before it says something, so that screen readers announce it. */
export const ErrorText = ({ children, id, className = '' }: ErrorTextProps) => (
  <p id={id} role="alert" className={`text-small text-bad empty:hidden ${className}`}>
    {children}
  </p>
)
