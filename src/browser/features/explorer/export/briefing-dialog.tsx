import { useState } from 'react'
import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { previousPeriodName } from '#browser/features/explorer/overview/overview-row.ts'
import type { ComparisonRequest } from '#browser/features/explorer/selection/comparison.ts'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { exportRecipient } from '#browser/stores/export-recipient.ts'
import { openModal } from '#browser/stores/modals.ts'
import { rememberOrigin, withCode } from '#browser/stores/outcomes.ts'
import { $project } from '#browser/stores/projects.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { Button } from '#browser/ui/button.tsx'
import { usePending } from '#browser/ui/pending.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { chunk } from '#lib/chunk.ts'
import { countOf } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { readChartSet, saveChartSet, type ChartToExport } from './chart-set.ts'

const packCode = chunk(() => import('./briefing-pack.ts'))

export interface BriefingRequest {
  /** The title of the pack, and the beginning of its file name. */
  subject: string
  charts: readonly ChartToExport[]
  comparing: ComparisonRequest
}

export const openBriefing = (request: BriefingRequest): void =>
  openModal({ component: BriefingDialog, props: { title: 'Briefing pack', ...request } })

function BriefingDialog({ subject, charts, comparing }: BriefingRequest) {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [audience, setAudience] = useState('')
  const [isMaking, start] = usePending()
  const chosen = charts.filter(({ chart }) => !left.has(chart.chart_id))
  const toggle = (id: number): void =>
    setLeft(left.has(id) ? new Set([...left].filter(other => other !== id)) : new Set([...left, id]))
  const make = async (format: 'html' | 'xlsx'): Promise<void> => {
    const origin = rememberOrigin()
    // As they are when it is asked for: the reader may turn to another project meanwhile.
    const about = packTexts()
    const read = await readChartSet(chosen, comparing)
    if (read.length === 0) return
    if (format === 'xlsx') await saveChartSet(subject, read, 'xlsx')
    else await makePages(subject, { ...about, audience: audience.trim() }, read)
    origin.closeModal()
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {withTerms(
          'For people who do not open this site: what stands out on the first page, then every chart, then definitions and method. The page is one file that needs no connection; the workbook has the figures.'
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
            <Checkbox checked={!left.has(chart.chart_id)} onChange={() => toggle(chart.chart_id)} />
            {chart.chart_name}
          </label>
        ))}
      </fieldset>
      <label className="grid gap-1">
        <span className="font-medium">Who it is for</span>
        <span className="text-small text-ink-2">
          Shown on each page, for example “the board”. You can leave it empty.
        </span>
        <input
          className="input max-w-96"
          maxLength={100}
          value={audience}
          disabled={isMaking}
          onChange={event => setAudience(event.target.value)}
        />
      </label>
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
    </div>
  )
}

function packTexts() {
  const { productName, programmeName } = runtimeConfig()
  const periods = $timePeriods.get()
  return {
    productName,
    programmeName,
    projectName: $project.get()?.project_name ?? '',
    recipient: exportRecipient(),
    periods: periods.state === 'ready' ? periods.value : []
  }
}

async function makePages(
  subject: string,
  { periods, ...about }: ReturnType<typeof packTexts> & { audience: string },
  charts: readonly ExportedChart[]
): Promise<void> {
  const { programmeCode } = runtimeConfig()
  const period = charts[0]?.chartView.period.time_period_id ?? 0
  const pack = {
    ...about,
    madeAt: presentTime().toISOString(),
    since: previousPeriodName(periods, period),
    charts
  }
  await withCode(
    packCode,
    ({ saveBriefing }) => saveBriefing(subject, pack, `/images/logos/${programmeCode}.svg`),
    'The pack could not be created. You can download the figures as XLSX.'
  )
}
