import { stripGeometry, type StripRequest } from './strip-geometry.ts'

interface StripProps extends StripRequest {
  /** What it shows, for screen readers. */
  label: string
}

/** Where a value stands among its peers on one line: every peer a pale dot, the middle half and median as a box, the own value on top. */
export function Strip({ label, ...request }: StripProps) {
  const { width, height, dots, box, own } = stripGeometry(request)
  const middle = height / 2
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`} className="max-w-full">
      <path d={`M4 ${middle}H${width - 4}`} stroke="var(--line)" />
      {box && (
        <rect
          x={box.from}
          y={middle - 8}
          width={Math.max(1, box.to - box.from)}
          height="16"
          rx="3"
          fill="var(--sunken)"
          stroke="var(--line-strong)"
        />
      )}
      <path d={dots} stroke="var(--brand-line)" strokeWidth="6" strokeLinecap="round" opacity=".65" />
      {box && <path d={`M${box.median} ${middle - 10}v20`} stroke="var(--ink-2)" strokeWidth="1.8" />}
      {own !== null && <circle cx={own} cy={middle} r="6" fill="var(--brand)" stroke="var(--surface)" strokeWidth="2" />}
    </svg>
  )
}
