import { formatValue } from '#browser/charts/labels/measure.ts'
import { VerdictMark } from '#browser/charts/marks/verdict-mark.tsx'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { leadText } from '#browser/charts/words/claims.ts'
import { comparedWithText } from '#browser/charts/words/disclosure-text.ts'
import { seriesReferredTo } from '#browser/charts/words/sentence.ts'
import { provisionalText } from '#domain/figures/provisional.ts'

/** As high as the largest of its lines, so that nothing moves when the figures come. */
export const LEAD_PLACE = 'mt-1.5 min-h-10'

/** What the chart shows before all else: the own value, its verdict and its rank, then the state of the data. */
export function ChartLead({ chartView, isStale }: { chartView: ChartView; isStale: boolean }) {
  const { own, standing, measure, provisional } = chartView
  const verdict = own?.verdict ?? null
  const text = standing && leadText({ ...standing, verdict }, measure)
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${LEAD_PLACE}`}>
      {standing && (
        <p className="text-[2rem] leading-9 font-semibold tabular-nums">
          {formatValue(standing.value, measure)}
        </p>
      )}
      <div className="min-w-0 flex-1 basis-48">
        {text !== null && (
          <p className="flex items-baseline gap-2 text-lead font-semibold">
            {verdict && <VerdictMark given={verdict} />}
            <span>
              {seriesStart(chartView)}
              {text}
            </span>
          </p>
        )}
        {provisional !== null && <p className="text-small text-ink-2">{provisionalText(provisional)}.</p>}
      </div>
      <ChartStatus chartView={chartView} isStale={isStale} />
    </div>
  )
}

function seriesStart(chartView: ChartView): string {
  const series = seriesReferredTo(chartView)
  return series === null ? '' : `${series}. `
}

/** Says what a choice of peers or filters has changed. */
export function ChartStatus({ chartView, isStale }: { chartView: ChartView; isStale: boolean }) {
  const { own, standing, measure, comparison } = chartView
  const text = standing && leadText({ ...standing, verdict: own?.verdict ?? null }, measure)
  return (
    <p role="status" className="sr-only">
      {isStale ? '' : `${seriesStart(chartView)}${text ?? ''} Compared with ${comparedWithText(comparison)}.`}
    </p>
  )
}
