import { withTerms } from '#lib/submission-word.ts'
import { useState } from 'react'
import { hasNothing } from '#browser/charts/words/disclosure-text.ts'
import type { BriefedChart } from '#browser/charts/export/briefing.ts'
import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { countOf } from '#lib/format.ts'
import { closeModal, openModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import type { ComparisonRequest } from '../selection/comparison.ts'
import { saveBriefing } from './briefing-pack.ts'
import { readChartSet, saveChartSet, type ChartToExport } from './chart-set.ts'
import { OffscreenCharts } from './offscreen-charts.tsx'

export interface BriefingRequest {
  /** Of the pack, and the beginning of its file names. */
  subject: string
  charts: readonly ChartToExport[]
  comparing: ComparisonRequest
}

export const openBriefing = (request: BriefingRequest): void =>
  openModal({ component: BriefingDialog, props: { title: 'Briefing pack', ...request } })

/** Chooses the charts of a briefing pack, and saves it as a page or as a workbook. */
function BriefingDialog({ subject, charts, comparing }: BriefingRequest) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [loaded, setLoaded] = useState<ExportedChart[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const chosen = charts.filter(({ chart }) => !left.has(chart.chart_id))
  const toggle = (id: number): void =>
    setLeft(left.has(id) ? new Set([...left].filter(other => other !== id)) : new Set([...left, id]))
  const finish = async (save: () => Promise<void>): Promise<void> => {
    await save()
    setBusy(false)
    setLoaded(null)
    closeModal()
  }
  const make = async (format: 'html' | 'xlsx'): Promise<void> => {
    setBusy(true)
    const read = await readChartSet(chosen, comparing)
    if (read.length === 0) return setBusy(false)
    if (format === 'xlsx') return finish(() => saveChartSet(subject, read, 'xlsx'))
    if (read.every(({ chartView }) => hasNothing(chartView)))
      return finish(() =>
        saveBriefing(
          subject,
          read.map(chart => ({ ...chart, drawing: null }))
        )
      )
    setLoaded(read)
  }
  const onDrawn = (drawn: BriefedChart[]): void => void finish(() => saveBriefing(subject, drawn))
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {withTerms(
          'Charts with their sentences, definitions, filters and numbers of {submissions}, for people who do not open this site. The page is one file that needs no connection; the workbook has the figures.'
        )}
      </p>
      <fieldset
        className="grid max-h-[46vh] overflow-y-auto border border-solid border-line rounded-lg py-1"
        disabled={isBusy}
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
          {isBusy
            ? `Creating the pack of ${countOf(chosen.length, 'chart')}…`
            : `${countOf(chosen.length, 'chart')} chosen`}
        </p>
        <Button disabled={chosen.length === 0 || isBusy} onClick={() => void make('xlsx')}>
          Download workbook (XLSX)
        </Button>
        <Button kind="main" disabled={chosen.length === 0 || isBusy} onClick={() => void make('html')}>
          Download page (HTML)
        </Button>
      </footer>
      {loaded && <OffscreenCharts charts={loaded} onDone={onDrawn} />}
    </div>
  )
}
