import { countOfSubmissions } from '#lib/submission-word.ts'
import { useStore } from '@nanostores/react'
import { Check, Plus } from 'lucide-react'
import { countOf, formatCount } from '#lib/format.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { $cells, loadCells, type NamedCell } from './cells.ts'
import { edit, errorsOf, type ChartBuilder } from './chart-builder.ts'
import { NEW_SERIES, type DraftSeries } from './chart-draft.ts'
import { $preview } from './preview.ts'
import { SeriesEditor } from './series-editor.tsx'
import { seriesByColumn } from './series-by-column.ts'
import { TheirValue } from './their-value.tsx'

/** What the chart is calculated from, series by series. */
export function DataColumn({ builder }: { builder: ChartBuilder }) {
  const cells = useStore($cells)
  const preview = useStore($preview)
  const { draft, theirs, key } = builder
  if (cells.state === 'failed') {
    return (
      <FailureNotice
        title="The figures could not be loaded"
        error={cells.error}
        onRetry={() => void loadCells(key.projectId)}
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
            onChange={next => replace(draft.series.with(index, next))}
            onMove={isSeveral ? step => replace(moved(draft.series, index, step)) : null}
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
      <Counted />
    </>
  )
}

function moved(series: readonly DraftSeries[], index: number, step: -1 | 1): readonly DraftSeries[] {
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
  cells: readonly NamedCell[]
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

/** How many submissions get a value, as the preview has found. */
function Counted() {
  const preview = useStore($preview)
  if (preview.state !== 'ready') return null
  const { seriesCounts, submissionCount } = preview.value
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
