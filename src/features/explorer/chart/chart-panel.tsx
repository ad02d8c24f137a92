import { formatMoment } from '#lib/format.ts'
import { Chart, type Picture } from '#charts/chart.tsx'
import { emptyText, hasNothing, wholeBlocksText } from '#charts/disclosure-text.ts'
import { FigureTableView } from '#charts/figure-table-view.tsx'
import { kindNotes, kinds, kindTable } from '#charts/kinds.ts'
import { plainSentence, shownText } from '#charts/sentence.ts'
import { Sentence } from '#charts/sentence-line.tsx'
import { DEFAULT_SORT, sortText, tableSort } from '#charts/table-rows.ts'
import { TextOutput } from '#charts/text-output.tsx'
import { VerdictLegend } from '#charts/verdict-legend.tsx'
import { ValueTable } from '#charts/value-table.tsx'
import { EmptyNotice } from '#ui/notice.tsx'
import { OtherSets } from '../selection/choice-notice.tsx'
import type { ChartView } from '#charts/chart-view.ts'
import type { Selection } from '../selection/explorer-selection.ts'
import type { ChangeSelection } from '../selection/use-selection.ts'

interface ChartPanelProps {
  chartView: ChartView
  /** Newer figures are loading. */
  isStale: boolean
  selection: Selection
  change: ChangeSelection
  onRefresh: () => void
  onDrawn: (picture: Picture) => void
}

/** The content of a tab: the sentence, the chart or table, and when it was calculated. */
export function ChartPanel({ chartView, isStale, selection, change, onRefresh, onDrawn }: ChartPanelProps) {
  const kind = kinds[chartView.data.output_type.output_name]
  const isEmpty = hasNothing(chartView)
  const absence = kind.is === 'figure' ? (kind.absence?.(chartView) ?? null) : null
  const ownTable = kindTable(chartView)
  const blocks = wholeBlocksText(chartView)
  const shown = shownText(chartView)
  const sort = selection.sort === null ? DEFAULT_SORT : tableSort(selection.sort)
  const table = (
    <ValueTable chartView={chartView} sort={sort} onSort={next => change({ sort: sortText(next) })} />
  )
  return (
    <>
      <Sentence chartView={chartView} className="min-h-[46px] mb-3" />
      {chartView.comparison.isTooSmall && <OtherSets change={change} />}
      <div className="card" aria-busy={isStale}>
        {isEmpty ? (
          <EmptyNotice
            title={`No figures for ${chartView.period.time_period_name}`}
            text={emptyText(chartView)}
          />
        ) : absence !== null ? (
          <EmptyNotice title="This cannot be drawn here" text={absence} />
        ) : kind.is === 'figure' ? (
          <div className="p-3.5 pb-2">
            {kind.showsVerdicts && (
              <VerdictLegend
                chartView={chartView}
                intervals={kind.hasIntervals === true ? selection.intervals : null}
                onIntervals={intervals => change({ intervals })}
              />
            )}
            <Chart
              chartView={chartView}
              figure={kind.figure}
              averages={selection.averages}
              intervals={selection.intervals}
              label={`${chartView.measure.chart_name}. ${plainSentence(chartView)}`}
              className="h-[clamp(360px,calc(100vh-428px),640px)]"
              onDrawn={onDrawn}
            />
          </div>
        ) : kind.is === 'table' ? (
          <div className="overflow-x-auto">{table}</div>
        ) : (
          <TextOutput chartView={chartView} averages={selection.averages} />
        )}
      </div>
      {kindNotes(chartView).map(note => (
        <p key={note} className="mt-2.5 text-small text-ink-2">
          {note}
        </p>
      ))}
      <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 mt-2.5 text-tiny text-ink-3">
        <span>Calculated {formatMoment(chartView.data.calculated_at)}</span>
        <button type="button" className="text-tiny text-brand-text hover:underline" onClick={onRefresh}>
          Refresh
        </button>
        {shown !== null && <span>{shown}; averages and ranks are of all.</span>}
        <span>{chartView.data.suppression.rule_text}</span>
        {blocks !== null && <span>{blocks}</span>}
        <span role="status">{isStale ? 'Loading newer figures…' : ''}</span>
      </p>
      {kind.is === 'figure' && !isEmpty && (
        <details className="mt-3">
          <summary className="text-small text-brand-text cursor-pointer w-max">
            The same figures as a table
          </summary>
          <div className="card mt-2 overflow-x-auto">
            {ownTable === null ? table : <FigureTableView table={ownTable} measure={chartView.measure} />}
          </div>
        </details>
      )}
    </>
  )
}
