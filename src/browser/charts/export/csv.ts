// The figures of charts as CSV.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { csvFile } from '#lib/csv.ts'
import { exportFile, type ExportContext } from './export-file.ts'

export function chartCsv(chartView: ChartView, context: ExportContext | null = null): string {
  const { facts, columns, rows } = exportFile(chartView, context)
  return csvFile([...facts, [], columns.map(({ name }) => name), ...rows])
}

/** Several charts in one file: every line of figures begins with the name of its chart. */
export function chartsCsv(charts: readonly { chartView: ChartView; context: ExportContext }[]): string {
  const files = charts.map(({ chartView, context }) => ({
    name: chartView.measure.chart_name,
    ...exportFile(chartView, context)
  }))
  return csvFile(
    files.flatMap(({ name, facts, columns, rows }) => [
      ...facts,
      ['Chart', ...columns.map(column => column.name)],
      ...rows.map(row => [name, ...row]),
      []
    ])
  )
}
