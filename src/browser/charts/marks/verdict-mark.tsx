import { verdictText, type GivenVerdict } from '#browser/charts/words/claims.ts'
import { verdictShape } from './mark-shapes.ts'

const verdictTones: Record<GivenVerdict['verdict'], string> = {
  better: 'text-ok',
  worse: 'text-bad',
  higher: 'text-ink-2',
  lower: 'text-ink-2',
  similar: 'text-ink-3'
}

/** Hidden from screen readers, because the word always stands beside it. */
export function VerdictMark({ given }: { given: GivenVerdict }) {
  const { outline, isFilled } = verdictShape(given)
  const points = outline.map(([x, y]) => `${6 + 4.6 * x},${6 - 4.6 * y}`).join(' ')
  return (
    <svg width="12" height="12" aria-hidden="true" className={`flex-none ${verdictTones[given.verdict]}`}>
      <polygon
        points={points}
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function VerdictLabel({ given, count }: { given: GivenVerdict; count?: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <VerdictMark given={given} />
      <span className={given.verdict === 'similar' ? 'text-ink-2' : verdictTones[given.verdict]}>
        {verdictText(given)}
      </span>
      {count !== undefined && <span className="text-ink-3 tabular-nums">{count}</span>}
    </span>
  )
}
