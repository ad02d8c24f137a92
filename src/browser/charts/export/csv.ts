// A chart's figures as CSV for spreadsheets.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { csvFile } from '#lib/csv.ts'
import { exportFile, type ExportContext } from './export-file.ts'

export function chartCsv(chartView: ChartView, context: ExportContext | null = null): string {
  const { about, columns, rows } = exportFile(chartView, context)
  return csvFile([...about, [], columns, ...rows])
}

/** Several charts in one file: every line of figures names its chart. */
export function chartsCsv(charts: readonly { chartView: ChartView; context: ExportContext }[]): string {
  const files = charts.map(({ chartView, context }) => ({
    name: chartView.measure.chart_name,
    ...exportFile(chartView, context)
  }))
  return csvFile(
    files.flatMap(({ name, about, columns, rows }) => [
      ...about,
      ['Chart', ...columns],
      ...rows.map(row => [name, ...row]),
      []
    ])
  )
}
