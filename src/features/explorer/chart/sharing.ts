// Exports the chart on the page: a picture, a table.
import type { Picture } from '#charts/chart.tsx'
import { saveFile } from '#api/download.ts'
import { chartCsv } from '#charts/csv.ts'
import { fullName } from '#charts/value-roles.ts'
import type { PictureFormat, PictureTexts } from '#charts/picture.ts'
import { formatMoment } from '#lib/format.ts'
import { chunk } from '#lib/chunk.ts'
import { comparedWithText, plainSentence, shownText } from '#charts/sentence.ts'
import { filterSummary } from '#domain/filters.ts'
import { countText, intervalMethods, verdictCounts } from '#charts/verdicts.ts'
import { kindNotes } from '#charts/kinds.ts'
import type { ChartView } from '#charts/chart-view.ts'
import { showToast } from '#stores/toasts.ts'
import { exportContext, madeFor } from '../export/export-context.ts'
import type { MetaData } from '#contract/charts.ts'

/** `vacancy-rate-2026.csv`: plain letters, which every system accepts. */
export function fileName({ measure, period }: ChartView, extension: string): string {
  const stem = `${measure.chart_name} ${period.time_period_name}`.normalize('NFKD').toLowerCase()
  return `${stem.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'chart'}.${extension}`
}

export function saveCsv(chartView: ChartView, metaData: MetaData | null): void {
  const text = chartCsv(chartView, exportContext(metaData))
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName(chartView, 'csv'))
}

const sheetCode = chunk(() => import('#charts/xlsx.ts'))
const xlsxCode = chunk(() => import('#lib/xlsx/write.ts'))

/** Loads the code that writes workbooks on demand. */
export async function saveXlsx(chartView: ChartView, metaData: MetaData | null): Promise<void> {
  try {
    const [{ chartXlsx }, { XLSX_TYPE }] = await Promise.all([sheetCode.load(), xlsxCode.load()])
    saveFile(
      new Blob([chartXlsx(chartView, exportContext(metaData))], { type: XLSX_TYPE }),
      fileName(chartView, 'xlsx')
    )
  } catch {
    showToast({
      text: 'The workbook could not be created. You can download the figures as CSV.',
      status: 'error'
    })
  }
}

export async function savePicture(
  chartView: ChartView,
  picture: Picture,
  format: PictureFormat
): Promise<void> {
  try {
    saveFile(await picture(pictureTexts(chartView), format), fileName(chartView, format))
  } catch {
    // The browser may be out of memory or refuse to read a canvas; the figures can still be exported.
    showToast({
      text: 'The picture could not be created. You can download the figures as CSV.',
      status: 'error'
    })
  }
}

/** 'Against their mean: 5 plainly better, 28 similar.' with the method; empty where there are no verdicts. */
function verdictsText({ comparison, measure, data: { chart } }: ChartView): string {
  const pooled = comparison.averages?.pooled ?? null
  if (pooled === null) return ''
  const counts = countText(verdictCounts(pooled, measure.direction))
  return `Against their mean: ${counts}. ${intervalMethods[chart.statistic]}.`
}

/** The caption of an exported picture: whose figures, compared with whom, filtered how, calculated when. */
export function pictureTexts(chartView: ChartView): PictureTexts {
  const { measure, period, comparison, own, data } = chartView
  const filters = filterSummary(data.applied_filters)
  const shown = shownText(chartView)
  return {
    title: `${measure.chart_name}, ${period.time_period_name}`,
    subtitle: plainSentence(chartView),
    footer: [
      own === null || own.organisation === null ? '' : `${fullName(own)}.`,
      `Compared with ${comparedWithText(comparison)}.`,
      shown === null ? '' : `${shown}.`,
      verdictsText(chartView),
      ...kindNotes(chartView),
      filters,
      data.suppression.rule_text,
      `Calculated ${formatMoment(data.calculated_at)}.`,
      `Made for ${madeFor()}.`
    ]
      .filter(Boolean)
      .join(' ')
  }
}
