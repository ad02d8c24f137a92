import type { ReactNode } from 'react'
import { kindAbsence, kindNotes, drawnKinds, listsValues, tabSentence } from '#browser/charts/drawn-kinds.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { Picture } from '#browser/charts/view/chart.tsx'
import { TextOutput } from '#browser/charts/view/text-output.tsx'
import { emptyChartText, hasNothing, wholeBlocksText } from '#browser/charts/words/disclosure-text.ts'
import { editionText } from '#browser/charts/words/edition-text.ts'
import { shownText } from '#browser/charts/words/sentence.ts'
import { OtherSets } from '#browser/features/explorer/selection/choice-notice.tsx'
import type { ExplorerSelection } from '#browser/features/explorer/selection/explorer-selection.ts'
import type { ChangeSelection } from '#browser/features/explorer/selection/use-selection.ts'
import { Late } from '#browser/ui/late.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { provisionalText } from '#domain/figures/provisional.ts'
import { formatMoment } from '#lib/format.ts'
import { chartTools } from './chart-tools-chunk.ts'
import { DrawnChart } from './drawn-chart.tsx'
import { FiguresDisclosure } from './figures-disclosure.tsx'
import { useWhatIf, type Supposing } from './what-if/what-if.ts'

function Sentence({ chartView, className = '' }: { chartView: ChartView; className?: string }) {
  return (
    <p className={`text-lead max-w-[74ch] ${className}`}>
      {tabSentence(chartView).map((piece, index) =>
        piece.isStrong ? (
          <strong key={index} className="font-semibold">
            {piece.text}
          </strong>
        ) : (
          piece.text
        )
      )}
    </p>
  )
}

interface ChartPanelProps {
  chartView: ChartView
  /** Set if the reader may suppose another figure. */
  supposing?: Supposing | undefined
  isStale: boolean
  selection: ExplorerSelection
  change: ChangeSelection
  onRefresh: () => void
  onDrawn: (picture: Picture) => void
  /** The choices, in small windows, where they and the sentence follow the chart. */
  below?: ReactNode
}

/** The content of a tab: the sentence, the chart or table, and when it was calculated. */
export function ChartPanel({
  chartView,
  supposing,
  isStale,
  selection,
  change,
  onRefresh,
  onDrawn,
  below
}: ChartPanelProps) {
  const kind = drawnKinds[chartView.data.output_type.output_name]
  const whatIf = useWhatIf(chartView)?.open
  const isEmpty = hasNothing(chartView)
  const absence = kindAbsence(chartView)
  return (
    <>
      {below === undefined && <Sentence chartView={chartView} className="min-h-[46px] mb-3" />}
      {chartView.comparison.absence !== null && <OtherSets change={change} />}
      {supposing && whatIf && (
        <Late code={chartTools}>
          {({ WhatIfBand }) => (
            <WhatIfBand chartView={chartView} metaData={supposing.metaData} whatIf={whatIf} />
          )}
        </Late>
      )}
      <div className="card" aria-busy={isStale}>
        {isEmpty ? (
          <EmptyNotice
            title={`No figures for ${chartView.period.time_period_name}`}
            text={emptyChartText(chartView)}
          />
        ) : absence !== null ? (
          <EmptyNotice title="This chart is not available" text={absence} />
        ) : kind.is === 'figure' ? (
          <DrawnChart
            kind={kind}
            chartView={chartView}
            selection={selection}
            change={change}
            onDrawn={onDrawn}
            supposing={supposing}
            isSmall={below !== undefined}
          />
        ) : kind.is === 'table' ? (
          <div className="table-scroll rounded-lg">
            <Late code={chartTools}>
              {({ DisclosedFigures }) => (
                <DisclosedFigures
                  chartView={chartView}
                  averages={selection.averages}
                  sort={selection.sort}
                  change={change}
                />
              )}
            </Late>
          </div>
        ) : (
          <TextOutput chartView={chartView} averages={selection.averages} />
        )}
      </div>
      {below}
      {below !== undefined && <Sentence chartView={chartView} className="mt-3" />}
      {kindNotes(chartView).map(note => (
        <p key={note} className="mt-2.5 text-small text-ink-2">
          {note}
        </p>
      ))}
      <Calculated chartView={chartView} isStale={isStale} onRefresh={onRefresh} />
      {kind.is === 'figure' && !isEmpty && (
        <FiguresDisclosure
          chartView={chartView}
          averages={selection.averages}
          sort={selection.sort}
          change={change}
        />
      )}
    </>
  )
}

function Calculated({
  chartView,
  isStale,
  onRefresh
}: Pick<ChartPanelProps, 'chartView' | 'isStale' | 'onRefresh'>) {
  const blocks = wholeBlocksText(chartView)
  const shown = shownText(chartView)
  const edition = editionText(chartView)
  const { provisional } = chartView
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1 mt-2.5 text-tiny text-ink-3">
      <span>Calculated {formatMoment(chartView.data.calculated_at)}</span>
      <button type="button" className="text-tiny text-button" onClick={onRefresh}>
        Refresh
      </button>
      {shown !== null && (
        <span>
          {listsValues(chartView)
            ? `${shown}. Averages and ranks include all values.`
            : `${shown} in the table. The chart, averages and ranks include all values.`}
        </span>
      )}
      {edition !== null && <span>{edition}</span>}
      {/* A printed page travels alone. */}
      {provisional !== null && <span className="hidden print:inline">{provisionalText(provisional)}.</span>}
      <span>{chartView.data.suppression.rule_text}</span>
      {blocks !== null && <span>{blocks}</span>}
      <span role="status">{isStale ? 'Loading newer figures…' : ''}</span>
    </p>
  )
}
