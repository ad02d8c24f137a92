import { useStore } from '@nanostores/react'
import { edit, errorsOf, type ChartBuilder } from '#browser/features/explorer/builder/chart-builder.ts'
import { NEW_SERIES, type DraftSeries } from '#browser/features/explorer/builder/draft/chart-draft.ts'
import { TheirValue } from '#browser/features/explorer/builder/draft/their-value.tsx'
import { $preview } from '#browser/features/explorer/builder/preview/preview.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Check } from '#browser/ui/icons/icon-paths.ts'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { cellKey } from '#domain/answers/cell-address.ts'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { statisticOfSeries } from './aggregate-fields.tsx'
import { $cells, loadCells, type NamedChartCell } from './cells.ts'
import { SeriesEditor } from './series-editor.tsx'

/** A series for each column that the series adds up, with that column's figures only; empty outside grids. */
function seriesByColumn(series: DraftSeries, cells: readonly NamedChartCell[]): DraftSeries[] {
  const cellOf = (term: SumTerm): NamedChartCell | undefined => cells.find(cell => cell.key === cellKey(term))
  const columnOf = (term: SumTerm): string => cellOf(term)?.column_name ?? ''
  const columns = [...new Set([...series.numerator, ...series.denominator].map(columnOf))].filter(
    name => name !== ''
  )
  return columns.flatMap((name): DraftSeries[] => {
    const inColumn = (terms: readonly SumTerm[]) => terms.filter(term => columnOf(term) === name)
    const [numerator, denominator] = [inColumn(series.numerator), inColumn(series.denominator)]
    // A column with only one side of a ratio is skipped.
    const isWhole = numerator.length > 0 && (!series.isRatio || denominator.length > 0)
    const standardDeviation = inColumn(series.standardDeviation)
    return isWhole ? [{ ...series, name, numerator, denominator, standardDeviation }] : []
  })
}

/** What the chart is calculated from, series by series. */
export function DataColumn({ builder }: { builder: ChartBuilder }) {
  const cells = useStore($cells)
  const preview = useStore($preview)
  const period = useStore($selectedTimePeriod)
  const { draft, theirs, key } = builder
  if (cells.state === 'failed') {
    return (
      <FailureNotice
        what="The figures"
        failure={cells}
        onRetry={() => {
          if (period) void loadCells({ projectId: key.projectId, timePeriodId: period.id })
        }}
      />
    )
  }
  if (cells.state === 'loading') return <SkeletonLines lines={8} label="Loading the figures" />
  const errors = errorsOf(builder)
  const counts = preview.state === 'ready' ? preview.value.seriesCounts : []
  const isSeveral = draft.series.length > 1
  const replace = (series: readonly DraftSeries[]) => edit({ series })
  return (
    <>
      {draft.series.map((series, index) => (
        <div key={index} className={index > 0 ? 'pt-4 border-0 border-t border-solid border-line' : ''}>
          <SeriesEditor
            series={series}
            number={isSeveral ? index + 1 : null}
            cells={cells.value}
            isMean={draft.statistic === 'mean'}
            error={errors[`series.${index}`]}
            count={counts.find(count => count.display_order === index + 1)?.value_count}
            onChange={next => {
              const statistic = draft.statistic === 'none' ? statisticOfSeries(next) : null
              edit({ series: draft.series.with(index, next), ...(statistic && { statistic }) })
            }}
            onMove={isSeveral ? step => replace(moveSeries(draft.series, index, step)) : null}
            onRemove={isSeveral ? () => replace(draft.series.toSpliced(index, 1)) : null}
          />
        </div>
      ))}
      <TheirValue theirs={theirs} field="series" cells={cells.value} />
      <div className="flex flex-wrap gap-1 pt-3 border-0 border-t border-solid border-line">
        <Button
          kind="quiet"
          size="s"
          icon={Plus}
          onClick={() =>
            replace([
              ...draft.series,
              {
                ...NEW_SERIES,
                isRatio: draft.series[0]?.isRatio ?? true,
                multiplier: draft.series[0]?.multiplier ?? '100'
              }
            ])
          }
        >
          Add a series
        </Button>
        <ByColumn series={draft.series} cells={cells.value} onChange={replace} />
      </div>
      <SeriesCounts />
    </>
  )
}

function moveSeries(series: readonly DraftSeries[], index: number, step: -1 | 1): readonly DraftSeries[] {
  const to = index + step
  const one = series[index]
  return one && to >= 0 && to < series.length ? series.toSpliced(index, 1).toSpliced(to, 0, one) : series
}

/** One more series for each column of the grid that the first one adds up. */
function ByColumn({
  series,
  cells,
  onChange
}: {
  series: readonly DraftSeries[]
  cells: readonly NamedChartCell[]
  onChange: (series: DraftSeries[]) => void
}) {
  const first = series[0]
  const parts = first ? seriesByColumn(first, cells) : []
  if (!first || parts.length < 2) return null
  return (
    <Button
      kind="quiet"
      size="s"
      onClick={() => onChange([{ ...first, name: first.name || 'All' }, ...parts])}
    >
      One for each of {countOf(parts.length, 'column')}
    </Button>
  )
}

/** The number of submissions with a value, from the preview. */
function SeriesCounts() {
  const preview = useStore($preview)
  if (preview.state !== 'ready') return null
  const { seriesCounts, submissionCount } = preview.value
  if (submissionCount === null) return null
  const first = seriesCounts[0]
  if (!first) return <p className="text-small text-ink-2">Choose a figure to preview the chart.</p>
  const zero = first.zero_denominator_count
  return (
    <p className="flex gap-2 text-small text-ink-2">
      <Icon of={Check} className="mt-px text-ok" />
      <span>
        {formatCount(first.value_count)} of {countOfSubmissions(submissionCount)} have a value
        {seriesCounts.length > 1 ? ' in the first series' : ''}.
        {zero > 0 && ` In ${formatCount(zero)} the denominator is 0.`}
      </span>
    </p>
  )
}
