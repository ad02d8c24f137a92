import type { MeasureMark, Quarter } from '#domain/figures/claims.ts'

const markDrawings = {
  worse: <path d="M6 1.5 11 10.5H1z" fill="var(--bad)" />,
  better: <path d="M6 1l5 5-5 5-5-5z" fill="var(--ok)" />,
  similar: <circle cx="6" cy="6" r="4" fill="none" stroke="var(--ink-3)" strokeWidth="1.8" />,
  none: <path d="M2.5 6h7" stroke="var(--ink-3)" strokeWidth="1.6" strokeLinecap="round" />
}

/** The shapes differ without colour. Of a position, the filled part is the quarter in which it lies. */
export function MeasureShape({ mark, quarter = null }: { mark: MeasureMark; quarter?: Quarter | null }) {
  if (mark === 'position') return <PositionShape quarter={quarter} />
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className="flex-none">
      {markDrawings[mark]}
    </svg>
  )
}

function PositionShape({ quarter }: { quarter: Quarter | null }) {
  const at = quarter === 'median' ? 1.5 : (quarter ?? 1) - 1
  return (
    <svg width="25" height="12" viewBox="0 0 25 12" aria-hidden="true" className="flex-none">
      <rect x=".5" y="2.5" width="24" height="7" rx="2" fill="var(--surface)" stroke="var(--line-field)" />
      {quarter !== null && <rect x={0.5 + at * 6} y="2" width="6.5" height="8" rx="1" fill="var(--ink-2)" />}
    </svg>
  )
}

export const markTones: Readonly<Record<MeasureMark, string>> = {
  worse: 'text-bad',
  better: 'text-ok',
  similar: 'text-ink-3',
  position: 'text-ink-3',
  none: 'text-ink-3'
}
