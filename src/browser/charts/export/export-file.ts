// What an exported file of a chart holds: the figures under their headings, and what they belong to.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { MetaData } from '#contract/charts.ts'
import { textOfHtml } from '#lib/text/markup.ts'
import { exportRows, roundedCell, type ExportCell } from './export-rows.ts'

/** What a file says beside the figures of a chart. */
export interface ExportContext {
  /** Who may see what is in the file: 'Amara Okafor, Northfield General' (product 24). */
  madeFor: string
  /** The address that shows the same. */
  link: string
  metaData: MetaData | null
}

export interface ExportFile {
  /** Lines of a name and a value. */
  about: ExportCell[][]
  columns: string[]
  rows: ExportCell[][]
}

export function exportFile(chartView: ChartView, context: ExportContext | null = null): ExportFile {
  const lines = exportRows(chartView).map(row => row.map(roundedCell))
  // An empty line separates what the figures belong to from the figures.
  const gap = lines.findIndex(line => line.length === 0)
  const [columns = [], ...rows] = lines.slice(gap + 1)
  return {
    about: [...lines.slice(0, gap), ...(context ? contextLines(context) : [])],
    columns: columns.map(String),
    rows
  }
}

function contextLines({ madeFor, link, metaData }: ExportContext): ExportCell[][] {
  const definition: ExportCell[][] = metaData
    ? [
        ['Definition', textOfHtml(metaData.definition_html)],
        ['Numerator', metaData.numerator_text],
        ['Denominator', metaData.denominator_text],
        ['Source', metaData.source_text],
        ['Notes', textOfHtml(metaData.caveats_html)]
      ]
    : []
  return [...definition.filter(([, text]) => text !== ''), ['Made for', madeFor], ['Link', link]]
}
