import { useState } from 'react'
import type { BriefedChart } from '#browser/charts/export/briefing.ts'
import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { hasNothing } from '#browser/charts/words/disclosure-text.ts'
import type { ComparisonRequest } from '#browser/features/explorer/selection/comparison.ts'
import { closeModal, openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { usePending } from '#browser/ui/pending.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf } from '#lib/format.ts'
import { saveBriefing } from './briefing-pack.ts'
import { readChartSet, saveChartSet, type ChartToExport } from './chart-set.ts'
import { OffscreenCharts } from './offscreen-charts.tsx'

export interface BriefingRequest {
  /** The title of the pack, and the beginning of its file name. */
  subject: string
  charts: readonly ChartToExport[]
  comparing: ComparisonRequest
}

interface Drawing {
  charts: ExportedChart[]
  onDone: (drawn: BriefedChart[]) => void
}

export const openBriefing = (request: BriefingRequest): void =>
  openModal({ component: BriefingDialog, props: { title: 'Briefing pack', ...request } })

function BriefingDialog({ subject, charts, comparing }: BriefingRequest) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [isMaking, start] = usePending()
  const chosen = charts.filter(({ chart }) => !left.has(chart.chart_id))
  const toggle = (id: number): void =>
    setLeft(left.has(id) ? new Set([...left].filter(other => other !== id)) : new Set([...left, id]))
  const draw = (read: ExportedChart[]): Promise<BriefedChart[]> =>
    read.every(({ chartView }) => hasNothing(chartView))
      ? Promise.resolve(read.map(chart => ({ ...chart, drawing: null })))
      : new Promise(onDone => setDrawing({ charts: read, onDone }))
  const make = async (format: 'html' | 'xlsx'): Promise<void> => {
    const read = await readChartSet(chosen, comparing)
    if (read.length === 0) return
    if (format === 'xlsx') await saveChartSet(subject, read, 'xlsx')
    else await saveBriefing(subject, await draw(read))
    setDrawing(null)
    closeModal()
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {withTerms(
          'Charts with their sentences, definitions, filters and numbers of {submissions}, for people who do not open this site. The page is one file that needs no connection; the workbook has the figures.'
        )}
      </p>
      <fieldset
        className="grid max-h-[46vh] overflow-y-auto border border-solid border-line rounded-lg py-1"
        disabled={isMaking}
      >
        <legend className="sr-only">Charts in the pack</legend>
        {charts.map(({ chart }) => (
          <label
            key={chart.chart_id}
            className="flex items-center gap-2.5 px-3 py-1.5 cursor-pointer hover:bg-sunken"
          >
            <input
              type="checkbox"
              className="accent-brand-mark"
              checked={!left.has(chart.chart_id)}
              onChange={() => toggle(chart.chart_id)}
            />
            {chart.chart_name}
          </label>
        ))}
      </fieldset>
      <footer className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto text-small text-ink-3">
          {isMaking
            ? `Creating the pack of ${countOf(chosen.length, 'chart')}…`
            : `${countOf(chosen.length, 'chart')} chosen`}
        </p>
        <Button
          disabled={chosen.length === 0}
          aria-disabled={isMaking || undefined}
          onClick={() => start(() => make('xlsx'))}
        >
          Download workbook (XLSX)
        </Button>
        <Button
          kind="main"
          disabled={chosen.length === 0}
          aria-disabled={isMaking || undefined}
          onClick={() => start(() => make('html'))}
        >
          Download page (HTML)
        </Button>
      </footer>
      {drawing && <OffscreenCharts {...drawing} />}
    </div>
  )
}
