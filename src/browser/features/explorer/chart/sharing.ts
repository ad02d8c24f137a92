// Exports the chart on the page as a picture, a workbook or CSV.

import { saveCsv, saveFile } from '#browser/api/download.ts'
import { chartCsv } from '#browser/charts/export/csv.ts'
import type { ExportContext } from '#browser/charts/export/export-file.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { Picture } from '#browser/charts/view/chart.tsx'
import type { PictureFormat } from '#browser/charts/view/picture.ts'
import { pictureTexts } from '#browser/charts/words/picture-texts.ts'
import { exportRecipient } from '#browser/stores/export-recipient.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'

/** `vacancy-rate-2026.csv`: ASCII letters and digits, which every system accepts. */
export function chartFileName({ measure, period }: ChartView, extension: string): string {
  const stem = `${measure.chart_name} ${period.time_period_name}`.normalize('NFKD').toLowerCase()
  return `${stem.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'chart'}.${extension}`
}

export const saveChartCsv = (chartView: ChartView, context: ExportContext): void =>
  saveCsv(chartCsv(chartView, context), chartFileName(chartView, 'csv'))

const chartSheetCode = chunk(() => import('#browser/charts/export/xlsx.ts'))
const chartXlsxCode = chunk(() => import('#lib/xlsx/write.ts'))

export async function saveXlsx(chartView: ChartView, context: ExportContext): Promise<void> {
  try {
    const [{ chartXlsx }, { XLSX_TYPE }] = await Promise.all([chartSheetCode.load(), chartXlsxCode.load()])
    saveFile(new Blob([chartXlsx(chartView, context)], { type: XLSX_TYPE }), chartFileName(chartView, 'xlsx'))
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
    saveFile(
      await picture(pictureTexts(chartView, exportRecipient()), format),
      chartFileName(chartView, format)
    )
  } catch {
    // The browser may be out of memory or block reading the canvas. The figures can still be exported.
    showToast({
      text: 'The picture could not be created. You can download the figures as CSV.',
      status: 'error'
    })
  }
}
