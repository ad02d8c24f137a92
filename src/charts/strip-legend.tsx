import type { ReactNode } from 'react'

// The signs of a strip, as its legends explain them.

/** The own value: the large dot. */
export const OwnSign = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <svg width="12" height="12" aria-hidden="true">
      <circle cx="6" cy="6" r="5" fill="var(--brand-mark)" />
    </svg>
    {children}
  </span>
)

/** The box from quartile to quartile with the median's line. */
export const MiddleHalfSign = ({ children }: { children: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <svg width="22" height="12" aria-hidden="true">
      <rect x=".5" y=".5" width="21" height="11" rx="3" fill="var(--sunken)" stroke="var(--line-strong)" />
      <path d="M11 0v12" stroke="var(--ink-2)" strokeWidth="1.8" />
    </svg>
    {children}
  </span>
)
