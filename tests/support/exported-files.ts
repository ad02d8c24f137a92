// All exports of a chart's page, as texts that an attacker could search.

import { strFromU8, unzipSync } from 'fflate'
import { drawFigure } from '#browser/charts/drawings.ts'
import { chartCsv } from '#browser/charts/export/csv.ts'
import { chartEvidence, packEvidence, unpackEvidence } from '#browser/charts/export/evidence.ts'
import { chartsXlsx } from '#browser/charts/export/xlsx.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { OutputName } from '#contract/output-names.ts'
import { briefingFile } from './briefing-pack.ts'
import { drawContext } from './draw-context.ts'

const context = { recipient: 'the attacker', link: 'https://wards.example/', metaData: null }

export function exportedTexts(chartView: ChartView): Record<string, string> {
  const chart = { chartView, context }
  const sheets = Object.entries(unzipSync(chartsXlsx([chart, chart])))
  const drawn = OutputName.options.map(output => JSON.stringify(drawFigure(chartView, drawContext, output)))
  return {
    CSV: chartCsv(chartView, context),
    XLSX: sheets.map(([name, content]) => name + strFromU8(content)).join('\n'),
    // A browser draws SVG and PNG from these, and nothing else.
    'SVG and PNG': drawn.join('\n'),
    HTML: briefingFile([chart]),
    evidence: JSON.stringify(unpackEvidence(packEvidence(chartEvidence(chartView, 'attacker'))))
  }
}
