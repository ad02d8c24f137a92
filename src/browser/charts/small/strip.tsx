import { StretchedDrawing } from '#browser/charts/view/stretched-drawing.tsx'
import { stripGeometry, type StripRequest } from './strip-geometry.ts'

interface StripProps extends StripRequest {
  /** What it shows, for screen readers. */
  label: string
}

/**
 * The position of a value among its peers on one line that fills the width: each peer as a pale dot, the middle half and the median as a box, the
 * own value on top. Dots are round stroke caps, which stay round when the drawing is stretched.
 */
export function Strip({ label, ...request }: StripProps) {
  const { width, height, dots, box, median, own } = stripGeometry(request)
  const middle = height / 2
  const stroke = { vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round' } as const
  return (
    <StretchedDrawing label={label} width={width} height={height}>
      <path d={`M4 ${middle}H${width - 4}`} stroke="var(--line)" {...stroke} />
      {box && (
        <rect
          className="mark"
          x={box.from}
          y={middle - 8}
          width={Math.max(1, box.to - box.from)}
          height="16"
          rx="3"
          fill="var(--sunken)"
          stroke="var(--line-field)"
          {...stroke}
        />
      )}
      <path className="mark" d={dots} stroke="var(--line-field)" strokeWidth="7" {...stroke} />
      <path d={dots} stroke="var(--brand-line)" strokeWidth="5" {...stroke} />
      {median !== null && (
        <path
          className="mark"
          d={`M${median} ${middle - 9}v18`}
          stroke="var(--ink-2)"
          strokeWidth="1.8"
          {...stroke}
        />
      )}
      {own !== null && (
        <>
          <path d={`M${own} ${middle}h0`} stroke="var(--surface)" strokeWidth="16" {...stroke} />
          <path
            className="mark"
            d={`M${own} ${middle}h0`}
            stroke="var(--brand-mark)"
            strokeWidth="12"
            {...stroke}
          />
        </>
      )}
    </StretchedDrawing>
  )
}
