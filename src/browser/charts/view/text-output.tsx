import { formatFigure, formatValue } from '#browser/charts/labels/measure.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import type { ChartView } from './chart-view.ts'

interface TextOutputProps {
  chartView: ChartView
  averages: readonly AverageName[]
}

/** The own figure, large, and the averages of the comparison. */
export function TextOutput({ chartView, averages }: TextOutputProps) {
  const { own, standing, measure, comparison } = chartView
  const known = averages.flatMap(name => {
    const value = comparison.averages?.[name] ?? null
    return value === null ? [] : [{ name, value }]
  })
  return (
    <div className="grid gap-6 p-8">
      <p>
        <span className="block text-[44px] leading-[52px] font-semibold tabular-nums">
          {standing ? formatValue(standing.value, measure) : 'no data'}
        </span>
        <span className="text-ink-2">{own?.name ?? withTerms('No {submission} chosen')}</span>
      </p>
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        {known.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-small text-ink-2">
              {name} <span className="text-tiny text-ink-3">n {comparison.n}</span>
            </dt>
            <dd className="text-section font-medium tabular-nums">
              {formatFigure(value, measure.decimal_places)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
