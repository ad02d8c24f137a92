import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { DrawnKind } from '#browser/charts/drawn-kinds.ts'
import { RoleLegend } from '#browser/charts/marks/role-legend.tsx'
import { VerdictLegend } from '#browser/charts/marks/verdict-legend.tsx'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { ChartCanvas, type Picture } from '#browser/charts/view/chart.tsx'
import { plainSentence } from '#browser/charts/words/sentence.ts'
import type { ExplorerSelection } from '#browser/features/explorer/selection/explorer-selection.ts'
import type { ChangeSelection } from '#browser/features/explorer/selection/use-selection.ts'
import { $averages } from '#browser/stores/selection.ts'
import { useChunk } from '#browser/ui/use-chunk.ts'
import { chartKind } from '#contract/chart-kinds.ts'
import { chartTools } from './chart-tools-chunk.ts'
import { useWhatIf, type Supposing } from './what-if/what-if.ts'

interface DrawnChartProps {
  kind: Extract<DrawnKind, { is: 'figure' }>
  chartView: ChartView
  selection: ExplorerSelection
  change: ChangeSelection
  onDrawn: (picture: Picture) => void
  supposing: Supposing | undefined
  /** The legends are below the chart. */
  isSmall: boolean
}

/** On a phone, leaves room for the sentence above the chart and the choices below it; in the lowest windows, for its focus ring. */
export const DRAWING_HEIGHT =
  'h-[clamp(360px,calc(100vh-428px),640px)] max-md:h-[clamp(min(200px,100dvh-24px-var(--part-links,0px)),calc(100dvh-540px),360px)] print:h-[300px]!'

/** A drawn chart with its legends and the what-if handle of the own bar. */
export function DrawnChart({
  kind,
  chartView,
  selection,
  change,
  onDrawn,
  supposing,
  isSmall
}: DrawnChartProps) {
  const whatIf = useWhatIf(chartView)
  const { module: parts } = useChunk(chartTools, 'tryLoad')
  const averages = useStore($averages)
  const label = useMemo(
    () =>
      `${chartView.measure.chart_name}, ${chartKind(chartView.data.output_type.output_name).tab}. ${plainSentence(chartView)}`,
    [chartView]
  )
  const legends = (
    <>
      {kind.showsVerdicts && (
        <VerdictLegend
          chartView={chartView}
          intervals={kind.hasIntervals === true ? selection.intervals : null}
          onIntervals={intervals => change({ intervals })}
        />
      )}
      {kind.roleMarks && <RoleLegend chartView={chartView} marks={kind.roleMarks} />}
    </>
  )
  return (
    <div className="p-3.5 pb-2 max-md:p-2">
      {!isSmall && legends}
      <ChartCanvas
        chartView={chartView}
        averages={averages}
        intervals={selection.intervals}
        label={label}
        className={DRAWING_HEIGHT}
        onDrawn={onDrawn}
        {...(supposing && whatIf && parts && { overlay: parts.whatIfOverlay(chartView, supposing, whatIf) })}
      />
      {isSmall && <div className="mt-2">{legends}</div>}
    </div>
  )
}
