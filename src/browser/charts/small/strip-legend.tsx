import type { ReactNode } from 'react'

// The signs in the legends of strips and small bars.

interface SignProps {
  /** What the sign means. */
  children: ReactNode
}

const Sign = ({ width, drawing, children }: SignProps & { width: number; drawing: ReactNode }) => (
  <span className="flex items-center gap-1.5">
    <svg width={width} height="12" aria-hidden="true">
      {drawing}
    </svg>
    {children}
  </span>
)

export const OwnSign = ({ children }: SignProps) => (
  <Sign width={12} drawing={<circle cx="6" cy="6" r="5" fill="var(--brand-mark)" />}>
    {children}
  </Sign>
)

export const MiddleHalfSign = ({ children }: SignProps) => (
  <Sign
    width={22}
    drawing={
      <>
        <rect x=".5" y=".5" width="21" height="11" rx="3" fill="var(--sunken)" stroke="var(--line-field)" />
        <path d="M11 0v12" stroke="var(--ink-2)" strokeWidth="1.8" />
      </>
    }
  >
    {children}
  </Sign>
)

export const MedianSign = ({ children }: SignProps) => (
  <Sign
    width={22}
    drawing={<path d="M0 6h22" stroke="var(--ink-2)" strokeWidth="1.4" strokeDasharray="4 3" />}
  >
    {children}
  </Sign>
)
