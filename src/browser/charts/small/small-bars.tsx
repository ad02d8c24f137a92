import { StretchedDrawing } from '#browser/charts/view/stretched-drawing.tsx'
import { smallBarsGeometry, type SmallBarsRequest } from './small-bars-geometry.ts'

interface SmallBarsProps extends SmallBarsRequest {
  /** What it shows, for screen readers. */
  label: string
}

/** Ranked bars that fill the width of a tile: the peers pale, the own bar dark under a mark, the median dashed. */
export function SmallBars({ label, ...request }: SmallBarsProps) {
  const { width, height, bars, ends, own, median, zero } = smallBarsGeometry(request)
  const stroke = { vectorEffect: 'non-scaling-stroke' } as const
  return (
    <StretchedDrawing label={label} width={width} height={height}>
      {/* Pale bars are seen by their ends, which have the contrast of a mark. */}
      <path d={bars} fill="var(--brand-line)" />
      <path className="mark" d={ends} fill="none" stroke="var(--line-field)" {...stroke} />
      <path d={`M0 ${zero}H${width}`} stroke="var(--line-strong)" {...stroke} />
      {own !== null && (
        <>
          <rect
            className="mark"
            x={own.x}
            y={own.top}
            width={own.width}
            height={Math.max(1, own.bottom - own.top)}
            fill="var(--brand-mark)"
            stroke="var(--ink)"
            {...stroke}
          />
          <path d={`M${own.x + own.width / 2} ${own.top - 2}l-4 -5h8z`} fill="var(--ink)" />
        </>
      )}
      {median !== null && (
        <path
          d={`M0 ${median}H${width}`}
          stroke="var(--ink-2)"
          strokeWidth="1.4"
          strokeDasharray="4 3"
          {...stroke}
        />
      )}
    </StretchedDrawing>
  )
}
