import type { ReactNode } from 'react'

interface StretchedDrawingProps {
  /** What it shows, for screen readers. */
  label: string
  /** In the drawing's own units; on screen it fills the available width. */
  width: number
  height: number
  children: ReactNode
}

/** A small drawing that is stretched to the available width. Strokes keep their width by `vectorEffect`. */
export const StretchedDrawing = ({ label, width, height, children }: StretchedDrawingProps) => (
  <svg
    data-chart
    role="img"
    aria-label={label}
    width="100%"
    height={height}
    viewBox={`0 0 ${width} ${height}`}
    preserveAspectRatio="none"
  >
    {children}
  </svg>
)
