// The content of an exported file: the figures of a chart under their headings, and the facts about them.

import type { FigureColumn } from '#browser/charts/kind-tables.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { MetaData } from '#contract/charts.ts'
import { textOfHtml } from '#lib/text/markup.ts'
import { exportFacts, exportTable, roundedCells, type ExportCell } from './export-rows.ts'

/** What a file states besides the figures of a chart. */
export interface ExportContext {
  /** The user for whom the file was made: 'Amara Okafor, Northfield General' (product 24). */
  recipient: string
  /** The URL that shows the same. */
  link: string
  metaData: MetaData | null
}

export interface ExportFile {
  /** Lines of a name and a value. */
  facts: ExportCell[][]
  columns: readonly FigureColumn[]
  rows: ExportCell[][]
}

export function exportFile(chartView: ChartView, context: ExportContext | null = null): ExportFile {
  const { columns, rows } = exportTable(chartView)
  const facts = [...exportFacts(chartView), ...(context ? contextLines(context) : [])]
  return { facts: facts.map(roundedCells), columns, rows: rows.map(roundedCells) }
}

function contextLines({ recipient, link, metaData }: ExportContext): ExportCell[][] {
  const definition: ExportCell[][] = metaData
    ? [
        ['Definition', textOfHtml(metaData.definition_html)],
        ['Numerator', metaData.numerator_text],
        ['Denominator', metaData.denominator_text],
        ['Source', metaData.source_text],
        ['Notes', textOfHtml(metaData.caveats_html)]
      ]
    : []
  return [...definition.filter(([, text]) => text !== ''), ['Made for', recipient], ['Link', link]]
}
