import { shownPeriods } from '#browser/charts/drawn-kinds.ts'
import { directionText, formatValue } from '#browser/charts/labels/measure.ts'
import { VerdictMark } from '#browser/charts/marks/verdict-mark.tsx'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { leadText } from '#browser/charts/words/claims.ts'
import { lowerFirst } from '#browser/charts/words/denominator-name.ts'
import { comparedWithText } from '#browser/charts/words/disclosure-text.ts'
import { seriesReferredTo } from '#browser/charts/words/sentence.ts'
import { chartKind } from '#contract/chart-kinds.ts'
import type { MetaData } from '#contract/charts.ts'
import { provisionalText } from '#domain/figures/provisional.ts'

/** As high as the largest of its lines, so that nothing moves when the figures come. */
export const LEAD_PLACE = 'mt-1.5 min-h-10 max-md:media-short:mt-0'

interface ChartLeadProps {
  chartView: ChartView
  metaData: MetaData | null
  isStale: boolean
}

/** What the chart shows before all else: the own value, its verdict and its rank, then the measure and the state of the data. */
export function ChartLead({ chartView, metaData, isStale }: ChartLeadProps) {
  const { own, standing, measure, provisional } = chartView
  const verdict = own?.verdict ?? null
  const text = ownLead(chartView)
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${LEAD_PLACE}`}>
      {/* A printed page travels alone. */}
      <p className="hidden print:block basis-full text-ink-2">
        {own && `${[own.name, own.organisation].filter(Boolean).join(', ')}. `}
        {shownPeriods(chartView)}
      </p>
      {standing && (
        <p className="text-[2rem] leading-9 font-semibold tabular-nums">
          {formatValue(standing.value, measure)}
        </p>
      )}
      <div className="min-w-0 flex-1 basis-48">
        {text !== null && (
          <p className="flex items-baseline gap-2 text-lead max-md:leading-5! font-semibold">
            {verdict && <VerdictMark given={verdict} />}
            <span>
              {seriesStart(chartView)}
              {text}
            </span>
          </p>
        )}
        <p className="text-small text-ink-2 min-h-[18px]">
          {metaData && unitSentence(metaData)}
          {provisional !== null && <span className="text-info"> {provisionalText(provisional)}.</span>}
        </p>
      </div>
      <p role="status" className="sr-only">
        {isStale
          ? ''
          : `${seriesStart(chartView)}${text ?? ''} Compared with ${comparedWithText(chartView.comparison)}.`}
      </p>
    </div>
  )
}

/** Names its period where the picture shows several. */
function ownLead({ own, standing, measure, period, data }: ChartView): string | null {
  if (standing === null) return null
  const isOverTime = chartKind(data.output_type.output_name).periods === 'all'
  const text = leadText({ ...standing, verdict: own?.verdict ?? null }, measure)
  return isOverTime ? `${text} in ${period.time_period_name}` : text
}

function seriesStart(chartView: ChartView): string {
  const series = seriesReferredTo(chartView)
  return series === null ? '' : `${series}. `
}

const unitSentence = ({ numerator_text, denominator_text, unit, direction }: MetaData): string =>
  [shareText(numerator_text, denominator_text, unit), directionText[direction]].filter(Boolean).join(' ')

/** 'Vacant posts as a share of budgeted posts, %.', 'WTE per staffed bed.' */
function shareText(numerator: string, denominator: string, unit: string): string {
  if (numerator === '' && denominator === '') return unit === '' ? '' : `In ${unit}.`
  const isShare = unit === '%'
  if (numerator === '' && unit !== '' && !isShare) return `${unit} per ${lowerFirst(denominator)}.`
  const of =
    numerator !== '' && denominator !== ''
      ? `${numerator} ${isShare ? 'as a share of' : 'per'} ${lowerFirst(denominator)}`
      : numerator || denominator
  return unit === '' ? `${of}.` : `${of}, ${unit}.`
}
