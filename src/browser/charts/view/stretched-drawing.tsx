import type { ReactNode } from 'react'

interface StretchedDrawingProps {
  /** What it shows, for screen readers. */
  label: string
  /** In the drawing's own units; on screen it takes the width it is given. */
  width: number
  height: number
  children: ReactNode
}

/** The frame of a small drawing that is stretched to the width of its place. Its strokes keep their width by `vectorEffect`. */
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
