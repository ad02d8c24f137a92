import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { verdictCounts } from '#browser/charts/words/claims.ts'
import { comparedWithText } from '#browser/charts/words/disclosure-text.ts'
import { VerdictLabel } from './verdict-mark.tsx'

interface VerdictLegendProps {
  chartView: ChartView
  /** Whether intervals are drawn; null if the kind of chart draws none. */
  intervals: boolean | null
  onIntervals: (intervals: boolean) => void
}

/** The number of peers with each verdict, and the switch of the intervals. Renders nothing if the chart has no intervals. */
export function VerdictLegend({ chartView, intervals, onIntervals }: VerdictLegendProps) {
  const { comparison, measure, entries } = chartView
  const pooled = comparison.averages?.pooled ?? null
  const hasIntervals = entries.some(entry => entry.interval95 !== null)
  if (!hasIntervals) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 mb-2 text-tiny text-ink-2">
      {pooled !== null && (
        <>
          <span>{comparedWithText(comparison)} against their mean</span>
          {verdictCounts(pooled, measure.direction).map(({ count, ...given }) => (
            <VerdictLabel key={`${given.certainty ?? ''}${given.verdict}`} given={given} count={count} />
          ))}
        </>
      )}
      {intervals !== null && (
        <label className="ml-auto inline-flex items-center gap-1.5 cursor-pointer text-ink">
          <input
            type="checkbox"
            className="m-0 accent-brand-mark"
            checked={intervals}
            onChange={event => onIntervals(event.target.checked)}
          />
          95% intervals
        </label>
      )}
    </div>
  )
}
