import { markTones, MeasureShape } from '#browser/charts/marks/measure-mark.tsx'
import type { OverviewRow } from '#browser/features/explorer/overview/overview-row.ts'
import type { ClaimSide } from '#domain/figures/claims.ts'

/** The verdict on the own value, or else its quarter. */
export function FindingMark({ side, row }: { side: ClaimSide | null; row: OverviewRow }) {
  const word = row.verdict ? row.verdict.verdict : row.quarterText
  if (word === '') return null
  const mark = side ?? 'similar'
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-tiny font-medium whitespace-nowrap ${markTones[mark]}`}
    >
      <MeasureShape mark={mark} />
      {word}
    </span>
  )
}
