// Several charts with the current selection, for one file.

import { call } from '#browser/api/call.ts'
import { CSV_TYPE, saveFile } from '#browser/api/download.ts'
import type { ExportedChart } from '#browser/charts/export/xlsx.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { GroupChart } from '#browser/features/explorer/groups.ts'
import { requestFor, type ComparisonRequest } from '#browser/features/explorer/selection/comparison.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { getChartData } from '#contract/chart-data.ts'
import { getMetaData } from '#contract/charts.ts'
import { chunk } from '#lib/chunk.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { exportContext, shareableAddress } from './export-context.ts'

export interface ChartToExport {
  chart: Pick<GroupChart, 'chart_id' | 'chart_name'>
  path: string
}

const inExportQueue = limitConcurrency(4)

/** The figures of the charts, in order. A toast names those that could not be loaded, which are left out. */
export async function readChartSet(
  charts: readonly ChartToExport[],
  comparing: ComparisonRequest
): Promise<ExportedChart[]> {
  // The addresses are those of the figures asked for, whatever the reader chooses meanwhile.
  const addressed = charts.map(({ chart, path }) => ({ chart, link: shareableAddress(path) }))
  const read = await Promise.all(
    addressed.map(({ chart, link }) =>
      inExportQueue(() => loadExportedChart(chart.chart_id, link, comparing))
    )
  )
  const missing = charts.filter((_, index) => read[index] === null).map(({ chart }) => chart.chart_name)
  if (missing.length > 0)
    showToast({ text: `Could not be loaded, so left out: ${missing.join(', ')}.`, status: 'warning' })
  return read.filter(chart => chart !== null)
}

async function loadExportedChart(
  chart_id: number,
  link: string,
  comparing: ComparisonRequest
): Promise<ExportedChart | null> {
  const { query, body } = requestFor(comparing)
  const [data, metaData] = await Promise.all([
    call(getChartData, { params: { a: chart_id, b: comparing.submission?.id ?? 0 }, query, body }),
    call(getMetaData, { query: { chart_id } })
  ])
  if (!data.ok || !metaData.ok) return null
  return {
    chartView: chartViewOf(data.value, comparing.timePeriodId),
    context: exportContext(metaData.value, link)
  }
}

/** `establishment-2026.xlsx`: ASCII letters and digits, which every system accepts. */
export function setFileName(title: string, extension: string): string {
  const stem = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return `${stem.replaceAll(/^-|-$/g, '') || 'charts'}.${extension}`
}

const workbookCode = chunk(() => import('#browser/charts/export/xlsx.ts'))
const chartCsvCode = chunk(() => import('#browser/charts/export/csv.ts'))
const CHART_SET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type SetFormat = 'xlsx' | 'csv'

export async function saveChartSet(
  title: string,
  charts: readonly ExportedChart[],
  format: SetFormat
): Promise<void> {
  try {
    const content =
      format === 'xlsx'
        ? new Blob([(await workbookCode.load()).chartsXlsx(charts)], { type: CHART_SET_TYPE })
        : new Blob([(await chartCsvCode.load()).chartsCsv(charts)], { type: CSV_TYPE })
    saveFile(content, setFileName(title, format))
  } catch {
    showToast({ text: 'The file could not be created. Try again.', status: 'error' })
  }
}
