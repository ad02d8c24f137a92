import { useState } from 'react'
import type { BriefedChart } from '#browser/charts/export/briefing.ts'
import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { ChartCanvas, type Picture } from '#browser/charts/view/chart.tsx'
import { hasNothing } from '#browser/charts/words/disclosure-text.ts'
import { ALL_AVERAGES } from '#browser/features/explorer/selection/explorer-selection.ts'
import { drawAsSvg } from './briefing-pack.ts'

interface OffscreenChartsProps {
  charts: readonly ExportedChart[]
  onDone: (charts: BriefedChart[]) => void
}

/** Draws charts one after the other outside the visible page, because plotly draws only in a page. */
export function OffscreenCharts({ charts, onDone }: OffscreenChartsProps) {
  const [drawn, setDrawn] = useState<BriefedChart[]>(() => skipEmpty([], charts))
  const next = charts[drawn.length]
  if (!next) return null
  const take = (drawing: string | null): void => {
    const all = skipEmpty([...drawn, { ...next, drawing }], charts)
    setDrawn(all)
    if (all.length === charts.length) onDone(all)
  }
  const onDrawn = (picture: Picture): void =>
    // plotly's drawing is complete in the next frame.
    void requestAnimationFrame(() => drawAsSvg(next, picture).then(take, () => take(null)))
  return (
    <div aria-hidden="true" className="fixed top-0 -left-[4000px] w-[900px] invisible">
      <ChartCanvas
        key={drawn.length}
        chartView={next.chartView}
        averages={ALL_AVERAGES}
        label=""
        className="h-[420px]"
        onDrawn={onDrawn}
      />
    </div>
  )
}

/** Charts with nothing to draw need no picture. */
function skipEmpty(done: BriefedChart[], charts: readonly ExportedChart[]): BriefedChart[] {
  const next = charts[done.length]
  return next && hasNothing(next.chartView) ? skipEmpty([...done, { ...next, drawing: null }], charts) : done
}
