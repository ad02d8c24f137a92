import type { OverviewRow } from '#browser/features/explorer/overview/overview-row.ts'
import type { ClaimSide } from '#domain/figures/claims.ts'

const drawings = {
  worse: <path d="M6 1.5 11 10.5H1z" fill="var(--bad)" />,
  better: <path d="M6 1l5 5-5 5-5-5z" fill="var(--ok)" />,
  middle: <circle cx="6" cy="6" r="4" fill="none" stroke="var(--ink-3)" strokeWidth="1.8" />
}

/** The shapes differ without colour. */
export const SideShape = ({ side }: { side: ClaimSide | null }) => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className="flex-none">
    {drawings[side ?? 'middle']}
  </svg>
)

const sideTones = { worse: 'text-bad', better: 'text-ok', middle: 'text-ink-3' }

/** The verdict on the own value, or else its quarter. */
export function FindingMark({ side, row }: { side: ClaimSide | null; row: OverviewRow }) {
  const word = row.verdict ? row.verdict.verdict : row.quarterText
  if (word === '') return null
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-tiny font-medium whitespace-nowrap ${sideTones[side ?? 'middle']}`}
    >
      <SideShape side={side} />
      {word}
    </span>
  )
}
